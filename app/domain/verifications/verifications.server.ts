import type { Services } from '../../services.server'
import type { Permit } from '../access'
import type { Outcome } from '../outcome'
import { decide } from './decide.server'
import type { DecisionResult, DecisionConflict, DecisionTarget } from './decision'

type Ended = Promise<Outcome<DecisionResult, DecisionConflict>>
type Reviewing = Permit<'verifications.review'>

/** The permit's holder becomes the reviewer (specification 4). */
export const startReview = (services: Services, permit: Reviewing, place: DecisionTarget): Ended =>
  decide(services, permit, 'start', place, {
    note: null,
    items: [],
    change: (verification, at, actorId) => ({ reviewerId: actorId }),
  })

/** Refused as a conflict while one of its documents is rejected. */
export const approveVerification = (
  services: Services,
  permit: Reviewing,
  input: DecisionTarget & { notes: string | null },
): Ended =>
  decide(services, permit, 'approve', input, {
    note: input.notes,
    items: [],
    change: (verification, at, actorId) => ({ reviewerId: actorId, reviewedAt: at, reviewNotes: input.notes }),
  })

export const rejectVerification = (
  services: Services,
  permit: Reviewing,
  input: DecisionTarget & { reason: string },
): Ended =>
  decide(services, permit, 'reject', input, {
    note: input.reason,
    items: [],
    change: (verification, at, actorId) => ({
      reviewerId: actorId,
      reviewedAt: at,
      rejectionReason: input.reason,
      ...waitEnded(verification, at),
    }),
  })

/** From here until the resubmission the time is the applicant's. */
export const requestMoreInfo = (
  services: Services,
  permit: Reviewing,
  input: DecisionTarget & { items: string[] },
): Ended =>
  decide(services, permit, 'request-info', input, {
    note: null,
    items: input.items,
    change: (verification, at, actorId) => ({ reviewerId: actorId, requestedChanges: input.items, waitingSince: at }),
  })

/** By the partner with an answer to each item, or by staff on the phone with them; back in the queue without a reviewer. */
export const resubmitVerification = (
  services: Services,
  permit: Permit<'verifications.review'> | Permit<'setup.own'>,
  input: DecisionTarget & { answer: string | null; answers?: string[] },
): Ended =>
  decide(services, permit, 'resubmit', input, {
    note: input.answer,
    items: input.answers ?? [],
    change: (verification, at) => ({ reviewerId: null, ...waitEnded(verification, at) }),
  })

function waitEnded(verification: { waitingSince: Date | null; waitedForApplicantMs: number }, at: Date) {
  if (!verification.waitingSince) return {}
  const waitedMs = Math.max(0, at.getTime() - verification.waitingSince.getTime())
  return { waitingSince: null, waitedForApplicantMs: verification.waitedForApplicantMs + waitedMs }
}
