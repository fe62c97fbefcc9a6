import { href } from 'react-router'
import type { Route } from './+types/list'
import { listAddressOf } from '../../domain/views/list-addresses'
import { viewList, type ViewListState } from '../../domain/views/view-list'
import { savedViewsOf } from '../../domain/views/views.server'
import { languageContext } from '../../context'
import { permit } from '../../http/sign-in/permit.server'
import { translate } from '../../i18n/texts.server'
import { useTranslation } from '../../i18n/use-translation'
import { columnSort } from '../../lists/column-sort'
import { Link } from '../../ui/link'
import { DataTable } from '../../ui/lists/data-table'
import { EmptyState } from '../../ui/empty-state'
import { WithDialogs } from '../../ui/dialogs/with-dialogs'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { UserText } from '../../ui/user-text'

export const handle = { texts: ['views'] }

export function loader({ context, url }: Route.LoaderArgs) {
  const { actor } = permit(context, 'views')
  const language = context.get(languageContext)
  const state = viewList.read(url)
  const byName = savedViewsOf(actor).flatMap((view) => {
    const list = listAddressOf(actor, view.path + view.search)
    if (!list) return []
    const listName = translate(language, { key: `views:list.${list.name}` })
    return [{ ...view, listName, href: list.path + list.search }]
  })
  const rising = state.sort.startsWith('list')
    ? byName.toSorted((one, other) => one.listName.localeCompare(other.listName, language))
    : byName
  return { state, rows: state.sort.endsWith('-last') ? rising.toReversed() : rising }
}

/** The person's own saved views and those shared with their role; only their own can be changed. */
export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['views', 'common'])
  const { state, rows } = loaderData
  const hrefOf = (sort: ViewListState['sort']) => viewList.href(state, { sort })
  return (
    <WithDialogs>
      <PageTitle>{t('title')}</PageTitle>
      <PageHead title={t('title')} sentence={t('sentence')} />
      <DataTable
        caption={t('title')}
        rows={rows}
        rowKey={(row) => row.id}
        rowHref={(row) => row.href}
        columns={[
          {
            key: 'name',
            label: t('column.name'),
            cell: (row) => <UserText>{row.name}</UserText>,
            sort: columnSort(state.sort, { rising: 'name', falling: 'name-last' }, hrefOf),
          },
          {
            key: 'list',
            label: t('column.list'),
            cell: (row) => row.listName,
            sort: columnSort(state.sort, { rising: 'list', falling: 'list-last' }, hrefOf),
          },
          {
            key: 'shared',
            label: t('column.shared'),
            cell: (row) => (row.sharedWith ? t(`common:role.${row.sharedWith}`) : t('nobody')),
            soft: true,
          },
          {
            key: 'acts',
            label: t('column.acts'),
            cell: (row) =>
              row.isOwn ? (
                <span className="relative z-1 flex gap-3">
                  <Link
                    className="link"
                    to={viewList.href(state, {}, href('/views/:viewId', { viewId: row.id }))}
                    aria-label={t('editOf', { name: row.name })}
                  >
                    {t('edit')}
                  </Link>
                  <Link
                    className="link"
                    to={viewList.href(state, {}, href('/views/:viewId/delete', { viewId: row.id }))}
                    aria-label={t('deleteOf', { name: row.name })}
                  >
                    {t('delete')}
                  </Link>
                </span>
              ) : (
                t('ofOthers')
              ),
          },
        ]}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} icon="filter" />}
      />
    </WithDialogs>
  )
}
