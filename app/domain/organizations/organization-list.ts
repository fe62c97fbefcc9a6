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
    /** Closest match to the search words first; without words, newest first. */
    sort: choice(['closest', 'newest', 'oldest', 'name', 'name-last']),
  },
})

export type OrganizationListState = ListState<(typeof organizationList)['definition']>
