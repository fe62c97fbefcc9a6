import { MINUTE_MS } from '../../durations'
import { href } from '../../addresses'
import type { CodeChannel, Language } from '../../vocabulary'

/** A verified invite, and the steps after it, stay valid this long in one browser (security INV-05). */
export const JOIN_LIFE_MS = 30 * MINUTE_MS

/** The steps of joining, in order (specification 4, Join flow). */
export const JOIN_STEPS = ['invite', 'you', 'code', 'done'] as const
export type JoinStep = (typeof JOIN_STEPS)[number]

type Person = { name: string; phone: string; language: Language }
type Challenge = { id: string; channel: CodeChannel; resendAtMs: number }

/** An unfinished join, as the browser stores it sealed. Phones are E.164. */
export type Join = {
  /** The verified code in our spelling. */
  invite: string
  verifiedAtMs: number
  person: Person | null
  challenge: Challenge | null
}

/** A join with the person's details, and one whose phone is being proven. */
export type JoinWithPerson = Join & { person: Person }
export type JoinWithChallenge = JoinWithPerson & { challenge: Challenge }

export const beginJoin = (invite: string, now: Date): Join => ({
  invite,
  verifiedAtMs: now.getTime(),
  person: null,
  challenge: null,
})

/** Milliseconds until the join expires and has to start over; 0 when it has. */
export const joinLeftMs = (join: Pick<Join, 'verifiedAtMs'>, now: Date): number =>
  Math.max(0, join.verifiedAtMs + JOIN_LIFE_MS - now.getTime())

/** The step that comes next. */
export function nextJoinStep(join: Join | null): JoinStep {
  if (!join) return 'invite'
  return join.person && join.challenge ? 'code' : 'you'
}

export const STEP_ADDRESSES = {
  invite: href('/use-invite'),
  you: href('/sign-up'),
  code: href('/sign-up/code'),
} as const satisfies Partial<Record<JoinStep, string>>
