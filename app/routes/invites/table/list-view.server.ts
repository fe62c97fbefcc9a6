import { lastUsableInstant, usedPercent, expiryTimeZone } from '../../../domain/invites/invite'
import type { listInvites } from '../../../domain/invites/invites.server'
import { formatPhone } from '../../../domain/phones/phone.server'
import { failureReason } from '../../../domain/messages/failure-reason'
import { translate } from '../../../i18n/texts.server'
import { formatNumber, formatShortDay } from '../../../i18n/format'
import { dayMoment } from '../../../i18n/moment'
import type { Reader } from '../../../i18n/reader'

type Listed = Awaited<ReturnType<typeof listInvites>>['rows'][number]

/** Returns one row of the list in the reader's language and zone. */
export function rowView(
  { now, timeZone, language, linkTo }: Reader & { linkTo: (code: string) => string },
  row: Listed,
) {
  const { expiresAt, usedCount, maximumUses, status } = row
  const zoneOfDay = expiryTimeZone(row, timeZone)
  const lastDay = expiresAt && lastUsableInstant(expiresAt)
  return {
    id: row.id,
    code: row.code,
    link: row.maySeeCode ? linkTo(row.code) : null,
    type: row.type,
    status,
    expiredDay: status === 'expired' && lastDay ? formatShortDay(lastDay, now, language, zoneOfDay) : null,
    used: formatNumber(usedCount, language),
    maximum: formatNumber(maximumUses, language),
    usedPercent: usedPercent({ usedCount, maximumUses }),
    expiresAt: lastDay && dayMoment(lastDay, language, timeZone, zoneOfDay),
    notes: row.notes,
    role: row.role,
    organizationName: row.organizationName,
    channel: row.channel,
    recipient: row.channel === 'whatsapp' && row.recipient ? formatPhone(row.recipient) : row.recipient,
    delivery: row.delivery,
    failure: row.failure === null ? null : translate(language, failureReason(row.failure)),
    creator: row.creator,
    createdAt: dayMoment(row.createdAt, language, timeZone),
    mayDelete: row.mayDelete,
  }
}

export type Row = ReturnType<typeof rowView>
