import { href } from '../../addresses'
import { organizationList } from './organization-list'
import {
  ORGANIZATION_TABS,
  readApplicationOrder,
  readOrganizationTab,
  type ApplicationOrder,
  type OrganizationTab,
} from './organization-tabs'

/** The address of an organization's page on one of its tabs with the list's search params, or of the dialog at `path` over it. */
export function organizationAddress(
  id: string,
  tab: OrganizationTab,
  listSearch: string,
  path = href('/organizations/:id', { id }),
): string {
  const params = new URLSearchParams(listSearch)
  if (tab !== ORGANIZATION_TABS[0]) params.set('tab', tab)
  const search = params.toString()
  return path + (search && `?${search}`)
}

/** The search params that an organization's pages carry along: those of the list, and the order of its applications. */
export function carriedSearch(url: URL, order: ApplicationOrder = readApplicationOrder(url.searchParams)): string {
  const params = new URLSearchParams(organizationList.search(organizationList.read(url)))
  if (order !== 'newest') params.set('order', order)
  return params.toString()
}

/** The page under the dialog at this address, on its tab or on `tab`. */
export const pageUnder = (url: URL, id: string, tab: OrganizationTab = readOrganizationTab(url.searchParams)): string =>
  organizationAddress(id, tab, carriedSearch(url))
