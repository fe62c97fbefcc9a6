import { href } from '../../addresses'
import { defineList, type ListState } from '../../lists/define-list'
import { choice, matching, members, text } from '../../lists/list-fields'
import { INVITE_STATUSES, INVITE_TYPES } from '../../vocabulary'
import { UUID } from '../../uuid'

export const inviteList = defineList({
  path: `${href('/invites')}/`,
  fields: {
    q: text(),
    type: members(INVITE_TYPES),
    status: members(INVITE_STATUSES),
    /** Only invites into it. */
    organization: matching(new RegExp(`^${UUID}$`)),
    sort: choice(['newest', 'oldest', 'expires-first', 'expires-last']),
  },
})

export type InviteListState = ListState<(typeof inviteList)['definition']>
