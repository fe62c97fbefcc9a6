import { useTranslation } from 'react-i18next'
import { inviteList, type InviteListState } from '../../domain/invites/input'
import type { FilterChip } from '../../ui/filter-chips'

/** What the list is narrowed by, in words, each with the address without it. */
export function useInviteChips(state: InviteListState): FilterChip[] {
  const { t } = useTranslation('invites')
  const without = (key: 'q' | 'type' | 'status', value: string) =>
    inviteList.href(inviteList.without(state, key, value))
  return [
    ...(state.q ? [{ label: t('column.code'), value: state.q, removeHref: without('q', state.q) }] : []),
    ...state.type.map((value) => ({
      label: t('column.type'),
      value: t(`type.${value}`),
      removeHref: without('type', value),
    })),
    ...state.status.map((value) => ({
      label: t('column.status'),
      value: t(`status.${value}`),
      removeHref: without('status', value),
    })),
  ]
}
