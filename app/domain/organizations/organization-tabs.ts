import { choice } from '../../lists/list-fields'

/** The pages of one organization, in their order (specification 2). */
export const ORGANIZATION_TABS = [
  'overview',
  'contacts',
  'brands',
  'documents',
  'settings',
  'messages',
  'notes',
] as const
export type OrganizationTab = (typeof ORGANIZATION_TABS)[number]

const tabField = choice(ORGANIZATION_TABS)

/** An unknown tab is read as the first. */
export const readOrganizationTab = (params: URLSearchParams): OrganizationTab => tabField.read(params.getAll('tab'))

/** The order of an organization's applications; not called `sort`, because the page carries the list's order too. */
const applicationOrder = choice(['newest', 'oldest', 'reviewed', 'reviewed-last'])
export type ApplicationOrder = ReturnType<typeof applicationOrder.read>
export const readApplicationOrder = (params: URLSearchParams): ApplicationOrder =>
  applicationOrder.read(params.getAll('order'))
