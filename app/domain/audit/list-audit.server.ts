import { selectAudit } from '../../db/audit-list'
import { pageWithin } from '../../lists/paging'
import type { Services } from '../../services.server'
import { can, type Permit } from '../access'
import { nameSearch } from '../names/name-search'
import { endOfDay } from '../invites/last-day'
import { actsOf } from './acts'
import type { AuditListState } from './audit-list'

const DAY_MS = 24 * 3_600_000

/** One page of the log, the newest first; only one's own acts without `audit.readAll`. */
export async function listAudit({ db }: Pick<Services, 'db'>, { actor }: Permit<'audit.read'>, state: AuditListState) {
  const isOwnOnly = !can(actor, 'audit.readAll') || state.whose === 'own'
  let page = 1
  const found = await selectAudit(
    db,
    {
      text: state.text,
      name: nameSearch(state.text),
      actorIds: isOwnOnly ? [actor.id] : state.actor.length ? state.actor : null,
      acts: state.act.length ? state.act : actsOf(state.room),
      roles: state.role,
      objectTypes: state.objectType,
      objectIds: state.object,
      from: state.from ? endOfDay(dayBefore(state.from), actor.timeZone) : null,
      before: state.to ? endOfDay(state.to, actor.timeZone) : null,
    },
    (total) => {
      page = pageWithin(state.page, state.pageSize, total)
      return { limit: state.pageSize, offset: (page - 1) * state.pageSize }
    },
  )
  return { ...found, page }
}

export type AuditFound = Awaited<ReturnType<typeof listAudit>>['rows'][number]

function dayBefore(day: string): string {
  const atMs = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(atMs) ? '' : new Date(atMs - DAY_MS).toISOString().slice(0, 10)
}
