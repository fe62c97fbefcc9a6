import { href } from 'react-router'
import { organizationList, type OrganizationListState } from '../../domain/organizations/organization-list'
import { useTranslation } from '../../i18n/use-translation'
import { otherParams } from '../../lists/paging'
import { SEARCH_MAX_LENGTH } from '../../lists/list-fields'
import { FilterChips, type FilterChip } from '../../ui/lists/filter-chips'
import { ExportLink } from '../../ui/lists/export-link'
import { FilterMenu } from '../../ui/lists/filter-menu'
import { SearchBox } from '../../ui/lists/search-box'
import type { Choice } from '../../ui/forms/text-field'
import { Toolbar } from '../../ui/lists/toolbar'
import { OPERATION_MODES, ORGANIZATION_STATUSES } from '../../vocabulary'

type Counts = Record<'status' | 'mode' | 'country', Partial<Record<string, string>>>

type OrganizationFiltersProps = {
  state: OrganizationListState
  countries: readonly Choice[]
  counts: Counts
  chips: readonly FilterChip[]
  /** The count of results in words. */
  found: string
}

export function OrganizationFilters({ state, countries, counts, chips, found }: OrganizationFiltersProps) {
  const { t } = useTranslation('organizations')
  return (
    <>
      <Toolbar
        action={organizationList.path}
        keep={otherParams(organizationList.search(state), [
          ...organizationList.fields.filter((name) => name !== 'sort'),
          'page',
        ])}
        end={
          <>
            <ExportLink to={organizationList.href(state, { page: 1 }, href('/organizations/export'))} />
            <span data-said="">{found}</span>
          </>
        }
      >
        <SearchBox name="q" label={t('search')} defaultValue={state.q} maxLength={SEARCH_MAX_LENGTH} />
        <FilterMenu
          name="status"
          label={t('column.status')}
          options={ORGANIZATION_STATUSES.map((value) => ({
            value,
            label: t(`status.${value}`),
            count: counts.status[value],
          }))}
          chosen={state.status}
        />
        <FilterMenu
          name="mode"
          label={t('column.mode')}
          options={OPERATION_MODES.map((value) => ({ value, label: t(`mode.${value}`), count: counts.mode[value] }))}
          chosen={state.mode}
        />
        <FilterMenu
          name="country"
          label={t('column.country')}
          options={countries.map((country) => ({ ...country, count: counts.country[country.value] }))}
          chosen={state.country}
        />
      </Toolbar>
      <FilterChips chips={chips} resetHref={organizationList.path} />
    </>
  )
}
