import { href } from '../../addresses'
import { defineList, type ListState } from '../../lists/define-list'
import { choice, matching, members, text } from '../../lists/list-fields'
import { ROLES, USER_STATUSES } from '../../vocabulary'
import { UUID } from '../../uuid'

/** Everybody, or only those on one side. */
export const USER_TABS = ['all', 'staff', 'partners'] as const

export const userList = defineList({
  path: `${href('/users')}/`,
  fields: {
    who: choice(USER_TABS),
    status: members(USER_STATUSES),
    role: members(ROLES),
    /** Only its people. */
    organization: matching(new RegExp(`^${UUID}$`)),
    username: text(),
    /** The closest to the words where they are in nobody's name, else the newest. */
    sort: choice(['closest', 'newest', 'oldest', 'name', 'name-last', 'seen', 'seen-last']),
  },
})

export type UserListState = ListState<(typeof userList)['definition']>
