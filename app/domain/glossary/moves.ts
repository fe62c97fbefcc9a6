import { ORGANIZATION_STATUSES, type OrganizationStatus, type Role, type VerificationStatus } from '../../vocabulary'
import { ABILITIES } from '../access'
import { sourcesOf } from '../organizations/organization-status'
import {
  ruleOf,
  VERIFICATION_ACTION_NAMES,
  VERIFICATION_ACTIONS,
  type VerificationAction,
} from '../verifications/verification-actions'

export type VerificationMove = {
  action: VerificationAction
  from: readonly VerificationStatus[]
  to: VerificationStatus
  needs: (typeof VERIFICATION_ACTIONS)[VerificationAction]['needs']
  roles: readonly Role[]
  /** Who may where the type is sensitive; null where that makes no difference. */
  sensitiveRoles: readonly Role[] | null
}

/** Everything that may happen to an application, as the rules have it. */
export const VERIFICATION_MOVES: readonly VerificationMove[] = VERIFICATION_ACTION_NAMES.map((action) => {
  const { from, to, needs } = VERIFICATION_ACTIONS[action]
  const sensitiveRoles = ruleOf(action).isDecision ? ABILITIES['verifications.decideSensitive'] : null
  return { action, from, to, needs, roles: ABILITIES['verifications.review'], sensitiveRoles }
})

/** Where no organization comes back to. */
const BEGINNING = 'draft'
type Reached = Exclude<OrganizationStatus, typeof BEGINNING>

export type OrganizationMove = {
  to: Reached
  from: readonly OrganizationStatus[]
  /** Empty where no member of staff does it alone: the partner submits, a decision on the application does the rest. */
  roles: readonly Role[]
}

const BY_STAFF: readonly OrganizationStatus[] = ['active', 'suspended', 'archived']

/** Every status that an organization comes to, and from where. */
export const ORGANIZATION_MOVES: readonly OrganizationMove[] = ORGANIZATION_STATUSES.filter(
  (status): status is Reached => status !== BEGINNING,
).map((to) => ({
  to,
  from: sourcesOf(to),
  roles: BY_STAFF.includes(to) ? ABILITIES['organizations.changeStatus'] : [],
}))
