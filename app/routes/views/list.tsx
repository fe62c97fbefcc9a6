import { Link, href } from 'react-router'
import type { Route } from './+types/list'
import { listAddressOf } from '../../domain/views/view-input'
import { viewsOf } from '../../domain/views/views.server'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { DataTable } from '../../ui/lists/data-table'
import { EmptyState } from '../../ui/empty-state'
import { WithDialogs } from '../../ui/dialogs/with-dialogs'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { UserText } from '../../ui/user-text'

export const handle = { texts: ['views'] }

export function loader({ context }: Route.LoaderArgs) {
  const { actor } = permit(context, 'views')
  return {
    rows: viewsOf(actor).flatMap((view) => {
      const list = listAddressOf(actor, view.path + view.search)
      return list ? [{ ...view, list: list.name, href: list.path + list.search }] : []
    }),
  }
}

/** One's own views and those shared with one's role; only one's own can be changed. */
export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['views', 'common'])
  return (
    <WithDialogs>
      <PageTitle>{t('title')}</PageTitle>
      <PageHead title={t('title')} sentence={t('sentence')} />
      <DataTable
        caption={t('title')}
        rows={loaderData.rows}
        rowKey={(row) => row.id}
        rowHref={(row) => row.href}
        columns={[
          { key: 'name', label: t('column.name'), cell: (row) => <UserText>{row.name}</UserText> },
          { key: 'list', label: t('column.list'), cell: (row) => t(`list.${row.list}`) },
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
                    to={href('/views/:viewId', { viewId: row.id })}
                    aria-label={t('editOf', { name: row.name })}
                  >
                    {t('edit')}
                  </Link>
                  <Link
                    className="link"
                    to={href('/views/:viewId/delete', { viewId: row.id })}
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
