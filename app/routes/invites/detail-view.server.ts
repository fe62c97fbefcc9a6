import { lastUsableInstant, usedPercent } from '../../domain/invites/invite'
import type { InviteDetail } from '../../domain/invites/invite-detail.server'
import { formatNumber, formatShortDay, formatWait } from '../../i18n/format'
import { dayMoment, relativeMoment } from '../../i18n/moment'
import type { Language } from '../../vocabulary'
import { drawQrCode } from './qr-code.server'

type Reader = { now: Date; language: Language; timeZone: string }

/** A code in the reader's words. */
export function detailView(invite: InviteDetail, { now, language, timeZone }: Reader) {
  const { expiresAt, usedCount, maximumUses, status, redemptions, delivery } = invite
  const zoneOfDay = invite.timeZone ?? invite.creatorTimeZone ?? timeZone
  const lastDay = expiresAt && lastUsableInstant(expiresAt)
  const moment = (at: Date) => relativeMoment(at, now, language, timeZone)
  return {
    id: invite.id,
    code: invite.code,
    link: invite.link,
    qr: invite.link === null ? null : drawQrCode(invite.link),
    type: invite.type,
    role: invite.role,
    organizationId: invite.organizationId,
    organizationName: invite.organizationName,
    status,
    used: formatNumber(usedCount, language),
    maximum: formatNumber(maximumUses, language),
    usedPercent: usedPercent({ usedCount, maximumUses }),
    expiredDay: status === 'expired' && lastDay ? formatShortDay(lastDay, now, language, zoneOfDay) : null,
    expiresAt: lastDay && dayMoment(lastDay, language, timeZone, zoneOfDay),
    notes: invite.notes,
    customMessage: invite.customMessage,
    channel: invite.channel,
    recipient: invite.recipient,
    delivery: delivery && { status: delivery.status, at: moment(delivery.sentAt ?? delivery.createdAt) },
    creator: invite.creator,
    createdAt: moment(invite.createdAt),
    redemptions: redemptions.rows.map((row) => ({ ...row, at: moment(row.at) })),
    redemptionsShown: formatNumber(redemptions.rows.length, language),
    redemptionsTotal: formatNumber(redemptions.total, language),
    hasMoreRedemptions: redemptions.total > redemptions.rows.length,
    byHand: invite.byHand,
    resendWait: invite.resendPauseMs > 0 ? formatWait(invite.resendPauseMs, language) : null,
    may: invite.may,
  }
}

export type DetailView = ReturnType<typeof detailView>
