import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { documents } from '../schema/documents'
import { organizations } from '../schema/organizations'
import { verifications } from '../schema/verifications'

const isToScan = inArray(documents.scanState, ['unscanned', 'pending'])

/**
 * Takes at most `atMost` documents to scan, those never tried first; nobody else takes them before the lease ends. A document put off
 * beyond `ahead` was put off by a clock that ran ahead, and is due.
 */
export async function takeDueScans(
  tx: Queries,
  { now, leaseEndsAt, ahead, atMost }: { now: Date; leaseEndsAt: Date; ahead: Date; atMost: number },
) {
  const due = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        isToScan,
        isNull(documents.fileMissingSince),
        or(isNull(documents.scanDueAt), lte(documents.scanDueAt, now), gt(documents.scanDueAt, ahead)),
      ),
    )
    .orderBy(sql`${documents.scanDueAt} asc nulls first`, asc(documents.uploadedAt))
    .limit(atMost)
    .for('update', { skipLocked: true })
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  return tx
    .update(documents)
    .set({ scanState: 'pending', scanDueAt: leaseEndsAt })
    .where(inArray(documents.id, ids))
    .returning({ id: documents.id, storageKey: documents.storageKey, sizeBytes: documents.sizeBytes })
}

export type DueScan = Awaited<ReturnType<typeof takeDueScans>>[number]

export async function postponeScan(queries: Queries, id: string, until: Date): Promise<void> {
  await queries
    .update(documents)
    .set({ scanDueAt: until })
    .where(and(eq(documents.id, id), isToScan))
}

export async function markClean(queries: Queries, id: string): Promise<void> {
  await queries
    .update(documents)
    .set({ scanState: 'clean', scanDueAt: null })
    .where(and(eq(documents.id, id), isToScan))
}

/** Locks a document that waits for its verdict, with its organization and application; null when it is gone or has one. */
export async function lockUnderScan(tx: Queries, id: string) {
  const [row] = await tx
    .select({
      id: documents.id,
      type: documents.type,
      fileName: documents.fileName,
      status: documents.status,
      organizationId: documents.organizationId,
      verificationId: documents.verificationId,
      organizationName: organizations.name,
      organizationStatus: organizations.status,
      organizationPhone: organizations.phone,
      organizationLanguage: organizations.defaultLocale,
    })
    .from(documents)
    .innerJoin(organizations, eq(organizations.id, documents.organizationId))
    .where(and(eq(documents.id, id), isToScan))
    .for('update', { of: documents })
  if (!row) return null
  // Read after the document is locked: a decision on the application holds that lock too, so this status is current.
  const [application] = row.verificationId
    ? await tx
        .select({ applicationStatus: verifications.status, submittedBy: verifications.submittedBy })
        .from(verifications)
        .where(eq(verifications.id, row.verificationId))
    : []
  return { ...row, applicationStatus: null, submittedBy: null, ...application }
}

/** Records the virus that was found; with `rejection` also rejects the document, with no reviewer. */
export async function markInfected(
  tx: Queries,
  id: string,
  finding: string,
  rejection: { rejectionReason: string; reviewedAt: Date } | null,
): Promise<void> {
  const judged = { status: 'rejected', reviewedBy: null, rejectionTemplateId: null, rejectionTexts: null } as const
  await tx
    .update(documents)
    .set({
      scanState: 'infected',
      scanFinding: finding,
      scanDueAt: null,
      ...(rejection && { ...judged, ...rejection }),
    })
    .where(eq(documents.id, id))
}
