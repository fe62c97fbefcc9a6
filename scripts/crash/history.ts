import type { VerificationAction } from '../../app/domain/verifications/verification-actions'

/** One posted decision and how it ended: `done` was acknowledged, `refused` was told no, `unknown` got no clear answer. */
export type Call = {
  verificationId: string
  action: VerificationAction
  actorId: string
  /** The version that the form was drawn from. */
  version: number
  /** Words of this call alone, in its reason, notes, answer or item; a start has none. */
  token: string | null
  startedMs: number
  endedMs: number
  end: 'done' | 'refused' | 'unknown'
}
