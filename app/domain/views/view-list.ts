import { href } from '../../addresses'
import { defineList, type ListState } from '../../lists/define-list'
import { choice } from '../../lists/list-fields'

/** The page of kept views, all of them on one page. */
export const viewList = defineList({
  path: href('/views'),
  fields: { sort: choice(['name', 'name-last', 'list', 'list-last']) },
})

export type ViewListState = ListState<(typeof viewList)['definition']>

/** The list as it stands under a dialog. */
export const viewListUnder = (url: URL): string => viewList.href(viewList.read(url))
