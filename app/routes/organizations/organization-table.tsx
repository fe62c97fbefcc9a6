import { href } from 'react-router'
import { organizationList, type OrganizationListState } from '../../domain/organizations/organization-list'
import type { Wait } from '../../domain/organizations/status/waits-for'
import { RichText } from '../../i18n/rich-text'
import { useTranslation } from '../../i18n/use-translation'
import { columnSort } from '../../lists/column-sort'
import type { Moment } from '../../i18n/moment'
import { Badge } from '../../ui/badge'
import { CopyMenuButton } from '../../ui/copy-button'
import { Link } from '../../ui/link'
import { DataTable, type Column } from '../../ui/lists/data-table'
import { EmptyState, NoMatch } from '../../ui/empty-state'
import type { FilterChip } from '../../ui/lists/filter-chips'
import { MenuLink, RowMenu } from '../../ui/menu'
import { Time } from '../../ui/time'
import type { OperationMode, OrganizationStatus } from '../../vocabulary'
import { ORGANIZATION_TONES } from '../../ui/status-tones'
import { UserText } from '../../ui/user-text'

type Row = {
  id: string
  name: string
  /** Follows a name that another row has too; for screen readers only. */
  apart: string
  legalName: string
  country: string
  operationMode: OperationMode
  status: OrganizationStatus
  isTrial: boolean
  waitsFor: Wait | null
  /** The address of the application that it waits for. */
  waitsAt: string | null
  createdAt: Moment
}

type OrganizationTableProps = { rows: readonly Row[]; state: OrganizationListState; chips: readonly FilterChip[] }

export function OrganizationTable({ rows, state, chips }: OrganizationTableProps) {
  const { t } = useTranslation('organizations')
  const nameOf = ({ name, apart }: Row) => name + apart
  const detailHref = (row: Row) => organizationList.href(state, {}, href('/organizations/:id', row))
  return (
    <DataTable
      caption={t('title')}
      columns={useColumns(state)}
      rows={rows}
      rowKey={(row) => row.id}
      rowName={nameOf}
      rowHref={detailHref}
      actions={(row) => (
        <RowMenu label={t('rowMenu', { name: nameOf(row) })}>
          <MenuLink to={detailHref(row)} icon="eye">
            {t('viewDetails')}
          </MenuLink>
          <CopyMenuButton value={row.id} label={t('copyId')} copied={t('copied')} />
        </RowMenu>
      )}
      empty={
        chips.length > 0 ? (
          <NoMatch title={t('noMatchTitle')} text={t('noMatchText')} chips={chips} resetHref={organizationList.path} />
        ) : (
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} icon="building" />
        )
      }
    />
  )
}

function useColumns(state: OrganizationListState): Column<Row>[] {
  const { t } = useTranslation('organizations')
  type Order = OrganizationListState['sort']
  const hrefOf = (sort: Order) => organizationList.href(state, { sort })
  const named = (sort: Order): Order => (sort === 'newest' && !state.q ? 'closest' : sort)
  return [
    {
      key: 'name',
      label: t('column.name'),
      cell: ({ name, apart }) => (
        <>
          <UserText>{name}</UserText>
          {apart ? <span className="sr-only">{apart}</span> : null}
        </>
      ),
      sort: columnSort(state.sort, { rising: 'name', falling: 'name-last' }, hrefOf),
    },
    { key: 'country', label: t('column.country'), cell: (row) => row.country },
    { key: 'mode', label: t('column.mode'), cell: (row) => t(`mode.${row.operationMode}`) },
    {
      key: 'status',
      label: t('column.status'),
      cell: (row) => <Badge tone={ORGANIZATION_TONES[row.status]}>{t(`status.${row.status}`)}</Badge>,
    },
    {
      key: 'waitsFor',
      label: t('column.waitsFor'),
      cell: ({ waitsFor, waitsAt, name }) => {
        const label = waitsFor && t(`waitsFor.${waitsFor}`)
        return label && waitsAt ? (
          <Link to={waitsAt} className="link">
            {label}
            <span className="sr-only">
              <RichText
                text="common:labelledWords"
                values={{ label: '', value: name }}
                elements={{ words: <UserText /> }}
              />
            </span>
          </Link>
        ) : (
          (label ?? '—')
        )
      },
    },
    {
      key: 'access',
      label: t('column.access'),
      cell: (row) => t(row.isTrial ? 'access.trial' : 'access.official'),
      soft: true,
    },
    {
      key: 'created',
      label: t('column.created'),
      cell: (row) => <Time {...row.createdAt} />,
      tight: true,
      soft: true,
      hiddenBelow: 1280,
      sort: columnSort(named(state.sort), { rising: 'oldest', falling: named('newest'), first: 'falling' }, hrefOf),
    },
  ]
}
