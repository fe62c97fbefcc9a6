import { and, asc, count, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import { OPEN_STATUSES } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { verifications } from '../schema/verifications'
import { inView, isDecidable, type QueueView } from './verification-queue'

const countOf = (queries: Queries, where: SQL | undefined) =>
  sql<number>`(${queries.select({ n: count() }).from(verifications).where(where)})`.mapWith(Number)

type Looking = Omit<QueueView, 'name'>

/** How many are in each view, and how many of what waits for this person are late. */
export function viewCounts(queries: Queries, looking: Looking) {
  const view = (name: QueueView['name']) => inView({ ...looking, name })
  return {
    mine: countOf(queries, view('mine')),
    claimable: countOf(queries, view('claimable')),
    overdue: countOf(queries, view('overdue')),
    'with-applicant': countOf(queries, view('with-applicant')),
    'decided-today': countOf(queries, view('decided-today')),
    late: countOf(queries, and(or(view('mine'), view('claimable')), lt(verifications.dueAt, looking.now))),
  }
}

/** All counts in one statement. */
export async function countViews(queries: Queries, looking: Looking) {
  const [row] = await queries.select(viewCounts(queries, looking)).from(sql`(values (1)) as one_row`)
  if (!row) throw new Error('no counts')
  return row
}

/** The open application that this person may decide and that is due next; those with an applicant by what is left. */
export function selectNextDue(queries: Queries, { decider }: Pick<QueueView, 'decider'>) {
  const { id, status, dueAt, dueLeftMinutes } = verifications
  return queries
    .select({ id, dueAt })
    .from(verifications)
    .where(and(inArray(status, OPEN_STATUSES), decider ? isDecidable(decider) : undefined))
    .orderBy(asc(dueAt), asc(dueLeftMinutes), asc(id))
    .limit(1)
}
