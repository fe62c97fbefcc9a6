import { useTranslation } from 'react-i18next'
import { verificationList } from '../../../domain/verifications/verification-list'
import type { FilterChip } from '../../../ui/filter-chips'
import { COUNTRIES, VERIFICATION_STATUSES, VERIFICATION_TYPES } from '../../../vocabulary'
import type { QueueView } from './queue-view.server'

/** Everything the queue is narrowed by, in words; the second tab holds one type, which is no filter. */
export function useQueueChips({ state, countries, reviewers }: Pick<QueueView, 'state' | 'countries' | 'reviewers'>) {
  const { t } = useTranslation('verifications')
  const people = [{ value: 'me', label: t('filter.me') }, { value: 'nobody', label: t('filter.nobody') }, ...reviewers]
  const labelIn = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value
  const known = <Member extends string>(all: readonly Member[], value: string, say: (member: Member) => string) => {
    const member = all.find((one) => one === value)
    return member ? say(member) : value
  }
  return verificationList
    .chosen(state.tab === 'mode-changes' ? { ...state, type: [] } : state)
    .flatMap(({ key, value }): FilterChip[] => {
      const removeHref = verificationList.href(verificationList.without(state, key, value))
      switch (key) {
        case 'q':
          return [{ label: t('filter.search'), value, removeHref }]
        case 'type':
          return [
            {
              label: t('filter.type'),
              value: known(VERIFICATION_TYPES, value, (type) => t(`type.${type}`)),
              removeHref,
            },
          ]
        case 'status':
          return [
            {
              label: t('filter.status'),
              value: known(VERIFICATION_STATUSES, value, (status) => t(`status.${status}`)),
              removeHref,
            },
          ]
        case 'country':
          return [
            {
              label: t('filter.country'),
              value: known(COUNTRIES, value, (code) => labelIn(countries, code)),
              removeHref,
            },
          ]
        case 'reviewer':
          return [{ label: t('filter.reviewer'), value: labelIn(people, value), removeHref }]
        default:
          return []
      }
    })
}
