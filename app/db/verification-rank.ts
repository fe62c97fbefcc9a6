import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { VerificationStatus } from '../vocabulary'

/** Who has to act: a reviewer (0), the applicant (1), nobody any more (2). */
export const RANKS = {
  pending: 0,
  under_review: 0,
  need_more_info: 1,
  approved: 2,
  rejected: 2,
} as const satisfies Record<VerificationStatus, number>

export type Rank = (typeof RANKS)[VerificationStatus]

const cases = Object.entries(RANKS).map(([status, rank]) => `when '${status}' then ${rank}`)

/** The rank of a status in SQL; the queue and its indexes must read the very same words. */
export const rankOf = (status: SQLWrapper): SQL<Rank> => sql`(case ${status} ${sql.raw(cases.join(' '))} end)`

/** The ranks that these statuses have; all ranks when none is named. */
export const ranksOf = (statuses: readonly VerificationStatus[]): Rank[] => [
  ...new Set(statuses.length > 0 ? statuses.map((status) => RANKS[status]) : Object.values(RANKS)),
]
