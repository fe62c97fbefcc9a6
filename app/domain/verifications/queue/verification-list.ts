import { href } from '../../../addresses'
import { defineList, type ListState } from '../../../lists/define-list'
import { choice, matching, members, text } from '../../../lists/list-fields'
import { COUNTRIES, VERIFICATION_STATUSES, VERIFICATION_TYPES, type VerificationType } from '../../../vocabulary'
import type { VerificationAction } from '../verification-actions'
import { UUID } from '../../../uuid'

/** The two queues: mode change requests appear only in their own tab. */
export const VERIFICATION_TABS = ['verifications', 'mode-changes'] as const

/** Views that everybody has; each covers both tabs. */
export const PRESET_VIEWS = ['mine', 'claimable', 'overdue', 'with-applicant', 'decided-today'] as const
export type PresetView = (typeof PRESET_VIEWS)[number]

/** The views that hold only what waits for somebody. */
export const WORK_VIEWS = ['claimable', 'mine'] as const

export const verificationList = defineList({
  path: `${href('/verifications')}/`,
  fields: {
    tab: choice(VERIFICATION_TABS),
    view: choice(['all', ...PRESET_VIEWS]),
    q: text(),
    type: members(VERIFICATION_TYPES),
    status: members(VERIFICATION_STATUSES),
    country: members(COUNTRIES),
    reviewer: matching(new RegExp(`^(me|nobody|${UUID})$`)),
    sort: choice(['due', 'oldest', 'newest']),
  },
})

export type VerificationListState = ListState<(typeof verificationList)['definition']>

export const isWorkView = ({ view }: Pick<VerificationListState, 'view'>): boolean =>
  WORK_VIEWS.some((name) => name === view)

/** The list to go to once nothing in a list waits for the person any more: what they may claim under the same filters, or the current view. */
export const listAfterLast = (state: VerificationListState): VerificationListState =>
  state.view === 'all' ? { ...state, view: 'claimable', page: 1 } : state

const tabOf = (type: VerificationType): VerificationListState['tab'] =>
  type === 'operation_mode_change' ? 'mode-changes' : 'verifications'

/** The address of the list that finds these applications: one tab, or all types when they are in both. */
export function listAddressFor(types: readonly VerificationType[], q: string): string {
  const [tab = VERIFICATION_TABS[0], ...others] = new Set(types.map(tabOf))
  const where = others.length > 0 ? { type: [...VERIFICATION_TYPES] } : { tab }
  return verificationList.href({ ...verificationList.empty, ...where, q })
}

/** An application by its id; mode change requests have pages of their own. */
export type ReviewAddress = { id: string; isModeChange: boolean }

export const reviewAddressOf = ({ id, type }: { id: string; type: VerificationType }): ReviewAddress => ({
  id,
  isModeChange: type === 'operation_mode_change',
})

/** The review page of an application. */
export function verificationPath(verification: { id: string; type: VerificationType }): string {
  const { id, isModeChange } = reviewAddressOf(verification)
  return isModeChange ? href('/verifications/mode-changes/:id', { id }) : href('/verifications/:id', { id })
}

/** The address of an action on an application, such as a decision. */
export const actionPath = (
  { id, isModeChange }: ReviewAddress,
  action: VerificationAction | 'claim' | 'second' | 'undo',
) =>
  isModeChange
    ? href(`/verifications/mode-changes/:id/${action}`, { id })
    : href(`/verifications/:id/${action}`, { id })

/** Where one of its documents is judged. */
export const verdictPath = ({ id, isModeChange }: ReviewAddress, documentId: string, verdict: 'verify' | 'reject') =>
  isModeChange
    ? href(`/verifications/mode-changes/:id/documents/:documentId/${verdict}`, { id, documentId })
    : href(`/verifications/:id/documents/:documentId/${verdict}`, { id, documentId })
