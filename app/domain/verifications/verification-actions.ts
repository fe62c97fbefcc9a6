import {
  VERIFICATION_TYPES,
  type TimelineEvent,
  type VerificationStatus,
  type VerificationType,
} from '../../vocabulary'
import { needsSecond } from './second-person/second-person'
import { can, hasConflictOfInterest, SENSITIVE_VERIFICATION_TYPES, type Actor } from '../access'

type Rule = {
  from: readonly VerificationStatus[]
  to: VerificationStatus
  event: TimelineEvent
  /** What the person has to give, or what has to hold. */
  needs: 'nothing' | 'no rejected document' | 'a reason' | 'items' | 'an answer'
  /** Part of the review, which for sensitive types takes more than a reviewer; starting counts, as it claims the decision. */
  isReview: boolean
  /** The shortcut key of its dialog on the review page. */
  key: string
}

/** What may happen to an application or a mode change request, and from which status (decisions, one state machine). */
export const VERIFICATION_ACTIONS = {
  start: {
    from: ['pending'],
    to: 'under_review',
    event: 'review_started',
    needs: 'nothing',
    isReview: true,
    key: 's',
  },
  approve: {
    from: ['under_review'],
    to: 'approved',
    event: 'approved',
    needs: 'no rejected document',
    isReview: true,
    key: 'a',
  },
  reject: {
    from: ['under_review', 'need_more_info'],
    to: 'rejected',
    event: 'rejected',
    needs: 'a reason',
    isReview: true,
    key: 'r',
  },
  'request-info': {
    from: ['under_review'],
    to: 'need_more_info',
    event: 'info_requested',
    needs: 'items',
    isReview: true,
    key: 'i',
  },
  resubmit: {
    from: ['need_more_info'],
    to: 'pending',
    event: 'resubmitted',
    needs: 'an answer',
    isReview: false,
    key: 'p',
  },
} as const satisfies Record<string, Rule>

export type VerificationAction = keyof typeof VERIFICATION_ACTIONS
export const VERIFICATION_ACTION_NAMES = Object.keys(VERIFICATION_ACTIONS) as VerificationAction[]

/** The decisions: each has its key and its form on the review page, and can be undone for a while. */
export const DECISIONS = ['approve', 'reject', 'request-info'] as const satisfies VerificationAction[]
export type DecisionAction = (typeof DECISIONS)[number]

export const isDecision = (action: string): action is DecisionAction => DECISIONS.some((one) => one === action)

export const ruleOf = (action: VerificationAction): Rule => VERIFICATION_ACTIONS[action]

/** What the rules need to know of a verification. */
export type Reviewed = {
  type: VerificationType
  status: VerificationStatus
  organizationId: string
  submittedBy: string | null
  /** How many people decide it; one if left out. */
  people?: number
}

/** What the rules need to know of a person. */
export type Deciding = Pick<Actor, 'id' | 'role' | 'organizationId'>

export type ActionPermission = 'yes' | 'state' | 'role' | 'conflict-of-interest'

/** Whether this person may do this now; checks the role first, then a conflict of interest, then the status. */
export function permissionFor(actor: Deciding, verification: Reviewed, action: VerificationAction): ActionPermission {
  if (!isEntitled(actor, verification, action)) return 'role'
  if (action !== 'resubmit' && hasConflictOfInterest(actor, verification)) return 'conflict-of-interest'
  return ruleOf(action).from.includes(verification.status) ? 'yes' : 'state'
}

/** The same for a second person, who needs the rights of somebody deciding alone. */
export const permissionToAgree = (actor: Deciding, verification: Reviewed, action: VerificationAction) =>
  permissionFor(actor, { ...verification, people: 1 }, action)

function isEntitled(actor: Deciding, verification: Reviewed, action: VerificationAction): boolean {
  if (actor.role === null) return action === 'resubmit' && actor.organizationId === verification.organizationId
  const mayPrepare = needsSecond(verification, action) || (action === 'start' && (verification.people ?? 1) > 1)
  const isSensitive = ruleOf(action).isReview && !mayPrepare && SENSITIVE_VERIFICATION_TYPES.includes(verification.type)
  return can(actor, isSensitive ? 'verifications.decideSensitive' : 'verifications.review')
}

/** The types that this person may decide, and so the only ones they are led to. */
export const typesToDecide = (actor: Pick<Actor, 'role'>): readonly VerificationType[] =>
  can(actor, 'verifications.review')
    ? VERIFICATION_TYPES.filter(
        (type) => can(actor, 'verifications.decideSensitive') || !SENSITIVE_VERIFICATION_TYPES.includes(type),
      )
    : []

/** The types that the actor may not decide, but may prepare where two people decide. */
export const typesToPrepare = (actor: Pick<Actor, 'role'>): readonly VerificationType[] =>
  can(actor, 'verifications.review') ? VERIFICATION_TYPES.filter((type) => !typesToDecide(actor).includes(type)) : []

/** Whether the actor may start a review; where two people decide, also of types that they may only prepare. */
export const mayBegin = (actor: Pick<Actor, 'role'>, { type, people }: Pick<Reviewed, 'type' | 'people'>): boolean =>
  typesToDecide(actor).includes(type) || ((people ?? 1) > 1 && typesToPrepare(actor).includes(type))

/** Every action open to this person now, in the order of the buttons. */
export const allowedActions = (actor: Deciding, verification: Reviewed): VerificationAction[] =>
  VERIFICATION_ACTION_NAMES.filter((action) => permissionFor(actor, verification, action) === 'yes')
