import { CLOCK_TOLERANCE_MS, MINUTE_MS } from '../durations'
import type { Role } from '../vocabulary'
import type { Ability, Permit } from './access'

/** After this long, a code or passkey no longer proves who is at the screen. */
const PROOF_LIFE_MS = 15 * MINUTE_MS

const ADMIN_UP: readonly Role[] = ['superadmin', 'admin']

/**
 * The acts that ask for fresh proof (decisions, Trusted browsers): `always`, or only when they give away one of these roles.
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

/** Whether an act asks for fresh proof; false for null. `role` is the one that the act gives away, if any. */
export function asksProof(action: ProvenAction | null, role: Role | null = null): boolean {
  if (action === null) return false
  const asked: 'always' | readonly Role[] = PROVEN_ACTIONS[action]
  return asked === 'always' || (role !== null && asked.includes(role))
}

declare const dated: unique symbol
/** A permit that knows whether its holder's proof is fresh; for commands that need fresh proof in some cases. */
export type Dated<Asked extends Ability = Ability> = Permit<Asked> & {
  readonly isFresh: boolean
  readonly [dated]: true
}
/** A permit whose holder's proof is fresh; for commands that always need it. */
export type Fresh<Asked extends Ability = Ability> = Dated<Asked> & { readonly isFresh: true }

/** Whether proof given at `provenAt` is fresh. Proof from the future, as after a clock was put back, is not. */
export function isFreshAt(provenAt: Date, now: Date): boolean {
  const ageMs = now.getTime() - provenAt.getTime()
  return ageMs >= -CLOCK_TOLERANCE_MS && ageMs < PROOF_LIFE_MS
}

/** The only way to obtain a dated permit. */
export const dateProof = <Asked extends Ability>(permit: Permit<Asked>, now: Date): Dated<Asked> =>
  ({ ...permit, isFresh: isFreshAt(permit.actor.provenAt, now) }) as Dated<Asked>

export const isFresh = <Asked extends Ability>(permit: Dated<Asked>): permit is Fresh<Asked> => permit.isFresh

/** True when a command needs fresh proof that the permit lacks. */
export const lacksProof = (permit: Dated, action: ProvenAction | null, role: Role | null = null): boolean =>
  asksProof(action, role) && !permit.isFresh
