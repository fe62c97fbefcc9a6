import { href } from '../../addresses'
import { defineList, type ListState } from '../../lists/define-list'
import { choice, members, text } from '../../lists/list-fields'
import { COUNTRIES, OPERATION_MODES, ORGANIZATION_STATUSES } from '../../vocabulary'

export const organizationList = defineList({
  path: `${href('/organizations')}/`,
  fields: {
    q: text(),
    status: members(ORGANIZATION_STATUSES),
    mode: members(OPERATION_MODES),
    country: members(COUNTRIES),
    /** The closest to the words that are searched for; where none are, the newest. */
    sort: choice(['closest', 'newest', 'oldest', 'name', 'name-last']),
  },
})

export type OrganizationListState = ListState<(typeof organizationList)['definition']>

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

/** An unknown tab is the first. */
export const readOrganizationTab = (params: URLSearchParams): OrganizationTab => tabField.read(params.getAll('tab'))

/** The order of an organization's applications; its own name, because the page carries the order of the list as well. */
const applicationOrder = choice(['newest', 'oldest', 'reviewed', 'reviewed-last'])
export type ApplicationOrder = ReturnType<typeof applicationOrder.read>
export const readApplicationOrder = (params: URLSearchParams): ApplicationOrder =>
  applicationOrder.read(params.getAll('order'))
