import { defineList, type ListState } from '../../../lists/define-list'
import { choice, matching, members, text } from '../../../lists/list-fields'
import {
  COUNTRIES,
  isUuid,
  UUID,
  VERIFICATION_STATUSES,
  VERIFICATION_TYPES,
  type VerificationType,
} from '../../../vocabulary'

/** The two queues: mode change requests stand in their own tab only. */
export const VERIFICATION_TABS = ['verifications', 'mode-changes'] as const

/** Views that everybody has; each holds what is in it of both tabs. */
export const PRESET_VIEWS = ['mine', 'claimable', 'overdue', 'with-applicant', 'decided-today'] as const
export type PresetView = (typeof PRESET_VIEWS)[number]

export const verificationList = defineList({
  path: '/verifications/',
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

export const isVerificationId = isUuid

/** The review page of an application; mode change requests have their own. */
export const verificationPath = (verification: { id: string; type: VerificationType }): string =>
  verification.type === 'operation_mode_change'
    ? `/verifications/mode-changes/${verification.id}`
    : `/verifications/${verification.id}`
