import { verificationList } from '../../../domain/verifications/queue/verification-list'
import type { QueuePageView } from './queue-view.server'
import { useTranslation } from '../../../i18n/use-translation'

/** The queue's active filters in words; the second tab has only one type, which is not a filter. */
export function useQueueChips({
  state,
  countries,
  reviewers,
}: Pick<QueuePageView, 'state' | 'countries' | 'reviewers'>) {
  const { t } = useTranslation('verifications')
  const people = [{ value: 'me', label: t('filter.me') }, { value: 'nobody', label: t('filter.nobody') }, ...reviewers]
  const labelIn = (options: readonly { value: string; label: string }[]) => (value: string) =>
    options.find((option) => option.value === value)?.label ?? value
  return verificationList.chips(state.tab === 'mode-changes' ? { ...state, type: [] } : state, {
    q: { label: t('filter.search') },
    type: { label: t('filter.type'), member: (type) => t(`type.${type}`) },
    status: { label: t('filter.status'), member: (status) => t(`status.${status}`) },
    country: { label: t('filter.country'), member: labelIn(countries) },
    reviewer: { label: t('filter.reviewer'), member: labelIn(people) },
  })
}
