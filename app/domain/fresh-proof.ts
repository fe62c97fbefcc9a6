import { CLOCK_TOLERANCE_MS, MINUTE_MS } from '../durations'
import type { Role } from '../vocabulary'
import type { Ability, Permit } from './access'

/** A code or passkey of this long ago no longer proves who sits there. */
const PROOF_LIFE_MS = 15 * MINUTE_MS

const ADMIN_UP: readonly Role[] = ['superadmin', 'admin']

/**
 * The acts that ask for fresh proof (decisions, Trusted browsers): `always`, or for those roles that they give away.
 * docs/security.md repeats this table.
 */
export const PROVEN_ACTIONS = {
  'user.role': 'always',
  'user.suspend': 'always',
  'user.restore': 'always',
  'user.erase': 'always',
  'user.export': 'always',
  'user.hold': 'always',
  'user.invite': ADMIN_UP,
  'invite.create': ADMIN_UP,
  'invite.edit': ADMIN_UP,
  'invite.deleteMatching': 'always',
  'recovery.handle': 'always',
  'users.export': 'always',
  'audit.export': 'always',
  'passkey.add': 'always',
  'passkey.remove': 'always',
  'template.add': 'always',
  'template.edit': 'always',
  'template.archive': 'always',
  'reviews.lower': 'always',
  'keeping.shorten': 'always',
  'verification.agree': 'always',
} as const satisfies Record<string, 'always' | readonly Role[]>

export type ProvenAction = keyof typeof PROVEN_ACTIONS

/** Whether an act asks for fresh proof; null never does. `role` is the one that it gives away, if any. */
export function asksProof(action: ProvenAction | null, role: Role | null = null): boolean {
  if (action === null) return false
  const asked: 'always' | readonly Role[] = PROVEN_ACTIONS[action]
  return asked === 'always' || (role !== null && asked.includes(role))
}

declare const dated: unique symbol
/** A permit that knows whether its holder's proof is fresh: what commands take that ask for it in some cases. */
export type Dated<Asked extends Ability = Ability> = Permit<Asked> & {
  readonly isFresh: boolean
  readonly [dated]: true
}
/** A permit of somebody whose proof is fresh: what commands take that always ask for it. */
export type Fresh<Asked extends Ability = Ability> = Dated<Asked> & { readonly isFresh: true }

/** Whether proof of that instant is fresh. One from before the clock was put back is none. */
export function isFreshAt(provenAt: Date, now: Date): boolean {
  const ageMs = now.getTime() - provenAt.getTime()
  return ageMs >= -CLOCK_TOLERANCE_MS && ageMs < PROOF_LIFE_MS
}

/** The only way to a dated permit. */
export const dateProof = <Asked extends Ability>(permit: Permit<Asked>, now: Date): Dated<Asked> =>
  ({ ...permit, isFresh: isFreshAt(permit.actor.provenAt, now) }) as Dated<Asked>

export const isFresh = <Asked extends Ability>(permit: Dated<Asked>): permit is Fresh<Asked> => permit.isFresh

/** What a command refuses that was called without having asked. */
export const lacksProof = (permit: Dated, action: ProvenAction | null, role: Role | null = null): boolean =>
  asksProof(action, role) && !permit.isFresh
