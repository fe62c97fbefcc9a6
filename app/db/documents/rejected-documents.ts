import { and, eq, gte, inArray, lt, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '../engine/database'
import { isNotUnderLegalHold } from '../keeping'
import { documents } from '../schema/documents'
import { legalHolds } from '../schema/personal-data'
import { submissions } from '../schema/reviews'
import { timelineEvents, verifications } from '../schema/verifications'

const others = alias(verifications, 'others')

/** No partner under a legal hold resubmitted the application: documents may come from another partner than the first. */
const isNotAnsweredUnderLegalHold = sql`not exists (
  select from ${timelineEvents} join ${legalHolds} on ${legalHolds.userId} = ${timelineEvents.actorId}
  where ${timelineEvents.verificationId} = ${verifications.id} and ${timelineEvents.event} = 'resubmitted')`

/** Locks the application rejected longest ago from `from` to before `before` that has a deletable document; null when none. */
export async function takeRejectedWithDocuments(tx: Queries, { from, before }: { from: Date; before: Date }) {
  const [row] = await tx
    .select({ id: verifications.id, organizationId: verifications.organizationId, at: verifications.reviewedAt })
    .from(verifications)
    .where(
      and(
        eq(verifications.status, 'rejected'),
        gte(verifications.reviewedAt, from),
        lt(verifications.reviewedAt, before),
        isNotUnderLegalHold(verifications.submittedBy),
        isNotAnsweredUnderLegalHold,
        sql`exists (select from ${documents} where ${and(eq(documents.verificationId, verifications.id), isSentWithNoOther(tx))})`,
      ),
    )
    .orderBy(verifications.reviewedAt)
    .limit(1)
    .for('update', { of: verifications, skipLocked: true })
  return row ?? null
}

/** Every application that the document was sent with is rejected. */
const isSentWithNoOther = (queries: Queries) =>
  notExists(
    queries
      .select({ one: sql`1` })
      .from(submissions)
      .innerJoin(others, eq(others.id, submissions.verificationId))
      .where(
        and(
          eq(others.organizationId, documents.organizationId),
          ne(others.status, 'rejected'),
          sql`${submissions.documents} @> jsonb_build_array(jsonb_build_object('id', ${documents.id}))`,
        ),
      ),
  )

/**
 * Deletes the documents of a rejected application and blanks their names in its submissions; returns their ids and the keys of their
 * files. Returns none when another process has deleted them already.
 */
export async function deleteDocumentsOfRejected(tx: Queries, verificationId: string, at: Date) {
  const gone = await tx
    .delete(documents)
    .where(and(eq(documents.verificationId, verificationId), isSentWithNoOther(tx)))
    .returning({ id: documents.id, storageKey: documents.storageKey })
  if (gone.length === 0) return gone
  const isKept = sql`exists (select from ${documents} where ${documents.id} = (sent->>'id')::uuid)`
  await tx
    .update(submissions)
    .set({
      documents: sql`coalesce((
        select jsonb_agg(case when ${isKept} then sent else jsonb_set(sent, '{fileName}', '""') end)
        from jsonb_array_elements(${submissions.documents}) as sent), '[]')`,
    })
    .where(eq(submissions.verificationId, verificationId))
  await tx
    .update(verifications)
    .set({ documentsErasedAt: at })
    .where(inArray(verifications.id, [verificationId]))
  return gone
}
