import { FOUND_MAX, foundAmong } from '../../db/engine/sql'
import {
  countOrganizationGroups,
  countOrganizations,
  organizationsToExport,
  selectOrganizations,
  type OrganizationFilter,
} from '../../db/organizations/organizations'
import { pageOf } from '../../lists/paging'
import type { Services } from '../../services.server'
import { can, type Permit } from '../access'
import { exportRows, overwriteFields, type ExportNote } from '../audit/export-rows.server'
import { loosenSearch } from '../names/loosened.server'
import type { OrganizationListState } from './organization-list'
import { facetsOf, sumOf, type OrganizationGroup } from './organization-facets'
import { organizationSearch, type OrganizationSearch } from './organization-search'
import { waitsFor } from './status/waits-for'

/**
 * One page of the list: closest match first, else newest first; a page past the end becomes the last one. When no key contains the words,
 * close matches (`isLoose`). Two statements, three with the second attempt. `facets` is null when more were found than are counted.
 */
export async function listOrganizations(
  { db }: Pick<Services, 'db'>,
  { actor }: Permit<'organizations.read'>,
  state: OrganizationListState,
) {
  const asked = organizationSearch(state.q, can(actor, 'contacts.read'))
  const { search, groups } = await found(asked, state.q, (search) => countOrganizationGroups(db, search))
  const filter = { ...state, search }
  const { total, isMore, facets } = await counted(db, groups, filter)
  const { page, place } = pageOf(state, { total, isMore })
  const rows = total ? await selectOrganizations(db, filter, place) : []
  return {
    rows: rows.map((row) => ({ ...row, waitsFor: waitsFor(row.status, row.open) })),
    total,
    isMore,
    page,
    facets,
    isLoose: search?.isLoose === true && total > 0,
  }
}

async function counted(db: Services['db'], groups: OrganizationGroup[], filter: OrganizationFilter) {
  const inAll = sumOf(groups)
  if (!filter.search || inAll <= FOUND_MAX) return { ...facetsOf(groups, filter), isMore: false }
  const isNarrowed = [filter.status, filter.mode, filter.country].some((chosen) => chosen.length > 0)
  const found = isNarrowed ? await countOrganizations(db, filter) : foundAmong(inAll, FOUND_MAX)
  return { ...found, facets: null }
}

async function found(
  asked: OrganizationSearch | null,
  typed: string,
  groupsOf: (search: OrganizationSearch | null) => Promise<OrganizationGroup[]>,
) {
  const groups = await groupsOf(asked)
  if (groups.length > 0 || !asked || asked.words.length === 0) return { search: asked, groups }
  const search = { ...asked, ...loosenSearch(asked, typed) }
  return { search, groups: await groupsOf(search) }
}

/** Every organization that the filter finds, in list order; the export is recorded first. */
export async function exportOrganizations(
  services: Services,
  { actor }: Permit<'organizations.read'>,
  state: OrganizationListState,
  noted: ExportNote,
) {
  const asked = organizationSearch(state.q, can(actor, 'contacts.read'))
  const { search, groups } = await found(asked, state.q, (one) => countOrganizationGroups(services.db, one, Infinity))
  return exportRows(services, actor, {
    list: 'organizations',
    total: facetsOf(groups, state).total,
    ...organizationsToExport(services.db, { ...state, search }),
    show: (rows) => rows.map((row) => overwriteFields(row, { waitsFor: waitsFor(row.status, row.open) })),
    ...noted,
  })
}
