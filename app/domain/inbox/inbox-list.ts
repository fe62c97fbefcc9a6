import { href } from '../../addresses'
import { defineList, type ListState } from '../../lists/define-list'

export const inboxList = defineList({ path: href('/inbox'), fields: {}, pageSize: 20 })

export type InboxListState = ListState<(typeof inboxList)['definition']>
