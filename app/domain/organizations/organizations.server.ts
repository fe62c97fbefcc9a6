import { countOrganizations, selectOrganizations } from '../../db/organizations'
import { pageWithin } from '../../lists/paging'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import type { OrganizationListState } from './input'

/** One page of the list, newest first; a page past the end is the last one. */
export async function listOrganizations(
  { db }: Pick<Services, 'db'>,
  _permit: Permit<'organizations.read'>,
  state: OrganizationListState,
) {
  const total = await countOrganizations(db, state)
  const page = pageWithin(state.page, state.pageSize, total)
  const rows = total ? await selectOrganizations(db, state, state.pageSize, (page - 1) * state.pageSize) : []
  return { rows, total, page }
}
