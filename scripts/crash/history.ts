import type { VerificationAction } from '../../app/domain/verifications/verification-actions'

/** One posted decision and how it ended: `done` was acknowledged, `refused` was told no, `unknown` got no clear answer. */
export type Call = {
  verificationId: string
  action: VerificationAction
  actorId: string
  /** The version that the form was drawn from. */
  version: number
  /** A text unique to this call, in its reason, notes, answer or item; null for a start. */
  token: string | null
  startedMs: number
  endedMs: number
  end: 'done' | 'refused' | 'unknown'
}
