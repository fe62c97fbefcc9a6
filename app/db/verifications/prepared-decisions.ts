import {
  and,
  eq,
  getTableColumns,
  inArray,
  isNull,
  not,
  or,
  sql,
  type Column,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import { REVIEWER_ROLES } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { oneRow } from '../engine/sql'
import { insertInboxEntries, markPreparedRead } from '../inbox'
import { documents } from '../schema/documents'
import { inboxEntries } from '../schema/notes'
import { organizations } from '../schema/organizations'
import { preparedDecisions } from '../schema/reviews'
import { users } from '../schema/users'
import { verifications } from '../schema/verifications'

export type PreparedRow = typeof preparedDecisions.$inferSelect

/** Keeps a first vote, in place of the one before. */
export async function upsertPrepared(tx: Queries, row: Omit<PreparedRow, 'id'>): Promise<void> {
  const { verificationId: _, ...set } = row
  await tx.insert(preparedDecisions).values(row).onConflictDoUpdate({ target: preparedDecisions.verificationId, set })
}

/** Whoever is not active or was erased since, or has a role that does not review, has no vote. */
const mayVote = ({ status, role, erasedAt }: Record<'status' | 'role' | 'erasedAt', Column>) =>
  and(eq(status, 'active'), isNull(erasedAt), inArray(role, [...REVIEWER_ROLES]))

/** The first vote on a version of an application, and whether whoever gave it still has one; null when there is none. */
export async function findPrepared(queries: Queries, verificationId: string, version: number) {
  const [row] = await queries
    .select({ ...getTableColumns(preparedDecisions), isCounted: sql<boolean>`coalesce(${mayVote(users)}, false)` })
    .from(preparedDecisions)
    .innerJoin(users, eq(users.id, preparedDecisions.actorId))
    .where(and(eq(preparedDecisions.verificationId, verificationId), eq(preparedDecisions.version, version)))
  return row ?? null
}

/** Takes the vote away, whichever version it was for; nobody is called to it any more. */
export async function deletePrepared(tx: Queries, verificationId: string, at: Date): Promise<void> {
  const taken = await tx
    .delete(preparedDecisions)
    .where(eq(preparedDecisions.verificationId, verificationId))
    .returning({ id: preparedDecisions.verificationId })
  if (taken.length > 0) await markPreparedRead(tx, [verificationId], at)
}

/** Moves the first vote on an application to its new version, for a change of reviewer, which leaves what was voted on as it was. */
export async function carryPrepared(tx: Queries, verificationId: string, version: number): Promise<void> {
  await tx
    .update(preparedDecisions)
    .set({ version })
    .where(and(eq(preparedDecisions.verificationId, verificationId), eq(preparedDecisions.version, version - 1)))
}

/** The documents of an application with their verdicts, as one word: what a vote has seen, and what its application has now. */
const documentVerdictsIn = (verificationId: SQLWrapper): SQL<string> => sql`(
  select coalesce(string_agg(${documents.id} || ':' || ${documents.status}, ' ' order by ${documents.id}), '')
  from ${documents} where ${documents.verificationId} = ${verificationId})`

export async function readDocumentVerdicts(queries: Queries, verificationId: string): Promise<string> {
  const [row] = await queries.select({ verdicts: documentVerdictsIn(sql`${verificationId}::uuid`) }).from(oneRow)
  return row?.verdicts ?? ''
}

/** The application that a vote is on. */
export const votedOn = alias(verifications, 'voted_on')
const votedFor = alias(organizations, 'voted_for')
const voter = alias(users, 'voter')
const seen = sql`${preparedDecisions.input} -> 'seen'`

/** True for an application with a vote on what still is as it was, by somebody who still has one. They are few, and found first, whatever else is asked for. */
export const hasPrepared = (where?: SQL): SQL =>
  sql`${verifications.id} = any(array${new QueryBuilder()
    .select({ id: votedOn.id })
    .from(preparedDecisions)
    .innerJoin(
      votedOn,
      and(eq(votedOn.id, preparedDecisions.verificationId), eq(votedOn.version, preparedDecisions.version)),
    )
    .innerJoin(votedFor, eq(votedFor.id, votedOn.organizationId))
    .innerJoin(voter, and(eq(voter.id, preparedDecisions.actorId), mayVote(voter)))
    .where(
      and(
        sql`(${seen} ->> 'organizationVersion')::int = ${votedFor.version}`,
        sql`${seen} ->> 'papers' = ${documentVerdictsIn(votedOn.id)}`,
        where,
      ),
    )})`

/** Whether an inbox entry of this kind about the application of the vote meets the condition. */
const hasEntry = (kind: 'prepared' | 'prepared_void', where: SQL) => sql<boolean>`exists (
  select from ${inboxEntries}
  where ${inboxEntries.verificationId} = ${preparedDecisions.verificationId} and ${inboxEntries.kind} = ${kind} and ${where})`

/**
 * Marks as read what calls colleagues to a vote that no longer counts, and tells whoever gave it once, if they may still vote. Returns
 * how many votes that was, of all or of those that are asked for.
 */
export async function closeVoidVotes(tx: Queries, at: Date, which?: SQL): Promise<number> {
  const isCalled = hasEntry('prepared', isNull(inboxEntries.readAt))
  const isTold = hasEntry(
    'prepared_void',
    sql`${inboxEntries.userId} = ${preparedDecisions.actorId} and ${inboxEntries.at} >= ${preparedDecisions.at}`,
  )
  const isToTell = sql<boolean>`(coalesce(${mayVote(users)}, false) and not ${isTold})`
  const found = await tx
    .select({ verificationId: preparedDecisions.verificationId, userId: preparedDecisions.actorId, isToTell })
    .from(preparedDecisions)
    .innerJoin(verifications, eq(verifications.id, preparedDecisions.verificationId))
    .innerJoin(users, eq(users.id, preparedDecisions.actorId))
    .where(and(which, not(hasPrepared()), or(isCalled, isToTell)))
    .for('update', { of: preparedDecisions, skipLocked: true })
  if (found.length === 0) return 0
  const ids = found.map(({ verificationId }) => verificationId)
  await markPreparedRead(tx, ids, at)
  const told = found.flatMap(({ isToTell: isNews, ...of }) => (isNews ? [of] : []))
  await insertInboxEntries(
    tx,
    told.map((entry) => ({ ...entry, kind: 'prepared_void' as const, at })),
  )
  return found.length
}

/** Takes away the vote that a resubmission made void, and tells whoever gave it. */
export async function deleteVoidPrepared(tx: Queries, verificationId: string, at: Date): Promise<void> {
  await closeVoidVotes(tx, at, eq(preparedDecisions.verificationId, verificationId))
  await deletePrepared(tx, verificationId, at)
}

/** The vote with who gave it, void or not, as a column of a statement about the application. */
export const preparedOf = sql<{
  action: string
  actorId: string
  actorName: string
  typed: Record<string, string>
  isVoid: boolean
} | null>`(
  select json_build_object('action', ${preparedDecisions.action}, 'actorId', ${preparedDecisions.actorId},
    'actorName', ${users.username}, 'typed', ${preparedDecisions.input} -> 'typed', 'isVoid', not ${hasPrepared()})
  from ${preparedDecisions} join ${users} on ${users.id} = ${preparedDecisions.actorId}
  where ${preparedDecisions.verificationId} = ${verifications.id})`
