import { href } from 'react-router'
import { userList, type UserListState } from '../../domain/users/user-list'
import { useTranslation } from '../../i18n/use-translation'
import { otherParams } from '../../lists/paging'
import { SEARCH_MAX_LENGTH } from '../../lists/list-fields'
import { FilterChips, type FilterChip } from '../../ui/lists/filter-chips'
import { ExportLink } from '../../ui/lists/export-link'
import { FilterMenu } from '../../ui/lists/filter-menu'
import { SearchBox } from '../../ui/lists/search-box'
import { Toolbar } from '../../ui/lists/toolbar'
import { ROLES, USER_STATUSES } from '../../vocabulary'

type UserFiltersProps = {
  state: UserListState
  chips: readonly FilterChip[]
  /** The count of results in words. */
  found: string
}

export function UserFilters({ state, chips, found }: UserFiltersProps) {
  const { t } = useTranslation(['users', 'common'])
  return (
    <>
      <Toolbar
        action={userList.path}
        keep={otherParams(userList.search(state), ['username', 'status', 'role', 'page'])}
        end={
          <>
            <ExportLink to={userList.href(state, { page: 1 }, href('/users/export'))} />
            <span data-said="">{found}</span>
          </>
        }
      >
        <SearchBox name="username" label={t('search')} defaultValue={state.username} maxLength={SEARCH_MAX_LENGTH} />
        <FilterMenu
          name="status"
          label={t('column.status')}
          options={USER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          chosen={state.status}
        />
        <FilterMenu
          name="role"
          label={t('column.role')}
          options={ROLES.map((value) => ({ value, label: t(`common:role.${value}`) }))}
          chosen={state.role}
        />
      </Toolbar>
      <FilterChips chips={chips} resetHref={userList.path} />
    </>
  )
}
