import { useTranslation } from 'react-i18next'
import { inviteList } from '../../domain/invites/input'
import type { Moment } from '../../i18n/moment'
import { Badge } from '../../ui/badge'
import { CopyButton } from '../../ui/copy-button'
import { DataTable, type Column } from '../../ui/data-table'
import { EmptyState, NoMatch } from '../../ui/empty-state'
import { NotGiven } from '../../ui/facts'
import type { FilterChip } from '../../ui/filter-chips'
import { Icon } from '../../ui/icon'
import { Time } from '../../ui/time'
import type { InviteStatus, InviteType, Role } from '../../vocabulary'
import { INVITE_ICONS, INVITE_TONES } from './invite-looks'
import { Usage } from './usage'

type Row = {
  id: string
  code: string
  type: InviteType
  status: InviteStatus
  used: string
  maximum: string
  usedPercent: number
  expiresAt: Moment | null
  notes: string | null
  role: Role | null
  organizationName: string | null
  creator: string | null
  createdAt: Moment
}

export function InviteTable({ rows, chips }: { rows: readonly Row[]; chips: readonly FilterChip[] }) {
  const { t } = useTranslation('invites')
  return (
    <DataTable
      caption={t('title')}
      columns={useColumns()}
      rows={rows}
      rowKey={(row) => row.id}
      actions={(row) => (
        <CopyButton value={row.code} label={t('copy')} copied={t('copied')} variant="quiet" size="small" iconOnly />
      )}
      empty={
        chips.length > 0 ? (
          <NoMatch title={t('noMatchTitle')} text={t('noMatchText')} chips={chips} resetHref={inviteList.path} />
        ) : (
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} icon="ticket" />
        )
      }
    />
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('invites')
  return [
    {
      key: 'code',
      label: t('column.code'),
      cell: (row) => (
        <bdi>
          <code className="code whitespace-nowrap">{row.code}</code>
        </bdi>
      ),
      tight: true,
    },
    { key: 'type', label: t('column.type'), cell: (row) => <TypeOf row={row} /> },
    {
      key: 'status',
      label: t('column.status'),
      cell: (row) => <Badge tone={INVITE_TONES[row.status]}>{t(`status.${row.status}`)}</Badge>,
    },
    { key: 'usage', label: t('column.usage'), cell: (row) => <Usage {...row} />, tight: true },
    {
      key: 'expires',
      label: t('column.expires'),
      cell: (row) => (row.expiresAt ? <Time {...row.expiresAt} /> : t('never')),
      tight: true,
    },
    { key: 'notes', label: t('column.notes'), cell: (row) => row.notes ?? <NotGiven />, soft: true, roomy: true },
    {
      key: 'created',
      label: t('column.created'),
      cell: (row) => <Created row={row} />,
      soft: true,
      roomy: true,
    },
  ]
}

/** What the code lets somebody join, and which organization or role it names. */
function TypeOf({ row }: { row: Row }) {
  const { t } = useTranslation(['invites', 'common'])
  const named = row.organizationName ?? (row.role ? t(`common:role.${row.role}`) : null)
  return (
    <span className="flex items-center gap-2">
      <span className="hidden text-ink-soft xl:inline">
        <Icon name={INVITE_ICONS[row.type]} />
      </span>
      <span className="grid">
        {t(`type.${row.type}`)}
        {named ? (
          <span className="text-sm text-ink-soft">
            <bdi>{named}</bdi>
          </span>
        ) : null}
      </span>
    </span>
  )
}

function Created({ row }: { row: Row }) {
  return (
    <span className="grid">
      <Time {...row.createdAt} />
      {row.creator ? (
        <span className="text-sm">
          <bdi>{row.creator}</bdi>
        </span>
      ) : null}
    </span>
  )
}
