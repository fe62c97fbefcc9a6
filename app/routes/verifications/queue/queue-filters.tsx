import { href } from 'react-router'
import { verificationList } from '../../../domain/verifications/queue/verification-list'
import { useTranslation } from '../../../i18n/use-translation'
import { otherParams } from '../../../lists/paging'
import { SEARCH_MAX_LENGTH } from '../../../lists/list-fields'
import { FilterChips } from '../../../ui/lists/filter-chips'
import { ExportLink } from '../../../ui/lists/export-link'
import { FilterMenu } from '../../../ui/lists/filter-menu'
import { SearchBox } from '../../../ui/lists/search-box'
import { Toolbar } from '../../../ui/lists/toolbar'
import { VERIFICATION_STATUSES, VERIFICATION_TYPES } from '../../../vocabulary'
import type { QueuePageView } from './queue-view.server'
import { useQueueChips } from './queue-chips'

/** Search and filters as one GET form, and the active ones as removable chips. */
export function QueueFilters(view: QueuePageView) {
  const { t } = useTranslation('verifications')
  const { state } = view
  const isModeChanges = state.tab === 'mode-changes'
  const unfiltered = {
    ...verificationList.empty,
    tab: state.tab,
    view: state.view,
    sort: state.sort,
    pageSize: state.pageSize,
    usualPageSize: state.usualPageSize,
  }
  const chips = useQueueChips(view)
  const types = VERIFICATION_TYPES.filter((type) => state.view !== 'all' || type !== 'operation_mode_change')
  return (
    <>
      <Toolbar
        action={verificationList.path}
        keep={otherParams(verificationList.search(unfiltered), [])}
        end={
          <>
            <ExportLink to={verificationList.href(state, { page: 1 }, href('/verifications/export'))} />
            <span data-said="">{t('found', { total: view.totalText })}</span>
          </>
        }
      >
        <SearchBox name="q" label={t('search')} defaultValue={state.q} maxLength={SEARCH_MAX_LENGTH} />
        {isModeChanges ? null : (
          <FilterMenu
            name="type"
            label={t('filter.type')}
            chosen={state.type}
            options={types.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
        )}
        <FilterMenu
          name="status"
          label={t('filter.status')}
          chosen={state.status}
          options={VERIFICATION_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <FilterMenu name="country" label={t('filter.country')} chosen={state.country} options={view.countries} />
        <FilterMenu
          name="reviewer"
          label={t('filter.reviewer')}
          chosen={state.reviewer}
          options={[
            { value: 'me', label: t('filter.me') },
            { value: 'nobody', label: t('filter.nobody') },
            ...view.reviewers,
          ]}
        />
      </Toolbar>
      {view.rows.length > 0 || state.view !== 'all' ? (
        <FilterChips chips={chips} resetHref={verificationList.href(unfiltered)} />
      ) : null}
    </>
  )
}
