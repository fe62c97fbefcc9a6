import { DAY_MS } from '../../../durations'
import type { RecoveryState, Role, UserStatus } from '../../../vocabulary'

type Rule = {
  from: readonly RecoveryState[]
  to: RecoveryState
  /** Whose number it is: a guarded one (a current or recent superadmin's), any other, or both. */
  of: 'guarded' | 'others' | 'anybody'
  /** Who does it: whoever may change that user; a superadmin, not for their own number except to cancel; the same, but not the proposer; or time. */
  by: 'decider' | 'superadmin' | 'second' | 'clock'
}

/**
 * What can happen to a recovery request (decisions, Trusted browsers). A superadmin's number is proposed by one superadmin, agreed to by
 * another, and changes a day later unless somebody cancels.
 */
export const RECOVERY_ACTIONS = {
  change: { from: ['waiting'], to: 'number_changed', of: 'others', by: 'decider' },
  propose: { from: ['waiting'], to: 'proposed', of: 'guarded', by: 'superadmin' },
  agree: { from: ['proposed'], to: 'agreed', of: 'guarded', by: 'second' },
  decline: { from: ['waiting', 'proposed'], to: 'declined', of: 'anybody', by: 'decider' },
  cancel: { from: ['agreed'], to: 'cancelled', of: 'anybody', by: 'superadmin' },
  complete: { from: ['agreed'], to: 'number_changed', of: 'anybody', by: 'clock' },
} as const satisfies Record<string, Rule>

/** The buttons that a person may press. */
export const RECOVERY_INTENTS = ['change', 'propose', 'agree', 'decline', 'cancel'] as const
export type RecoveryIntent = (typeof RECOVERY_INTENTS)[number]

/** From the agreement until a superadmin's number changes. */
export const CHANGE_AFTER_MS = DAY_MS
export const changesAt = (agreedAt: Date): Date => new Date(agreedAt.getTime() + CHANGE_AFTER_MS)

/**
 * Why an agreed change was cancelled other than by a superadmin: the old number belongs to nobody or to somebody else, its user is blocked,
 * the people behind it are no longer superadmins, the new number is taken, or whoever has the old number kept it.
 */
export const CANCELLED_BECAUSE = ['nobody', 'blocked', 'people', 'taken', 'oldNumber'] as const
export type CancelledBecause = (typeof CANCELLED_BECAUSE)[number]

/** Users whose number nobody may change; an invited user may get a new one before the first sign-in. */
export const isBlocked = (status: UserStatus): boolean => status === 'suspended' || status === 'inactive'

/** The state of a request. */
export const recoveryState = (request: {
  outcome: Exclude<RecoveryState, 'waiting' | 'proposed' | 'agreed'> | null
  proposedAt: Date | null
  agreedAt: Date | null
}): RecoveryState => request.outcome ?? (request.agreedAt ? 'agreed' : request.proposedAt ? 'proposed' : 'waiting')

type Proposal = { proposedAt: Date | null; proposedBy: string | null; agreedAt: Date | null }

/** A request without a proposal whose proposer is no longer an active superadmin; it then has to be proposed again. */
export const withoutLapsedProposal = <R extends Proposal>(request: R, superadminIds: readonly string[]): R =>
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
  // People may keep their own number, but not change it here.
  if (action !== 'cancel' && actor.id === user?.id) return false
  return rule.by !== 'second' || actor.id !== proposedBy
}
