import { href } from 'react-router'
import type { Route } from './+types/list'
import { languageContext, servicesContext } from '../../../context'
import { userList } from '../../../domain/users/user-list'
import { recoveryList, type RecoveryListState } from '../../../domain/users/recovery/recovery-list'
import { listRecovery } from '../../../domain/users/recovery/recovery.server'
import { permit } from '../../../http/sign-in/permit.server'
import { formatNumber } from '../../../i18n/format'
import { relativeMoment } from '../../../i18n/moment'
import { useTranslation } from '../../../i18n/use-translation'
import { columnSort } from '../../../lists/column-sort'
import { otherParams } from '../../../lists/paging'
import { Badge } from '../../../ui/badge'
import { DataTable } from '../../../ui/lists/data-table'
import { EmptyState, NoMatch } from '../../../ui/empty-state'
import { WithDialogs } from '../../../ui/dialogs/with-dialogs'
import { FilterChips } from '../../../ui/lists/filter-chips'
import { FilterMenu } from '../../../ui/lists/filter-menu'
import { ListPages } from '../../../ui/lists/list-pages'
import { PageHead } from '../../../ui/frame/page-head'
import { PageTitle } from '../../../ui/frame/page-title'
import { Time } from '../../../ui/time'
import { Toolbar } from '../../../ui/lists/toolbar'
import { RECOVERY_STATES } from '../../../vocabulary'
import { LIKELIHOOD_TONES, RECOVERY_TONES } from './recovery-tones'
import { UserText } from '../../../ui/user-text'

export const handle = { texts: ['users'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const reading = permit(context, 'recovery.read')
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const now = services.now()
  const asked = recoveryList.read(url, reading.actor.pageSize)
  const { rows, total, page } = await listRecovery(services, reading, asked)
  return {
    state: { ...asked, page },
    total,
    totalText: formatNumber(total, language),
    rows: rows.map((row) => ({
      ...row,
      createdAt: relativeMoment(row.createdAt, now, language, reading.actor.timeZone),
    })),
  }
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('users')
  const { state, total, totalText, rows } = loaderData
  const chips = state.state.map((value) => ({
    label: t('recovery.state'),
    value: t(`recovery.${value}`),
    removeHref: recoveryList.href(recoveryList.without(state, 'state', value)),
  }))
  const hrefOf = (sort: RecoveryListState['sort']) => recoveryList.href(state, { sort })
  return (
    <WithDialogs>
      <PageTitle>{t('recovery.title')}</PageTitle>
      <PageHead
        title={t('recovery.title')}
        sentence={t(state.sort === 'likely' ? 'recovery.sentenceLikely' : 'recovery.sentence')}
        crumbs={[{ label: t('title'), to: userList.path }, { label: t('recovery.title') }]}
      />
      <Toolbar
        action={recoveryList.path}
        keep={otherParams(recoveryList.search(state), ['state', 'page'])}
        end={<span data-said="">{t('recovery.found', { total: totalText })}</span>}
      >
        <FilterMenu
          name="state"
          label={t('recovery.state')}
          options={RECOVERY_STATES.map((value) => ({ value, label: t(`recovery.${value}`) }))}
          chosen={state.state}
        />
      </Toolbar>
      <FilterChips chips={rows.length > 0 ? chips : []} resetHref={recoveryList.path} />
      <DataTable
        caption={t('recovery.title')}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => recoveryList.href(state, {}, href('/users/recovery/:requestId', { requestId: row.id }))}
        columns={[
          {
            key: 'name',
            label: t('recovery.name'),
            cell: (row) => <UserText>{row.name}</UserText>,
            sort: columnSort(state.sort, { rising: 'name', falling: 'name-last' }, hrefOf),
          },
          {
            key: 'numbers',
            label: t('recovery.numbers'),
            cell: (row) => (
              <bdi dir="ltr">
                <span className="inline-block">{row.oldPhone}</span> →{' '}
                <span className="inline-block">{row.newPhone}</span>
              </bdi>
            ),
          },
          {
            key: 'likelihood',
            label: t('recovery.likelihood.label'),
            cell: (row) =>
              row.likelihood ? (
                <Badge tone={LIKELIHOOD_TONES[row.likelihood]}>{t(`recovery.likelihood.${row.likelihood}`)}</Badge>
              ) : null,
            sort: columnSort(state.sort, { rising: 'unlikely', falling: 'likely', first: 'falling' }, hrefOf),
          },
          {
            key: 'state',
            label: t('recovery.state'),
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={RECOVERY_TONES[row.state]}>{t(`recovery.${row.state}`)}</Badge>
                {row.handledByName ? <UserText className="text-sm text-ink-soft">{row.handledByName}</UserText> : null}
              </span>
            ),
          },
          {
            key: 'filed',
            label: t('recovery.filed'),
            cell: (row) => <Time {...row.createdAt} />,
            tight: true,
            soft: true,
            sort: columnSort(state.sort, { rising: 'oldest', falling: 'newest', first: 'falling' }, hrefOf),
          },
        ]}
        empty={
          chips.length > 0 ? (
            <NoMatch
              title={t('recovery.noMatchTitle')}
              text={t('recovery.noMatchText')}
              chips={chips}
              resetHref={recoveryList.path}
            />
          ) : (
            <EmptyState title={t('recovery.emptyTitle')} text={t('recovery.emptyText')} icon="inbox" />
          )
        }
      />
      <ListPages
        path={recoveryList.path}
        state={state}
        total={total}
        search={recoveryList.search(state)}
        pageHref={(page) => recoveryList.href(state, { page })}
      />
    </WithDialogs>
  )
}
