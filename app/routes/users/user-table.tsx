import { href } from 'react-router'
import { userList, type UserListState } from '../../domain/users/user-list'
import { useTranslation } from '../../i18n/use-translation'
import { columnSort } from '../../lists/column-sort'
import type { Moment } from '../../i18n/moment'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { Link } from '../../ui/link'
import { DataTable, type Column } from '../../ui/lists/data-table'
import { EmptyState, NoMatch } from '../../ui/empty-state'
import { NotGiven } from '../../ui/facts'
import type { FilterChip } from '../../ui/lists/filter-chips'
import { Icon } from '../../ui/icon'
import { MenuLink, RowMenu } from '../../ui/menu'
import { Time } from '../../ui/time'
import type { Role, UserStatus } from '../../vocabulary'
import { userAddress } from './addresses'
import { ROLE_ICONS } from './role-icons'
import { USER_TONES } from '../../ui/status-tones'
import { UserText } from '../../ui/user-text'

type Row = {
  id: string
  username: string
  /** Follows a name that another row has too; for screen readers only. */
  apart: string
  phone: string
  role: Role | null
  status: UserStatus
  organizationId: string | null
  organizationName: string | null
  createdAt: Moment
  lastSignInAt: Moment | null
}

type UserTableProps = {
  rows: readonly Row[]
  state: UserListState
  /** True when these only resemble the searched words. */
  isLoose: boolean
  chips: readonly FilterChip[]
}

export function UserTable({ rows, state, isLoose, chips }: UserTableProps) {
  const { t } = useTranslation('users')
  const nameOf = ({ username, apart }: Row) => username + apart
  const detailHref = (row: Row) => userAddress(row.id, userList.search(state))
  return (
    <DataTable
      caption={t('title')}
      columns={useColumns(state, isLoose)}
      rows={rows}
      rowKey={(row) => row.id}
      rowName={nameOf}
      rowHref={detailHref}
      actions={(row) => (
        <RowMenu label={t('rowMenu', { name: nameOf(row) })}>
          <MenuLink to={detailHref(row)} icon="eye">
            {t('viewDetails')}
          </MenuLink>
        </RowMenu>
      )}
      empty={
        chips.length > 0 ? (
          <NoMatch title={t('noMatchTitle')} text={t('noMatchText')} chips={chips} resetHref={userList.path} />
        ) : (
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} icon="users" />
        )
      }
    />
  )
}

function useColumns(state: UserListState, isLoose: boolean): Column<Row>[] {
  const { t } = useTranslation('users')
  type Order = UserListState['sort']
  const hrefOf = (sort: Order) => userList.href(state, { sort })
  const named = (sort: Order): Order => (sort === 'newest' && !isLoose ? 'closest' : sort)
  return [
    {
      key: 'username',
      label: t('column.username'),
      cell: (row) => (
        <span className="flex items-center gap-2.5">
          <Avatar name={row.username} size="small" />
          <UserText className="font-semibold">{row.username}</UserText>
          {row.apart ? <span className="sr-only">{row.apart}</span> : null}
        </span>
      ),
      sort: columnSort(state.sort, { rising: 'name', falling: 'name-last' }, hrefOf),
    },
    { key: 'role', label: t('column.role'), cell: (row) => <RoleOf row={row} /> },
    {
      key: 'status',
      label: t('column.status'),
      cell: (row) => <Badge tone={USER_TONES[row.status]}>{t(`status.${row.status}`)}</Badge>,
    },
    {
      key: 'phone',
      label: t('column.phone'),
      cell: (row) => <bdi className="unbroken">{row.phone}</bdi>,
      tight: true,
    },
    {
      key: 'lastSignIn',
      label: t('column.lastSignIn'),
      cell: (row) => (row.lastSignInAt ? <Time {...row.lastSignInAt} /> : <NotGiven />),
      tight: true,
      soft: true,
      sort: columnSort(state.sort, { rising: 'seen-last', falling: 'seen', first: 'falling' }, hrefOf),
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

/** Shows the role for staff, the organization for partners. */
function RoleOf({ row }: { row: Row }) {
  const { t } = useTranslation(['users', 'common'])
  return (
    <span className="flex items-center gap-2">
      <span className="text-ink-soft">
        <Icon name={row.role ? ROLE_ICONS[row.role] : 'building'} />
      </span>
      {row.role ? (
        t(`common:role.${row.role}`)
      ) : (
        <span>
          {t('partner')}
          {row.organizationId ? (
            <>
              {' · '}
              <Link className="link" to={href('/organizations/:id', { id: row.organizationId })}>
                <UserText>{row.organizationName}</UserText>
              </Link>
            </>
          ) : null}
        </span>
      )}
    </span>
  )
}
