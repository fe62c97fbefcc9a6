import type { TimelineEvent, VerificationStatus } from '../vocabulary'
import type { Dice } from './dice'

const ASKED = ['submitted', 'review_started', 'info_requested'] as const
const ASKED_AND_ANSWERED = [...ASKED, 'resubmitted'] as const

/** Histories that lead to a status, the most common first. Each is legal in the state machine of decisions. */
export const HISTORIES: Record<VerificationStatus, TimelineEvent[][]> = {
  pending: [[...ASKED_AND_ANSWERED], ['submitted']],
  under_review: [
    [...ASKED_AND_ANSWERED, 'review_started'],
    ['submitted', 'review_started'],
  ],
  need_more_info: [[...ASKED], [...ASKED_AND_ANSWERED, 'review_started', 'info_requested']],
  approved: [
    ['submitted', 'review_started', 'approved'],
    [...ASKED_AND_ANSWERED, 'review_started', 'approved'],
  ],
  rejected: [
    ['submitted', 'review_started', 'rejected'],
    [...ASKED, 'rejected'],
    [...ASKED_AND_ANSWERED, 'review_started', 'rejected'],
  ],
}

/** The instants of a history from its first to its last event, in order, at random distances. */
export function spread(dice: Dice, count: number, first: Date, last: Date): Date[] {
  const gaps = Array.from({ length: count - 1 }, () => 0.3 + dice.next())
  const whole = gaps.reduce((total, gap) => total + gap, 0)
  let passed = 0
  const later = gaps.map((gap) => {
    passed += gap
    return new Date(Math.round(first.getTime() + (passed / whole) * (last.getTime() - first.getTime())))
  })
  return [first, ...later]
}

type Timed = { event: TimelineEvent; at: Date }

/** Time spent waiting for the applicant, and since when it waits now. */
export function waiting(events: Timed[]): { waitedForApplicantMs: number; waitingSince: Date | null } {
  let waitedForApplicantMs = 0
  let waitingSince: Date | null = null
  for (const { event, at } of events) {
    if (waitingSince) waitedForApplicantMs += at.getTime() - waitingSince.getTime()
    waitingSince = event === 'info_requested' ? at : null
  }
  return { waitedForApplicantMs, waitingSince }
}
