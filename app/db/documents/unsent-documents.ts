import { and, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { documents } from '../schema/documents'
import { organizations } from '../schema/organizations'
import { legalHolds } from '../schema/personal-data'
import { users } from '../schema/users'

const isUnsent = isNull(documents.verificationId)

/** No partner of the organization is under a legal hold. */
const isNotUnderLegalHold = sql`not exists (
  select from ${users} join ${legalHolds} on ${legalHolds.userId} = ${users.id}
  where ${users.organizationId} = ${organizations.id})`

/** Locks an organization with unsent documents from `from` to before `before` and nothing under way; null when none. */
export async function takeOrganizationWithUnsent(tx: Queries, { from, before }: { from: Date; before: Date }) {
  const [row] = await tx
    .select({ id: organizations.id, at: documents.uploadedAt })
    .from(documents)
    .innerJoin(organizations, eq(organizations.id, documents.organizationId))
    .where(
      and(
        isUnsent,
        gte(documents.uploadedAt, from),
        lt(documents.uploadedAt, before),
        inArray(organizations.status, ['draft', 'rejected', 'archived']),
        isNotUnderLegalHold,
      ),
    )
    .orderBy(documents.uploadedAt)
    .limit(1)
    .for('no key update', { of: organizations, skipLocked: true })
  return row ?? null
}

/** Deletes the unsent documents of an organization; only those uploaded before `before`, unless it is null. */
export const deleteUnsentDocuments = (tx: Queries, organizationId: string, before: Date | null) =>
  tx
    .delete(documents)
    .where(
      and(
        eq(documents.organizationId, organizationId),
        isUnsent,
        before === null ? undefined : lt(documents.uploadedAt, before),
      ),
    )
    .returning({ id: documents.id, storageKey: documents.storageKey })
