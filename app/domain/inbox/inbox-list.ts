import { defineList, type ListState } from '../../lists/define-list'

export const inboxList = defineList({ path: '/inbox', fields: {}, pageSize: 20 })

export type InboxListState = ListState<(typeof inboxList)['definition']>
