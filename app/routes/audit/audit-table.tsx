import { auditList, type AuditListState } from '../../domain/audit/audit-list'
import { useTranslation } from '../../i18n/use-translation'
import { columnSort } from '../../lists/column-sort'
import { Link } from '../../ui/link'
import { DataTable, type Column } from '../../ui/lists/data-table'
import { EmptyState, NoMatch } from '../../ui/empty-state'
import type { FilterChip } from '../../ui/lists/filter-chips'
import { Time } from '../../ui/time'
import type { AuditRowView } from './audit-view.server'
import { RichText } from '../../i18n/rich-text'
import { UserText } from '../../ui/user-text'

/** `apart` follows an object's name when another row has the same name; for screen readers only. */
type Row = AuditRowView & { apart: string }
type AuditTableProps = {
  rows: readonly Row[]
  state: AuditListState
  chips: readonly FilterChip[]
  noMatchText: string
}

export function AuditTable({ rows, state, chips, noMatchText }: AuditTableProps) {
  const { t } = useTranslation('audit')
  return (
    <DataTable
      caption={t('title')}
      columns={useColumns(state)}
      rows={rows}
      rowKey={(row) => String(row.id)}
      empty={
        chips.length > 0 ? (
          <NoMatch title={t('noMatchTitle')} text={noMatchText} chips={chips} resetHref={auditList.path} />
        ) : (
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} icon="history" />
        )
      }
    />
  )
}

function useColumns(state: AuditListState): Column<Row>[] {
  const { t } = useTranslation(['audit', 'common'])
  return [
    {
      key: 'action',
      label: t('column.action'),
      cell: (row) => <span className="inline-block min-w-24 font-semibold">{row.action}</span>,
    },
    {
      key: 'object',
      label: t('column.object'),
      cell: ({ object, apart }) =>
        object.href ? (
          <Link className="link" to={object.href}>
            <UserText>{object.name}</UserText>
            {apart ? <span className="sr-only">{apart}</span> : null}
          </Link>
        ) : object.name === object.id ? (
          <code className="code break-all">{object.id}</code>
        ) : (
          <UserText>{object.name}</UserText>
        ),
    },
    {
      key: 'who',
      label: t('column.who'),
      cell: (row) => (
        <span>
          <UserText>{row.actorName ?? t('nobody')}</UserText>
          {row.role ? <span className="text-ink-soft"> · {t(`common:role.${row.role}`)}</span> : null}
        </span>
      ),
    },
    {
      key: 'at',
      label: t('column.at'),
      cell: (row) => (
        <span className="inline-block sm:min-w-30">
          <Time {...row.at} />
        </span>
      ),
      tight: true,
      soft: true,
      sort: columnSort(state.sort, { rising: 'oldest', falling: 'newest' }, (sort) => auditList.href(state, { sort })),
    },
    { key: 'details', label: t('column.details'), cell: (row) => <Details row={row} /> },
  ]
}

function Details({ row }: { row: AuditRowView }) {
  const { t } = useTranslation('audit')
  return (
    <details>
      <summary className="link cursor-pointer">
        {t('column.details')}
        <span className="sr-only">
          {' '}
          <RichText
            text="audit:detailsOf"
            values={{ action: row.action, name: row.object.name, at: row.at.exact, id: row.id }}
            elements={{ name: <UserText /> }}
          />
        </span>
      </summary>
      <dl className="mt-2 grid gap-1.5 text-sm">
        {row.changes.map(({ name, before, after }) => (
          <div key={name}>
            <dt className="text-ink-soft">{name}</dt>
            <dd>
              {before === null || after === null || before === after ? (
                <UserText>{after ?? before}</UserText>
              ) : (
                <RichText
                  text="audit:change"
                  values={{ before, after }}
                  elements={{ before: <UserText />, after: <UserText /> }}
                />
              )}
            </dd>
          </div>
        ))}
        {row.reason ? (
          <div>
            <dt className="text-ink-soft">{t('reason')}</dt>
            <dd className="whitespace-pre-line">
              <UserText>{row.reason}</UserText>
            </dd>
          </div>
        ) : null}
        <div>
          <dt className="text-ink-soft">{t('reference')}</dt>
          <dd>
            <code className="code">{row.requestId}</code>
          </dd>
        </div>
      </dl>
    </details>
  )
}
