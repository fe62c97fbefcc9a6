import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import type { Route } from './+types/list'
import { languageContext, servicesContext } from '../../../context'
import { userList } from '../../../domain/users/input'
import { listRecovery } from '../../../domain/users/recovery.server'
import { permit } from '../../../http/permit.server'
import { relativeMoment } from '../../../i18n/moment'
import { Badge } from '../../../ui/badge'
import { DataTable } from '../../../ui/data-table'
import { EmptyState } from '../../../ui/empty-state'
import { PageHead } from '../../../ui/page-head'
import { Time } from '../../../ui/time'

export const handle = { texts: ['users'] }

export async function loader({ context }: Route.LoaderArgs) {
  const reading = permit(context, 'recovery.read')
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const now = services.now()
  const rows = await listRecovery(services, reading)
  return {
    rows: rows.map(({ id, name, oldPhone, newPhone, outcome, handledByName, createdAt }) => ({
      id,
      name,
      oldPhone,
      newPhone,
      outcome,
      handledByName,
      createdAt: relativeMoment(createdAt, now, language, reading.actor.timeZone),
    })),
  }
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('users')
  return (
    <>
      <title>{t('recovery.title')}</title>
      <PageHead
        title={t('recovery.title')}
        sentence={t('recovery.sentence')}
        crumbs={[{ label: t('title'), to: userList.path }, { label: t('recovery.title') }]}
      />
      <DataTable
        caption={t('recovery.title')}
        rows={loaderData.rows}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => `/users/recovery/${row.id}`}
        columns={[
          { key: 'name', label: t('recovery.name'), cell: (row) => <bdi>{row.name}</bdi> },
          {
            key: 'numbers',
            label: t('recovery.numbers'),
            cell: (row) => (
              <bdi dir="ltr">
                {row.oldPhone} → {row.newPhone}
              </bdi>
            ),
          },
          {
            key: 'state',
            label: t('recovery.state'),
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={row.outcome ? 'grey' : 'amber'}>{t(`recovery.${row.outcome ?? 'waiting'}`)}</Badge>
                {row.handledByName ? <bdi className="text-sm text-ink-soft">{row.handledByName}</bdi> : null}
              </span>
            ),
          },
          {
            key: 'filed',
            label: t('recovery.filed'),
            cell: (row) => <Time {...row.createdAt} />,
            tight: true,
            soft: true,
          },
        ]}
        empty={<EmptyState title={t('recovery.emptyTitle')} text={t('recovery.emptyText')} icon="inbox" />}
      />
      <Outlet />
    </>
  )
}
