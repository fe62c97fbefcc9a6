import { defineList, type ListState } from '../../lists/define-list'
import { members, text } from '../../lists/list-fields'
import { ROLES, USER_STATUSES } from '../../vocabulary'

export const userList = defineList({
  path: '/users/',
  fields: { status: members(USER_STATUSES), role: members(ROLES), username: text() },
})

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUserId = (value: string | undefined): value is string => ID.test(value ?? '')

export type UserListState = ListState<(typeof userList)['definition']>
