import { selectOrganizationNames } from '../../db/organizations/organizations'
import { countUsers, selectUsers, usersToExport } from '../../db/users/users'
import { pageOf } from '../../lists/paging'
import type { Services } from '../../services.server'
import { can, type Actor, type Permit } from '../access'
import { exportRows, overwriteFields, type ExportNote } from '../audit/export-rows.server'
import type { Fresh } from '../fresh-proof'
import { loosenSearch } from '../names/loosened.server'
import { nameSearch } from '../names/name-search'
import type { UserListState } from './user-list'
import { maskedPhone } from '../phones/masked-phone'
import { phonesTyped } from '../phones/phone.server'

/** One page of the list, phones masked; a page past the end becomes the last one. `organizations` are the ones that the list is narrowed to. */
export async function listUsers({ db }: Pick<Services, 'db'>, { actor }: Permit<'users.read'>, state: UserListState) {
  const { filter, counted } = await found(db, actor, state)
  const { page, place } = pageOf(state, counted)
  const rows = counted.total ? await selectUsers(db, filter, place) : []
  const organizations = state.organization.length ? await selectOrganizationNames(db, state.organization) : []
  return {
    rows: rows.map((row) => ({ ...row, phone: maskedPhone(row.phone) })),
    ...counted,
    page,
    organizations,
    isLoose: filter.search.isLoose && counted.total > 0,
  }
}

/**
 * The filter and its count. When no name contains the words, finds similar names. A phone matches only as a whole, as in the global search:
 * matched in part, it could be guessed.
 */
async function found(db: Services['db'], actor: Actor, state: UserListState, atMost?: number) {
  const phones = can(actor, 'contacts.read') ? phonesTyped(state.username) : []
  const filter = { ...state, search: nameSearch(state.username), phones }
  const counted = await countUsers(db, filter, atMost)
  if (isOnSomeSide(counted) || filter.search.words.length === 0) return { filter, counted }
  const isInNames = isOnSomeSide(await countUsers(db, { ...filter, status: [], role: [], organization: [] }))
  if (isInNames) return { filter, counted }
  const near = { ...filter, search: loosenSearch(filter.search, state.username) }
  return { filter: near, counted: await countUsers(db, near, atMost) }
}

const isOnSomeSide = ({ sides }: Awaited<ReturnType<typeof countUsers>>) => sides === null || sides.all > 0

/** Every user that the filter finds, in list order, phones masked; the export is recorded first. */
export async function exportUsers(
  services: Services,
  { actor }: Fresh<'users.read'>,
  state: UserListState,
  noted: ExportNote,
) {
  const { filter, counted } = await found(services.db, actor, state, Infinity)
  return exportRows(services, actor, {
    list: 'users',
    total: counted.total,
    ...usersToExport(services.db, filter),
    show: (found) => found.map((row) => overwriteFields(row, { phone: maskedPhone(row.phone) })),
    ...noted,
  })
}
