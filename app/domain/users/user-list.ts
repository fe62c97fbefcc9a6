import { href } from '../../addresses'
import { defineList, type ListState } from '../../lists/define-list'
import { choice, matching, members, text } from '../../lists/list-fields'
import { ROLES, USER_STATUSES } from '../../vocabulary'
import { UUID } from '../../uuid'

/** Everybody, or only staff or partners. */
export const USER_TABS = ['all', 'staff', 'partners'] as const

export const userList = defineList({
  path: `${href('/users')}/`,
  fields: {
    who: choice(USER_TABS),
    status: members(USER_STATUSES),
    role: members(ROLES),
    /** Only people of this organization. */
    organization: matching(new RegExp(`^${UUID}$`)),
    username: text(),
    /** Closest match first when no name contains the words, else newest first. */
    sort: choice(['closest', 'newest', 'oldest', 'name', 'name-last', 'seen', 'seen-last']),
  },
})

export type UserListState = ListState<(typeof userList)['definition']>
