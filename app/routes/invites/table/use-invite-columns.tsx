import { inviteList, type InviteListState } from '../../../domain/invites/invite-list'
import { useTranslation } from '../../../i18n/use-translation'
import { columnSort } from '../../../lists/column-sort'
import type { Column } from '../../../ui/lists/data-table'
import { NotGiven } from '../../../ui/facts'
import { Icon, type IconName } from '../../../ui/icon'
import { Time } from '../../../ui/time'
import { StatusBadge } from '../invite-status'
import type { Row } from './list-view.server'
import { Recipient } from '../recipient'
import { Usage } from '../usage'
import { UserText } from '../../../ui/user-text'
import type { InviteType } from '../../../vocabulary'

const INVITE_ICONS = {
  invite_to_organization: 'building',
  invite_to_user: 'user',
  invite_logistic_provider: 'truck',
} as const satisfies Record<InviteType, IconName>

export function useInviteColumns(state: InviteListState): Column<Row>[] {
  const { t } = useTranslation('invites')
  const hrefOf = (sort: InviteListState['sort']) => inviteList.href(state, { sort })
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
    { key: 'status', label: t('column.status'), cell: (row) => <StatusBadge {...row} />, tight: true },
    { key: 'usage', label: t('column.usage'), cell: (row) => <Usage {...row} />, tight: true },
    {
      key: 'expires',
      label: t('column.expires'),
      cell: (row) => (row.expiresAt ? <Time {...row.expiresAt} /> : t('never')),
      tight: true,
      sort: columnSort(state.sort, { rising: 'expires-first', falling: 'expires-last' }, hrefOf),
    },
    {
      key: 'recipient',
      label: t('column.recipient'),
      cell: (row) => (row.channel ? <Recipient {...row} /> : <NotGiven />),
      soft: true,
      hiddenBelow: 1500,
    },
    {
      key: 'notes',
      label: t('column.notes'),
      cell: (row) => (row.notes ? <UserText>{row.notes}</UserText> : <NotGiven />),
      soft: true,
      hiddenBelow: 1500,
    },
    {
      key: 'created',
      label: t('column.created'),
      cell: (row) => <Created row={row} />,
      soft: true,
      hiddenBelow: 1280,
      sort: columnSort(state.sort, { rising: 'oldest', falling: 'newest', first: 'falling' }, hrefOf),
    },
  ]
}

/** What the code lets a person join, and which organization or role it names. */
function TypeOf({ row }: { row: Row }) {
  const { t } = useTranslation(['invites', 'common'])
  const named = row.organizationName ?? (row.role ? t(`common:role.${row.role}`) : null)
  return (
    <span className="flex items-center gap-2">
      <span className="hidden text-ink-soft xl:inline">
        <Icon name={INVITE_ICONS[row.type]} />
      </span>
      <span className="grid">
        {t(`type.${row.type}`)}{' '}
        {named ? (
          <span className="text-sm text-ink-soft">
            <UserText>{named}</UserText>
          </span>
        ) : null}
      </span>
    </span>
  )
}

function Created({ row }: { row: Row }) {
  return (
    <span className="grid">
      <span className="unbroken">
        <Time {...row.createdAt} />
      </span>{' '}
      {row.creator ? (
        <span className="text-sm">
          <UserText>{row.creator}</UserText>
        </span>
      ) : null}
    </span>
  )
}
