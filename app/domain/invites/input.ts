import { defineList, type ListState } from '../../lists/define-list'
import { members, text } from '../../lists/list-fields'
import { INVITE_STATUSES, INVITE_TYPES } from '../../vocabulary'

export const inviteList = defineList({
  path: '/invites/',
  fields: { q: text(), type: members(INVITE_TYPES), status: members(INVITE_STATUSES) },
})

export type InviteListState = ListState<(typeof inviteList)['definition']>
