import { defineList, type ListState } from '../../lists/define-list'
import { members, text } from '../../lists/list-fields'
import { ROLES, USER_STATUSES } from '../../vocabulary'

export const userList = defineList({
  path: '/users/',
  fields: { status: members(USER_STATUSES), role: members(ROLES), username: text() },
})

export type UserListState = ListState<(typeof userList)['definition']>
