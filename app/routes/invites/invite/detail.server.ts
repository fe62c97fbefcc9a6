import { lastUsableInstant, usedPercent, expiryTimeZone } from '../../../domain/invites/invite'
import { type InviteDetail, findReplacement, readInvite } from '../../../domain/invites/invite-detail.server'
import { formatPhone } from '../../../domain/phones/phone.server'
import { failureReason } from '../../../domain/messages/failure-reason'
import { formatNumber, formatShortDay, formatUtcOffset } from '../../../i18n/format'
import { waitLabel } from '../../../i18n/wait-label'
import { translate } from '../../../i18n/texts.server'
import { dayMoment, relativeMoment } from '../../../i18n/moment'
import type { Reader } from '../../../i18n/reader'
import { drawQrCode } from './qr-code.server'
import { redirect, type RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import { failure } from '../../../http/answers/failures.server'

/** "GMT+5" for a reader in a zone with another offset; null when the offset is the same. */
function zoneIfOther(at: Date, zone: string, readerZone: string): string | null {
  const named = formatUtcOffset(at, zone)
  return named === formatUtcOffset(at, readerZone) ? null : named
}

/** Returns a code in the reader's language and zone. */
function detailView(invite: InviteDetail, { now, language, timeZone }: Reader) {
  const { expiresAt, usedCount, maximumUses, status, redemptions, delivery } = invite
  const zoneOfDay = expiryTimeZone(invite, timeZone)
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
    voidBecause: invite.voidBecause,
    used: formatNumber(usedCount, language),
    maximum: formatNumber(maximumUses, language),
    usedPercent: usedPercent({ usedCount, maximumUses }),
    expiredDay: status === 'expired' && lastDay ? formatShortDay(lastDay, now, language, zoneOfDay) : null,
    expiresAt: lastDay && dayMoment(lastDay, language, timeZone, zoneOfDay),
    expiryZone: lastDay && zoneIfOther(lastDay, zoneOfDay, timeZone),
    notes: invite.notes,
    customMessage: invite.customMessage,
    channel: invite.channel,
    recipient: invite.channel === 'whatsapp' && invite.recipient ? formatPhone(invite.recipient) : invite.recipient,
    failure: delivery?.status === 'failed' ? translate(language, failureReason(delivery.lastError)) : null,
    delivery: delivery && { status: delivery.status, at: moment(delivery.sentAt ?? delivery.createdAt) },
    creator: invite.creator,
    deletedAt: invite.deletedAt && moment(invite.deletedAt),
    replacement: invite.replacement,
    createdAt: moment(invite.createdAt),
    redemptions: redemptions.rows.map((row) => ({ ...row, at: moment(row.at) })),
    redemptionsShown: formatNumber(redemptions.rows.length, language),
    redemptionsTotal: formatNumber(redemptions.total, language),
    hasMoreRedemptions: redemptions.total > redemptions.rows.length,
    byHand: invite.byHand,
    resendWait: invite.resendPauseMs > 0 ? waitLabel(invite.resendPauseMs, language) : null,
    may: invite.may,
  }
}

export type DetailView = ReturnType<typeof detailView>

type RouteArgs = { context: Readonly<RouterContextProvider>; params: { id: string }; url: URL }

/** Returns a code for a page about it: 404 when it does not exist, and a redirect to the code that replaced it. */
export async function readDetail(
  { context, params, url }: RouteArgs,
  reading: Permit<'invites.read'>,
  options?: { orDeleted: boolean },
) {
  const services = context.get(servicesContext)
  const invite = await readInvite(services, reading, params.id, options)
  if (!invite) {
    const replacement = await findReplacement(services, reading, params.id)
    if (replacement) throw redirect(url.pathname.replace(params.id, replacement) + url.search)
    throw failure(context, 404)
  }
  const reader = { now: services.now(), language: context.get(languageContext), timeZone: reading.actor.timeZone }
  return { invite, view: detailView(invite, reader) }
}
