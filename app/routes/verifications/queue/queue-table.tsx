import type { ReactNode } from 'react'
import { isFrozen } from '../../../domain/organizations/status/organization-status'
import { isWorkView, verificationList } from '../../../domain/verifications/queue/verification-list'
import { useTranslation } from '../../../i18n/use-translation'
import { columnSort } from '../../../lists/column-sort'
import { Badge } from '../../../ui/badge'
import { Link } from '../../../ui/link'
import { DataTable, type Column } from '../../../ui/lists/data-table'
import { EmptyState, NoMatch } from '../../../ui/empty-state'
import { NotGiven } from '../../../ui/facts'
import { Icon } from '../../../ui/icon'
import { Time } from '../../../ui/time'
import { VERIFICATION_TONES } from '../../../ui/status-tones'
import { DueLabel } from '../due-label'
import { useQueueChips } from './queue-chips'
import type { QueuePageView } from './queue-view.server'
import { Sentence, UserText } from '../../../ui/user-text'

type Row = QueuePageView['rows'][number]

/** The rows of the queue, with different texts for an empty queue and for no matches. */
export function QueueTable(view: QueuePageView) {
  const { t } = useTranslation('verifications')
  const chips = useQueueChips(view)
  const { state } = view
  // A person with work elsewhere is sent there; one without is told so in views that contain only work.
  const isFinishedShown = view.work.waiting > 0 ? state.view !== 'all' : isWorkView(state)
  const isNarrowed = chips.length > 0 && !isFinishedShown
  const empty =
    !isNarrowed && !view.isEmptyQueue ? (
      <Finished {...view} />
    ) : view.isEmptyQueue ? (
      <EmptyState title={t('emptyTitle')} text={t('emptyText')} icon="shield-check" />
    ) : (
      <NoMatch
        title={t('noMatchTitle')}
        text={t('noMatchText')}
        chips={chips}
        resetHref={verificationList.href(verificationList.empty, { tab: state.tab, view: state.view })}
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

/** Says that the work is done, and when there will be more; announced to a person who arrives from the last decision. */
function Finished({ work }: QueuePageView) {
  const { t } = useTranslation('verifications')
  const { waiting, toWork, withApplicants: count, nextDue: when } = work
  if (waiting > 0)
    return (
      <EmptyState
        title={t('finished.otherTitle')}
        text={t('finished.waiting', { count: waiting })}
        icon="check-circle"
        isAnnounced
      >
        <Link className="button" to={verificationList.href(verificationList.empty, { view: toWork })}>
          {t('finished.toWork')}
        </Link>
      </EmptyState>
    )
  const rest = count === 0 ? (when ? t('finished.due', { when }) : t('finished.none')) : null
  const text =
    rest ?? (when ? t('finished.withApplicantsDue', { count, when }) : t('finished.withApplicants', { count }))
  return <EmptyState title={t('finished.title')} text={text} icon="check-circle" isAnnounced />
}

/** What may make a row quick or slow to review. */
function RowFacts({ row }: { row: Row }) {
  const { t } = useTranslation('verifications')
  const { organizationStatus: status } = row
  if (row.cameBack === 0 && !row.isPrepared && !row.isPossibleDuplicate && !isFrozen(status)) return null
  return (
    <span className="row-facts">
      {' '}
      {isFrozen(status) ? (
        <span className="inline-flex items-center gap-1">
          <Icon name="alert-circle" />
          {t(`fact.organization.${status}`)}
        </span>
      ) : null}{' '}
      {row.isPrepared ? <span>{t('event.prepared')}</span> : null}{' '}
      {row.cameBack > 0 ? <span>{t('fact.cameBack', { count: row.cameBack })}</span> : null}{' '}
      {row.isPossibleDuplicate ? (
        <span className="inline-flex items-center gap-1">
          <Icon name="copy" />
          {t('fact.duplicate')}
        </span>
      ) : null}
    </span>
  )
}

function useColumns(state: QueuePageView['state']): Column<Row>[] {
  const { t } = useTranslation('verifications')
  const hrefOf = (sort: QueuePageView['state']['sort']) => verificationList.href(state, { sort })
  const documentsOf = ({ documents }: Row) =>
    documents && (
      <span role="img" aria-label={t('fact.documentsLabel', documents)} className="document-count">
        <Icon name="file-text" />
        {t('fact.documents', documents)}
      </span>
    )
  /** Adds the document count to a cell when there is no room for its column. */
  const withDocuments = (shown: ReactNode, row: Row) => (
    <>
      {shown} {documentsOf(row)}
    </>
  )
  const kind: Column<Row>[] =
    state.tab === 'mode-changes'
      ? [
          {
            key: 'current',
            label: t('column.currentMode'),
            cell: (row) => row.currentMode ?? <NotGiven />,
            hiddenBelow: 1280,
          },
          {
            key: 'requested',
            label: t('column.requestedMode'),
            cell: (row) => withDocuments(row.requestedMode ?? <NotGiven />, row),
          },
        ]
      : [{ key: 'type', label: t('column.type'), cell: (row) => withDocuments(t(`type.${row.type}`), row) }]
  return [
    {
      key: 'organization',
      label: t('column.organization'),
      cell: (row) => (
        <>
          <UserText>{row.organizationName}</UserText>
          {row.apart ? <span className="sr-only">{row.apart}</span> : null}
        </>
      ),
      after: (row) => <RowFacts row={row} />,
    },
    ...kind,
    {
      key: 'country',
      label: t('column.country'),
      cell: (row) => row.country,
      soft: true,
      // Beside two modes the longest due dates in Russian leave it no room at 1280.
      hiddenBelow: state.tab === 'mode-changes' ? 1360 : 1280,
    },
    {
      key: 'status',
      label: t('column.status'),
      cell: (row) => <Badge tone={VERIFICATION_TONES[row.status]}>{t(`status.${row.status}`)}</Badge>,
      tight: true,
    },
    {
      key: 'due',
      label: t('column.due'),
      cell: (row) => (row.due ? <DueLabel due={row.due} /> : <NotGiven />),
      tight: true,
      sort: {
        href: verificationList.href(state, { sort: 'due' }),
        direction: state.sort === 'due' ? 'ascending' : undefined,
      },
    },
    {
      key: 'documents',
      label: t('column.documents'),
      cell: (row) => documentsOf(row) ?? <NotGiven />,
      tight: true,
      soft: true,
      hiddenBelow: 1500,
    },
    {
      key: 'submitted',
      label: t('column.submitted'),
      cell: (row) => <Time {...row.submitted} />,
      tight: true,
      hiddenBelow: 1280,
      sort: columnSort(state.sort, { rising: 'oldest', falling: 'newest' }, hrefOf),
    },
    {
      key: 'reviewer',
      label: t('column.reviewer'),
      cell: (row) =>
        row.reviewerName ? (
          <>
            <UserText>{row.reviewerName}</UserText>{' '}
            {row.heldFor ? (
              <span className={row.isIdle ? 'row-facts row-idle' : 'row-facts'}>
                {t('fact.since', { duration: row.heldFor })} {row.isIdle ? <span>{t('claim.idle')}</span> : null}
              </span>
            ) : null}
          </>
        ) : row.keptFor ? (
          <Sentence>{row.keptFor}</Sentence>
        ) : (
          <NotGiven label={t('nobody')} />
        ),
      soft: true,
    },
  ]
}
