import {
  VERIFICATION_STATUSES,
  VERIFICATION_TYPES,
  WAITS_FOR,
  type VerificationStatus,
  type VerificationType,
} from '../../../vocabulary'
import { DAY_MS } from '../../../durations'

/** The period over which decisions count for the average. */
export const AVERAGE_WINDOW_MS = 30 * DAY_MS

/** The figures of all applications of one type and status. */
export type FigureRow = {
  type: VerificationType
  status: VerificationStatus
  total: number
  oldestAt: Date
}

/** How many applications of one type were decided recently, and how long their reviews took in total. */
export type ReviewedRow = { type: VerificationType; count: number; ms: number }

type ReviewFigures = {
  /** Mean time from submission to decision over the last 30 days, without the time in need_more_info; null when nothing was decided. */
  averageReviewMs: number | null
  /** The greatest age among pending and under_review; null when nothing waits. */
  oldestPendingMs: number | null
  statusCounts: Record<VerificationStatus, number>
  typeCounts: Record<VerificationType, number>
}

/** The statistics block of verification management (specification 2). */
export function reviewFigures(rows: readonly FigureRow[], reviewed: readonly ReviewedRow[], now: Date): ReviewFigures {
  const decidedCount = sum(reviewed.map(({ count }) => count))
  const waitingSinceMs = rows.filter((row) => WAITS_FOR[row.status] === 'us').map((row) => row.oldestAt.getTime())
  return {
    averageReviewMs: decidedCount > 0 ? sum(reviewed.map(({ ms }) => ms)) / decidedCount : null,
    oldestPendingMs: waitingSinceMs.length > 0 ? Math.max(0, now.getTime() - Math.min(...waitingSinceMs)) : null,
    statusCounts: countBy(VERIFICATION_STATUSES, rows, (row) => row.status),
    typeCounts: countBy(VERIFICATION_TYPES, rows, (row) => row.type),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)

function countBy<Key extends string>(keys: readonly Key[], rows: readonly FigureRow[], keyOf: (row: FigureRow) => Key) {
  const counts = keys.map(
    (key) => [key, sum(rows.filter((row) => keyOf(row) === key).map((row) => row.total))] as const,
  )
  return Object.fromEntries(counts) as Record<Key, number>
}
