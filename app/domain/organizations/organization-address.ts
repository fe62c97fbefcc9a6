import { href } from '../../addresses'
import { ORGANIZATION_TABS, organizationList, readOrganizationTab, type OrganizationTab } from './input'

/** An organization's page on one of its tabs with the list's search params, or the dialog over it that has the path. */
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

/** The page under a dialog at this address, or another tab of it. */
export const pageUnder = (url: URL, id: string, tab: OrganizationTab = readOrganizationTab(url.searchParams)): string =>
  organizationAddress(id, tab, organizationList.search(organizationList.read(url)))
