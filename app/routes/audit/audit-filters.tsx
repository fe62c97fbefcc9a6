import { href } from 'react-router'
import { AREAS } from '../../audit-actions'
import { auditList, type AuditListState } from '../../domain/audit/audit-list'
import { useTranslation } from '../../i18n/use-translation'
import { otherParams } from '../../lists/paging'
import { SEARCH_MAX_LENGTH } from '../../lists/list-fields'
import { FilterChips, type FilterChip } from '../../ui/lists/filter-chips'
import { ExportLink } from '../../ui/lists/export-link'
import { FilterMenu } from '../../ui/lists/filter-menu'
import { SearchBox } from '../../ui/lists/search-box'
import { Toolbar } from '../../ui/lists/toolbar'
import { ROLES } from '../../vocabulary'

type AuditFiltersProps = {
  state: AuditListState
  chips: readonly FilterChip[]
  /** The count of results in words. */
  found: string
  seesAll: boolean
}

export function AuditFilters({ state, chips, found, seesAll }: AuditFiltersProps) {
  const { t } = useTranslation(['audit', 'common'])
  const controls = ['text', 'area', 'from', 'to', 'page', ...(seesAll ? ['whose', 'role'] : [])]
  return (
    <>
      <Toolbar
        action={auditList.path}
        keep={otherParams(auditList.search(state), controls)}
        end={
          <>
            <ExportLink to={auditList.href(state, { page: 1 }, href('/audit/export'))} />
            <span data-said="">{found}</span>
          </>
        }
      >
        <SearchBox name="text" label={t('search')} defaultValue={state.text} maxLength={SEARCH_MAX_LENGTH} />
        <FilterMenu
          name="area"
          label={t('filter.area')}
          options={AREAS.map((value) => ({ value, label: t(`area.${value}`) }))}
          chosen={state.area}
        />
        {seesAll ? (
          <>
            <FilterMenu
              name="role"
              label={t('filter.role')}
              options={ROLES.map((value) => ({ value, label: t(`common:role.${value}`) }))}
              chosen={state.role}
            />
            <FilterMenu
              name="whose"
              label={t('filter.whose')}
              choose="one"
              allLabel={t('whose.all')}
              options={[{ value: 'own', label: t('whose.own') }]}
              chosen={state.whose === 'own' ? ['own'] : []}
            />
          </>
        ) : null}
        <DayBox name="from" label={t('filter.from')} value={state.from} />
        <DayBox name="to" label={t('filter.to')} value={state.to} />
      </Toolbar>
      <FilterChips chips={chips} resetHref={auditList.path} />
    </>
  )
}

function DayBox({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className="flex items-center justify-between gap-2 text-sm text-ink-soft max-sm:w-full">
      {label}
      <input type="date" name={name} defaultValue={value} className="input w-auto" />
    </label>
  )
}
