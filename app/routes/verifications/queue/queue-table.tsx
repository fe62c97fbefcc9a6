import { useTranslation } from 'react-i18next'
import { verificationList } from '../../../domain/verifications/verification-list'
import { Badge } from '../../../ui/badge'
import { DataTable, type Column } from '../../../ui/data-table'
import { EmptyState, NoMatch } from '../../../ui/empty-state'
import { NotGiven } from '../../../ui/facts'
import { Time } from '../../../ui/time'
import { VERIFICATION_TONES } from '../../../ui/status-tones'
import { useQueueChips } from './queue-chips'
import type { QueueView } from './queue-view.server'

type Row = QueueView['rows'][number]

/** The rows of the queue; nothing yet and nothing matching read differently. */
export function QueueTable(view: QueueView) {
  const { t } = useTranslation('verifications')
  const chips = useQueueChips(view)
  const { state } = view
  const empty = view.isEmptyQueue ? (
    <EmptyState title={t('emptyTitle')} text={t('emptyText')} icon="shield-check" />
  ) : (
    <NoMatch
      title={t('noMatchTitle')}
      text={t('noMatchText')}
      chips={chips}
      resetHref={verificationList.href(verificationList.empty, { tab: state.tab })}
    />
  )
  return (
    <DataTable<Row>
      caption={t('caption')}
      columns={useColumns(state)}
      rows={view.rows}
      rowKey={(row) => row.id}
      rowHref={(row) => row.href}
      empty={empty}
    />
  )
}

function useColumns(state: QueueView['state']): Column<Row>[] {
  const { t } = useTranslation(['verifications', 'organizations'])
  const isOldestFirst = state.sort === 'oldest'
  const mode = (value: Row['currentMode']) => (value ? t(`organizations:mode.${value}`) : <NotGiven />)
  const kind: Column<Row>[] =
    state.tab === 'mode-changes'
      ? [
          { key: 'current', label: t('column.currentMode'), cell: (row) => mode(row.currentMode) },
          { key: 'requested', label: t('column.requestedMode'), cell: (row) => mode(row.requestedMode) },
        ]
      : [{ key: 'type', label: t('column.type'), cell: (row) => t(`type.${row.type}`) }]
  return [
    { key: 'organization', label: t('column.organization'), cell: (row) => <bdi>{row.organizationName}</bdi> },
    ...kind,
    { key: 'country', label: t('column.country'), cell: (row) => row.country, soft: true },
    {
      key: 'status',
      label: t('column.status'),
      cell: (row) => <Badge tone={VERIFICATION_TONES[row.status]}>{t(`status.${row.status}`)}</Badge>,
      tight: true,
    },
    {
      key: 'submitted',
      label: t('column.submitted'),
      cell: (row) => <Time {...row.submitted} />,
      tight: true,
      sort: {
        href: verificationList.href(state, { sort: isOldestFirst ? 'newest' : 'oldest' }),
        direction: isOldestFirst ? 'ascending' : 'descending',
      },
    },
    {
      key: 'reviewer',
      label: t('column.reviewer'),
      cell: (row) => (row.reviewerName ? <bdi>{row.reviewerName}</bdi> : <NotGiven />),
      soft: true,
    },
  ]
}
