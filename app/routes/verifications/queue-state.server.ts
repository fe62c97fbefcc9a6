import type { Actor } from '../../domain/access'
import { verificationList, type VerificationListState } from '../../domain/verifications/queue/verification-list'
import { isModeChangeAddress } from './addresses'

/** The queue that a page was opened from; for a mode change request without a type filter, the mode changes tab. */
export function queueStateAt(url: URL, { pageSize }: Pick<Actor, 'pageSize'>): VerificationListState {
  const state = verificationList.read(url, pageSize)
  const isFirstTab = state.view === 'all' && state.type.length === 0
  return isModeChangeAddress(url) && isFirstTab ? { ...state, tab: 'mode-changes' } : state
}
