import { DAY_MS } from '../../../durations'
import type { RecoveryState, Role, UserStatus } from '../../../vocabulary'

type Rule = {
  from: readonly RecoveryState[]
  to: RecoveryState
  /** Whose number it is about: a guarded one (a superadmin's, or of who was one lately), any other, or both. */
  of: 'guarded' | 'others' | 'anybody'
  /** Who does it: whoever may change that user, another superadmin, a superadmin who did not propose it, or time. */
  by: 'decider' | 'superadmin' | 'second' | 'clock'
}

/**
 * What can become of a recovery request (decisions, Trusted browsers). A superadmin's number is proposed by one superadmin,
 * agreed to by another, and changes a day later unless somebody cancels it.
 */
export const RECOVERY_ACTIONS = {
  change: { from: ['waiting'], to: 'number_changed', of: 'others', by: 'decider' },
  propose: { from: ['waiting'], to: 'proposed', of: 'guarded', by: 'superadmin' },
  agree: { from: ['proposed'], to: 'agreed', of: 'guarded', by: 'second' },
  decline: { from: ['waiting', 'proposed'], to: 'declined', of: 'anybody', by: 'decider' },
  cancel: { from: ['agreed'], to: 'cancelled', of: 'anybody', by: 'superadmin' },
  complete: { from: ['agreed'], to: 'number_changed', of: 'anybody', by: 'clock' },
} as const satisfies Record<string, Rule>

/** What a person can press. */
export const RECOVERY_INTENTS = ['change', 'propose', 'agree', 'decline', 'cancel'] as const
export type RecoveryIntent = (typeof RECOVERY_INTENTS)[number]

/** From the second yes until a superadmin's number changes. */
export const CHANGE_AFTER_MS = DAY_MS
export const changesAt = (agreedAt: Date): Date => new Date(agreedAt.getTime() + CHANGE_AFTER_MS)

/**
 * Why an agreed change was cancelled other than by a superadmin: the old number is nobody's or somebody else's by then, its user is
 * blocked, who proposed or agreed is no superadmin any more, the new number is somebody's, or whoever has the old one kept it.
 */
export const CANCELLED_BECAUSE = ['nobody', 'blocked', 'people', 'taken', 'oldNumber'] as const
export type CancelledBecause = (typeof CANCELLED_BECAUSE)[number]

/** Whose number nobody changes; who is still invited may have a new one before the first sign-in. */
export const isBlocked = (status: UserStatus): boolean => status === 'suspended' || status === 'inactive'

/** Where a request stands, by what was done to it. */
export const recoveryState = (request: {
  outcome: Exclude<RecoveryState, 'waiting' | 'proposed' | 'agreed'> | null
  proposedAt: Date | null
  agreedAt: Date | null
}): RecoveryState => request.outcome ?? (request.agreedAt ? 'agreed' : request.proposedAt ? 'proposed' : 'waiting')

type Proposal = { proposedAt: Date | null; proposedBy: string | null; agreedAt: Date | null }

/** A request as it stands: what was proposed by who is no active superadmin any more waits to be proposed anew. */
export const asItStands = <R extends Proposal>(request: R, superadminIds: readonly string[]): R =>
  request.agreedAt || (request.proposedBy !== null && superadminIds.includes(request.proposedBy))
    ? request
    : { ...request, proposedAt: null, proposedBy: null }

type Who = { id: string; role: Role | null }
type Asked = { state: RecoveryState; proposedBy: string | null; user: (Who & { isGuarded: boolean }) | null }

/** Whether this person may do this to the request now. `isDecider`: whether they may change the user of the old number. */
export function mayRecover(
  actor: Who,
  action: RecoveryIntent,
  { state, proposedBy, user }: Asked,
  isDecider: boolean,
): boolean {
  const rule: Rule = RECOVERY_ACTIONS[action]
  if (!rule.from.includes(state)) return false
  if (rule.of === 'guarded' && !user?.isGuarded) return false
  if (rule.of === 'others' && user?.isGuarded) return false
  if (rule.by === 'decider') return isDecider && (state === 'waiting' || actor.role === 'superadmin')
  if (actor.role !== 'superadmin') return false
  // Their own number is theirs to keep, never theirs to move.
  if (action !== 'cancel' && actor.id === user?.id) return false
  return rule.by !== 'second' || actor.id !== proposedBy
}
