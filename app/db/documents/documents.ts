import { and, asc, eq, gte, inArray, isNull, or, count, lte } from 'drizzle-orm'
import type { DocumentStatus, DocumentType } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { DOCUMENT_COLUMNS, DOCUMENT_FILE, documents, isReplaced, openUploads } from '../schema/documents'
import { organizations } from '../schema/organizations'

/** The status of an organization, which decides whether it may upload; `lock` keeps others out until the transaction ends. */
export async function findOrganizationWithDocuments(queries: Queries, id: string, lock: 'lock' | 'look') {
  const organization = queries
    .select({ status: organizations.status })
    .from(organizations)
    .where(eq(organizations.id, id))
  const [found] = lock === 'lock' ? await organization.for('update') : await organization
  return found ?? null
}

const ofApplication = (verificationId: string | null) =>
  verificationId ? eq(documents.verificationId, verificationId) : isNull(documents.verificationId)

type Place = { verificationId: string | null; since: Date | null }

/** How many documents came since `since` for an application, or for the one not yet submitted when `verificationId` is null. */
export const countDocuments = (queries: Queries, organizationId: string, { verificationId, since }: Place) =>
  queries.$count(
    documents,
    and(
      eq(documents.organizationId, organizationId),
      ofApplication(verificationId),
      since ? gte(documents.uploadedAt, since) : undefined,
    ),
  )

export async function insertDocument(queries: Queries, row: typeof documents.$inferInsert): Promise<string> {
  const [added] = await queries.insert(documents).values(row).returning({ id: documents.id })
  if (!added) throw new Error('No document was added')
  return added.id
}

/** The documents of one application, or of the one not yet submitted; oldest first. */
export const selectDocumentsOf = (queries: Queries, organizationId: string, verificationId: string | null) =>
  queries
    .select({ ...DOCUMENT_COLUMNS, isReplaced })
    .from(documents)
    .where(and(eq(documents.organizationId, organizationId), ofApplication(verificationId)))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))

export type OwnDocumentRow = Awaited<ReturnType<typeof selectDocumentsOf>>[number]

/** The file of one of the organization's documents. */
export async function findOwnFile(queries: Queries, organizationId: string, documentId: string) {
  const [row] = await queries
    .select(DOCUMENT_FILE)
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.organizationId, organizationId)))
  return row ?? null
}

/** The application that one of the organization's documents came for; null before it was submitted. */
export async function findApplicationOf(queries: Queries, organizationId: string, documentId: string) {
  const [row] = await queries
    .select({ verificationId: documents.verificationId })
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.organizationId, organizationId)))
  return row?.verificationId ?? null
}

export async function findByStorageKey(queries: Queries, storageKey: string): Promise<{ id: string } | null> {
  const [row] = await queries.select({ id: documents.id }).from(documents).where(eq(documents.storageKey, storageKey))
  return row ?? null
}

/**
 * Deletes a document that held a virus, or that has one of these types and statuses and came since `since`. Returns its type and the
 * key of its file, or null.
 */
export async function deleteRemovable(
  queries: Queries,
  document: {
    id: string
    organizationId: string
    verificationId: string | null
    since: Date | null
    types: readonly DocumentType[]
    removable: readonly DocumentStatus[]
  },
): Promise<{ storageKey: string; type: string } | null> {
  const [removed] = await queries
    .delete(documents)
    .where(
      and(
        eq(documents.id, document.id),
        eq(documents.organizationId, document.organizationId),
        ofApplication(document.verificationId),
        or(
          eq(documents.scanState, 'infected'),
          and(
            inArray(documents.status, [...document.removable]),
            inArray(documents.type, [...document.types]),
            document.since ? gte(documents.uploadedAt, document.since) : undefined,
          ),
        ),
      ),
    )
    .returning({ storageKey: documents.storageKey, type: documents.type })
  return removed ?? null
}

/** Attaches the organization's documents that wait for a submission to the application; returns how many. */
export async function attachDocuments(queries: Queries, organizationId: string, verificationId: string) {
  const attached = await queries
    .update(documents)
    .set({ verificationId })
    .where(and(eq(documents.organizationId, organizationId), isNull(documents.verificationId)))
    .returning({ id: documents.id })
  return attached.length
}

/** Takes one of `most` slots until `until`; returns its id, or null when all are taken. The organization must be locked. */
export async function takeUploadSlot(
  tx: Queries,
  { organizationId, now, until, most }: { organizationId: string; now: Date; until: Date; most: number },
): Promise<string | null> {
  const own = eq(openUploads.organizationId, organizationId)
  await tx.delete(openUploads).where(and(own, lte(openUploads.until, now)))
  const [open] = await tx.select({ count: count() }).from(openUploads).where(own)
  if ((open?.count ?? 0) >= most) return null
  const [taken] = await tx.insert(openUploads).values({ organizationId, until }).returning({ id: openUploads.id })
  return taken?.id ?? null
}

export async function freeUploadSlot(queries: Queries, id: string): Promise<void> {
  await queries.delete(openUploads).where(eq(openUploads.id, id))
}

/** Only the first opening is kept. */
export async function markOpened(
  tx: Queries,
  documentId: string,
  opened: { openedAt: Date; openedBy: string },
): Promise<void> {
  await tx
    .update(documents)
    .set(opened)
    .where(and(eq(documents.id, documentId), isNull(documents.openedAt)))
}
