import { ORGANIZATION_TABS, organizationList, readOrganizationTab, type OrganizationTab } from './input'

/** The address of an organization's page on one of its tabs, with the list's search params, perhaps with a dialog over it. */
export function organizationAddress(id: string, tab: OrganizationTab, listSearch: string, dialog?: string): string {
  const params = new URLSearchParams(listSearch)
  if (tab !== ORGANIZATION_TABS[0]) params.set('tab', tab)
  const search = params.toString()
  return `${organizationList.path}${id}${dialog ? `/${dialog}` : ''}${search && `?${search}`}`
}

/** The page under a dialog at this address, or another tab of it. */
export const pageUnder = (url: URL, id: string, tab: OrganizationTab = readOrganizationTab(url.searchParams)): string =>
  organizationAddress(id, tab, organizationList.search(organizationList.read(url)))
