import { useTranslation } from 'react-i18next'
import { userList, type UserListState } from '../../domain/users/input'
import type { FilterChip } from '../../ui/filter-chips'

/** What the list is narrowed by, in words, each with the address without it. */
export function useUserChips(state: UserListState): FilterChip[] {
  const { t } = useTranslation(['users', 'common'])
  const without = (key: 'username' | 'status' | 'role', value: string) =>
    userList.href(userList.without(state, key, value))
  const { username } = state
  return [
    ...(username ? [{ label: t('column.username'), value: username, removeHref: without('username', username) }] : []),
    ...state.status.map((value) => ({
      label: t('column.status'),
      value: t(`status.${value}`),
      removeHref: without('status', value),
    })),
    ...state.role.map((value) => ({
      label: t('column.role'),
      value: t(`common:role.${value}`),
      removeHref: without('role', value),
    })),
  ]
}
