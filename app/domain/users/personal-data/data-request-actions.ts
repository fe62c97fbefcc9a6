import type { DataRequestKind, Role, UserStatus } from '../../../vocabulary'
import type { Actor } from '../../access'
import { KEPT } from '../../keeping/periods'
import { DAY_MS } from '../../../durations'

/** How long an export that two people agreed to can be downloaded. */
export const EXPORT_KEPT_MS = KEPT.dataRequests.days * DAY_MS

/** The buttons that a person may press. */
export const DATA_REQUEST_INTENTS = ['propose', 'agree', 'return', 'withdraw'] as const
export type DataRequestIntent = (typeof DATA_REQUEST_INTENTS)[number]

/** The state of a proposal: none, waiting for a second person, or ready to download. */
export type DataRequestState = 'none' | 'proposed' | 'agreed'

type Rule = { from: DataRequestState; by: 'anybody' | 'first' | 'second' }

/** Who does what to a proposal; never the person whose data it is (decisions, Keeping and erasing). */
const DATA_REQUEST_ACTIONS = {
  propose: { from: 'none', by: 'anybody' },
  agree: { from: 'proposed', by: 'second' },
  return: { from: 'proposed', by: 'second' },
  withdraw: { from: 'proposed', by: 'first' },
} as const satisfies Record<DataRequestIntent, Rule>

type Proposed = { proposedBy: string; agreedAt: Date | null }

/** The state now: a file that was not downloaded in time has to be proposed again. */
export function dataRequestState(request: Proposed | null, now: Date): DataRequestState {
  if (request === null) return 'none'
  if (request.agreedAt === null) return 'proposed'
  return now.getTime() < request.agreedAt.getTime() + EXPORT_KEPT_MS ? 'agreed' : 'none'
}

/** The request if it is agreed or can still be; null when its proposer is no longer an active superadmin. */
export const standingRequest = <R extends Proposed>(request: R | null, superadminIds: readonly string[]): R | null =>
  request && (request.agreedAt !== null || superadminIds.includes(request.proposedBy)) ? request : null

type Who = Pick<Actor, 'id' | 'role'>

/** Whether this person may do that now, as far as the proposal goes. */
export function mayDecideOnData(
  actor: Who,
  intent: DataRequestIntent,
  { userId, state, proposedBy }: { userId: string; state: DataRequestState; proposedBy: string | null },
): boolean {
  const rule: Rule = DATA_REQUEST_ACTIONS[intent]
  if (actor.role !== 'superadmin' || actor.id === userId || rule.from !== state) return false
  return rule.by === 'anybody' || (rule.by === 'first') === (actor.id === proposedBy)
}

/** Why nothing can be done to the data of a person now. */
export type DataObstacle = 'own' | 'erased' | 'held' | 'active' | 'lastSuperadmin'

type Person = { id: string; role: Role | null; status: UserStatus; erasedAt: Date | null }

/** The obstacle, or null. Only erasing has to wait until the person has left. */
export function obstacleToData(
  kind: DataRequestKind,
  user: Person,
  known: { actorId: string | null; isUnderHold: boolean; otherSuperadmins: number },
): DataObstacle | null {
  if (user.id === known.actorId) return 'own'
  if (user.erasedAt !== null) return 'erased'
  if (kind === 'export') return null
  if (known.isUnderHold) return 'held'
  if (user.role === 'superadmin' && known.otherSuperadmins === 0) return 'lastSuperadmin'
  return user.status === 'inactive' || user.status === 'suspended' ? null : 'active'
}
