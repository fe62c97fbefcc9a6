import { and, asc, eq, isNotNull, lt, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DataRequestKind } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { dataRequests } from '../schema/personal-data'
import { users } from '../schema/users'

const agreers = alias(users, 'agreers')
/** The columns of a proposal, with the names of the people who proposed and agreed. */
export const DATA_REQUEST = {
  kind: dataRequests.kind,
  id: dataRequests.id,
  reason: dataRequests.reason,
  proposedBy: dataRequests.proposedBy,
  proposedByName: users.username,
  proposedAt: dataRequests.proposedAt,
  agreedBy: dataRequests.agreedBy,
  agreedByName: agreers.username,
  agreedAt: dataRequests.agreedAt,
}

const isActiveSuperadmin = and(eq(users.role, 'superadmin'), eq(users.status, 'active'))

type DataRequest = typeof dataRequests.$inferSelect

/** The proposals about a person that were agreed to, or whose proposer is still an active superadmin. */
export const selectDataRequests = (queries: Queries, userId: string) =>
  queries
    .select(DATA_REQUEST)
    .from(dataRequests)
    .innerJoin(users, eq(users.id, dataRequests.proposedBy))
    .leftJoin(agreers, eq(agreers.id, dataRequests.agreedBy))
    .where(and(eq(dataRequests.userId, userId), or(isNotNull(dataRequests.agreedAt), isActiveSuperadmin)))
    .orderBy(asc(dataRequests.kind))

/** The proposal of one kind about a person; lock the person first to keep others away from it. */
export async function findDataRequest(
  queries: Queries,
  userId: string,
  kind: DataRequestKind,
): Promise<DataRequest | null> {
  const [row] = await queries
    .select()
    .from(dataRequests)
    .where(and(eq(dataRequests.userId, userId), eq(dataRequests.kind, kind)))
  return row ?? null
}

export async function insertDataRequest(tx: Queries, request: typeof dataRequests.$inferInsert): Promise<void> {
  await tx.insert(dataRequests).values(request)
}

export async function agreeToDataRequest(
  tx: Queries,
  id: string,
  agreed: { agreedBy: string; agreedAt: Date },
): Promise<void> {
  await tx.update(dataRequests).set(agreed).where(eq(dataRequests.id, id))
}

export async function deleteDataRequest(tx: Queries, id: string): Promise<void> {
  await tx.delete(dataRequests).where(eq(dataRequests.id, id))
}

/** Deletes proposals that were agreed to before an instant: their files can no longer be taken. */
export async function deleteDataRequestsBefore(tx: Queries, agreedBefore: Date): Promise<void> {
  await tx.delete(dataRequests).where(lt(dataRequests.agreedAt, agreedBefore))
}
