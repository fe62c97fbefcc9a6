import { useTranslation } from 'react-i18next'
import { organizationList, type OrganizationListState } from '../../domain/organizations/input'
import type { FilterChip } from '../../ui/filter-chips'
import type { Choice } from '../../ui/text-field'

/** What the list is narrowed by, in words, each with the address without it. */
export function useOrganizationChips(state: OrganizationListState, countries: readonly Choice[]): FilterChip[] {
  const { t } = useTranslation('organizations')
  const without = (key: 'q' | 'status' | 'mode' | 'country', value: string) =>
    organizationList.href(organizationList.without(state, key, value))
  const countryName = (value: string) => countries.find((country) => country.value === value)?.label ?? value
  return [
    ...(state.q ? [{ label: t('column.name'), value: state.q, removeHref: without('q', state.q) }] : []),
    ...state.status.map((value) => ({
      label: t('column.status'),
      value: t(`status.${value}`),
      removeHref: without('status', value),
    })),
    ...state.mode.map((value) => ({
      label: t('column.mode'),
      value: t(`mode.${value}`),
      removeHref: without('mode', value),
    })),
    ...state.country.map((value) => ({
      label: t('column.country'),
      value: countryName(value),
      removeHref: without('country', value),
    })),
  ]
}
