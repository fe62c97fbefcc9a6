import type { OrganizationStatus, Role, UserStatus, VerificationStatus } from '../vocabulary'
import { ABILITIES } from './access'
import { mayDoToUser, ruleOfUserAction, USER_ACTION_NAMES, type UserAction } from './users/user-actions'
import { sourcesOf } from './organizations/status/organization-status'
import { STATUS_CHANGE_NAMES, STATUS_CHANGES, type StatusChange } from './organizations/status/status-change'
import {
  ruleOf,
  VERIFICATION_ACTION_NAMES,
  VERIFICATION_ACTIONS,
  type VerificationAction,
} from './verifications/verification-actions'

export type VerificationMove = {
  action: VerificationAction
  from: readonly VerificationStatus[]
  to: VerificationStatus
  needs: (typeof VERIFICATION_ACTIONS)[VerificationAction]['needs']
  roles: readonly Role[]
  /** The roles for sensitive types; null where the type makes no difference. */
  sensitiveRoles: readonly Role[] | null
}

/** Every action on an application, derived from the rules. */
export const VERIFICATION_MOVES: readonly VerificationMove[] = VERIFICATION_ACTION_NAMES.map((action) => {
  const { from, to, needs } = VERIFICATION_ACTIONS[action]
  const sensitiveRoles = ruleOf(action).isReview ? ABILITIES['verifications.decideSensitive'] : null
  return { action, from, to, needs, roles: ABILITIES['verifications.review'], sensitiveRoles }
})

/** Statuses that an organization reaches through its applications, not by hand. */
const BY_APPLICATION = ['submitted', 'pending', 'approved', 'rejected'] as const
type ByApplication = (typeof BY_APPLICATION)[number]

export type OrganizationMove = {
  action: ByApplication | StatusChange
  from: readonly OrganizationStatus[]
  to: OrganizationStatus
  reason: (typeof STATUS_CHANGES)[StatusChange]['reason']
  /** Empty where no member of staff does it alone. */
  roles: readonly Role[]
}

const followsApplication = (to: ByApplication): OrganizationMove => ({
  action: to,
  from: sourcesOf(to),
  to,
  reason: 'none',
  roles: [],
})

const doneByHand = (action: StatusChange): OrganizationMove => {
  const { from, to, reason, ability } = STATUS_CHANGES[action]
  return { action, from, to, reason, roles: ABILITIES[ability] }
}

/** Every transition between statuses of an organization. */
export const ORGANIZATION_MOVES: readonly OrganizationMove[] = [
  ...BY_APPLICATION.map(followsApplication),
  ...STATUS_CHANGE_NAMES.map(doneByHand),
]

type UserMove = {
  action: UserAction
  from: readonly UserStatus[]
  /** null where the status stays. */
  to: UserStatus | null
  reason: 'none' | 'required'
  roles: readonly Role[]
  /** Whether superadmins may do it to each other. */
  isAmongSuperadmins: boolean
}

const [ONE, OTHER] = [
  { id: 'one', role: 'superadmin' },
  { id: 'other', role: 'superadmin' },
] as const

/** Everything that staff may do to users. */
export const USER_MOVES: readonly UserMove[] = USER_ACTION_NAMES.map((action) => {
  const { from, to, needsReason, ability } = ruleOfUserAction(action)
  const isAmongSuperadmins = mayDoToUser(ONE, OTHER, action)
  return { action, from, to, reason: needsReason ? 'required' : 'none', roles: ABILITIES[ability], isAmongSuperadmins }
})
