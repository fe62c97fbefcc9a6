import { pageWindow } from '../../lists/page-window'
import { PAGE_SIZES, type PageSize, otherParams } from '../../lists/paging'
import { Pagination } from './pagination'

type ListPagesProps = {
  /** Path of the list. */
  path: string
  state: { page: number; pageSize: PageSize }
  total: number
  /** The search params of the list's address, or ''. */
  search: string
  pageHref: (page: number) => string
}

/** The foot of a list: the position, the other pages and the rows per page. Null when everything fits on the smallest page. */
export function ListPages({ path, state, total, search, pageHref }: ListPagesProps) {
  if (total <= PAGE_SIZES[0]) return null
  const pageCount = Math.max(1, Math.ceil(total / state.pageSize))
  return (
    <Pagination
      page={state.page}
      pageCount={pageCount}
      steps={pageWindow(state.page, pageCount)}
      pageHref={pageHref}
      sizes={{
        action: path,
        name: 'pageSize',
        value: state.pageSize,
        options: PAGE_SIZES,
        keep: otherParams(search, ['page', 'pageSize']),
      }}
    />
  )
}
