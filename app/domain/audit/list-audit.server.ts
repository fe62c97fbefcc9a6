import { findInText, NOTHING_NAMED, type AuditFilter } from '../../db/audit/audit-filter'
import { auditToExport, listAuditRows, listKnownNames, listNames, type ListedAuditRow } from '../../db/audit/audit-list'
import { ERASED } from '../../pseudonyms'
import { pageWithin } from '../../lists/paging'
import type { Services } from '../../services.server'
import { can, type Actor, type Permit } from '../access'
import type { Fresh } from '../fresh-proof'
import { nameSearch } from '../names/name-search'
import { endOfDay, startOfDay } from '../calendar'
import { exportRows, type ExportNote } from './export-rows.server'
import { sealTyped, searchWithoutCode, showCode } from '../invite-codes/show-code.server'
import { auditActionsOf } from '../../audit-actions'
import type { AuditListState } from './audit-list'
import { openRow } from './personal.server'
import { rowWithoutCodes } from './without-codes.server'
import { rowWithoutErased } from './without-erased'
import { isUuid } from '../../uuid'

/** The filter that `state` asks for; only the actor's own acts without `audit.readAll`. */
function filterOf(actor: Actor, state: AuditListState): AuditFilter {
  const isAsked = (id: string) => state.actor.length === 0 || state.actor.includes(id)
  const isOwnOnly = !can(actor, 'audit.readAll') || state.whose === 'own'
  return {
    text: state.text,
    named: NOTHING_NAMED,
    reasonIds: [],
    actorIds: isOwnOnly ? [actor.id].filter(isAsked) : state.actor.length ? state.actor : null,
    actions: state.action,
    areaActions: auditActionsOf(state.area),
    roles: state.role,
    objectTypes: state.objectType,
    objectIds: state.object,
    organizationIds: state.organization,
    from: state.from ? startOfDay(state.from, actor.timeZone) : null,
    before: state.to ? endOfDay(state.to, actor.timeZone) : null,
    sort: state.sort,
  }
}

/** `filterOf`, with what the text names and the rows whose sealed reason has it. */
async function openedFilter(db: Services['db'], actor: Actor, state: AuditListState): Promise<AuditFilter> {
  const filter = filterOf(actor, state)
  if (!filter.text) return filter
  const text = filter.text.toLowerCase()
  const { named, reasons } = await findInText(db, filter, nameSearch(filter.text), sealTyped(filter.text))
  const found = reasons.filter((row) =>
    openRow({ ...row, actorKey: row.objectKey })
      .reason?.toLowerCase()
      .includes(text),
  )
  return { ...filter, named, reasonIds: found.map(({ id }) => id) }
}

/** A row as one reader may see it: its invite code only where they may see it, no codes in texts, and nothing about erased people. */
export const rowFor = <Row extends ListedAuditRow>(actor: Actor, { invite, ...row }: Row) => ({
  ...rowWithoutErased(rowWithoutCodes(openRow(row))),
  inviteCode: invite && showCode(actor, invite),
  inviteTimeZone: invite?.timeZone ?? null,
})

/** Fields of `before` and `after` that name people by their ids. */
const PEOPLE = ['reviewer', 'preparedBy', 'proposedBy', 'agreedBy', 'mentions']

/** The same for organizations and documents. */
const ORGANIZATIONS = ['organizationId']
const DOCUMENTS = ['unopened']

/** The ids in `rows` whose names this reader may see. */
function idsIn(actor: Actor, rows: readonly ListedAuditRow[]) {
  const idsOf = (fields: readonly string[]) => namedIn(rows, fields).filter(isUuid)
  return {
    organizations: idsOf(ORGANIZATIONS),
    people: can(actor, 'users.read') ? idsOf(PEOPLE) : [],
    documents: can(actor, 'documents.read') ? idsOf(DOCUMENTS) : [],
  }
}

const namedIn = (rows: readonly ListedAuditRow[], fields: readonly string[]): string[] =>
  rows
    .flatMap(({ before, after }) => fields.flatMap((field) => [before?.[field], after?.[field]].flat()))
    .filter((value) => typeof value === 'string')

/** Old rows hold mentions by name. A name that no user has any more may belong to an erased person, so it is shown as erased. */
async function namesGone(db: Services['db'], rows: readonly ListedAuditRow[]): Promise<{ id: string; name: string }[]> {
  const told = namedIn(rows, ['mentions']).filter((name) => !isUuid(name))
  const known = await listKnownNames(db, told)
  return told.filter((name) => !known.includes(name)).map((name) => ({ id: name, name: ERASED }))
}

const namesById = (names: readonly { id: string; name: string }[]): Record<string, string> =>
  Object.fromEntries(names.map(({ id, name }) => [id, name]))

/**
 * One page of the log, newest first. `names` maps the ids that rows hold without a name, or that the filter asks for, to names;
 * `hasMoreNames` is true when the text matches more names than are looked up.
 */
export async function listAudit({ db }: Pick<Services, 'db'>, { actor }: Permit<'audit.read'>, state: AuditListState) {
  let page = 1
  const filter = await openedFilter(db, actor, state)
  const found = await listAuditRows(db, filter, (total) => {
    page = pageWithin(state.page, state.pageSize, total)
    return { limit: state.pageSize, offset: (page - 1) * state.pageSize }
  })
  const { rows } = found
  const unnamed = {
    organizations: state.organization.filter((id) => !rows.some(({ organizationId }) => organizationId === id)),
    people: can(actor, 'users.read') ? state.actor.filter((id) => !rows.some(({ actorId }) => actorId === id)) : [],
  }
  const told = idsIn(actor, rows)
  const names = await listNames(db, {
    ...told,
    organizations: [...unnamed.organizations, ...told.organizations],
    people: [...unnamed.people, ...told.people],
  })
  const gone = await namesGone(db, rows)
  const asked = rows.flatMap(({ organizationId: id, organizationName: name }) =>
    id && name && state.organization.includes(id) ? [{ id, name }] : [],
  )
  return {
    ...found,
    rows: rows.map((row) => rowFor(actor, row)),
    page,
    names: namesById([...names, ...gone, ...asked]),
    hasMoreNames: filter.named.isMore,
  }
}

/** Every row that the filter finds, newest first. The export is recorded first and so not among them. */
export async function exportAudit(
  services: Services,
  { actor }: Fresh<'audit.read'>,
  state: AuditListState,
  noted: ExportNote,
) {
  return exportRows(services, actor, {
    list: 'audit',
    ...(await auditToExport(services.db, await openedFilter(services.db, actor, state))),
    show: async (found) => {
      const rows = found.map(({ inviteCode: code, inviteType: type, inviteRole: role, inviteTimeZone, ...row }) => ({
        ...row,
        invite: code && type && { code, type, role, timeZone: inviteTimeZone },
      }))
      const told = await listNames(services.db, idsIn(actor, rows))
      const names = namesById([...told, ...(await namesGone(services.db, rows))])
      return rows.map((row) => ({ ...rowFor(actor, row), names }))
    },
    ...noted,
    search: searchWithoutCode(noted.search, 'text'),
  })
}

export type AuditFound = Awaited<ReturnType<typeof listAudit>>['rows'][number]
