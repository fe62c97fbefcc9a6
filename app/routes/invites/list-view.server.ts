import type { Actor } from '../../domain/access'
import { lastUsableInstant, usedPercent } from '../../domain/invites/invite'
import { joinLink } from '../../domain/invites/invite-message.server'
import type { listInvites } from '../../domain/invites/invites.server'
import { formatNumber, formatShortDay } from '../../i18n/format'
import { dayMoment } from '../../i18n/moment'
import type { Services } from '../../services.server'
import type { Language } from '../../vocabulary'

type Listed = Awaited<ReturnType<typeof listInvites>>['rows'][number]
type Reader = { actor: Pick<Actor, 'timeZone'>; language: Language }

/** One row of the list in the reader's words. */
export function rowView(services: Services, { actor, language }: Reader, row: Listed) {
  const { expiresAt, usedCount, maximumUses, status } = row
  const zoneOfDay = row.timeZone ?? row.creatorTimeZone ?? actor.timeZone
  const lastDay = expiresAt && lastUsableInstant(expiresAt)
  return {
    id: row.id,
    code: row.code,
    link: joinLink(services, row.code),
    type: row.type,
    status,
    expiredDay: status === 'expired' && lastDay ? formatShortDay(lastDay, services.now(), language, zoneOfDay) : null,
    used: formatNumber(usedCount, language),
    maximum: formatNumber(maximumUses, language),
    usedPercent: usedPercent({ usedCount, maximumUses }),
    expiresAt: lastDay && dayMoment(lastDay, language, actor.timeZone, zoneOfDay),
    notes: row.notes,
    role: row.role,
    organizationName: row.organizationName,
    channel: row.channel,
    recipient: row.recipient,
    delivery: row.delivery,
    creator: row.creator,
    createdAt: dayMoment(row.createdAt, language, actor.timeZone),
    mayDelete: row.mayDelete,
  }
}

export type Row = ReturnType<typeof rowView>
