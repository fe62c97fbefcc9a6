import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { DocumentMediaType, DocumentStatus, DocumentType, Language, ScanState } from '../../vocabulary'
import { at, id } from './columns'
import { organizations } from './organizations'
import { templates } from './templates'
import { users } from './users'
import { isUndone, timelineEvents, verifications } from './verifications'

/** The file itself is in the document store under `storageKey`. */
export const documents = pgTable(
  'documents',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    verificationId: uuid('verification_id').references(() => verifications.id),
    type: text('type').$type<DocumentType>().notNull(),
    fileName: text('file_name').notNull(),
    mediaType: text('media_type').$type<DocumentMediaType>().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    storageKey: text('storage_key').notNull().unique(),
    status: text('status').$type<DocumentStatus>().notNull(),
    rejectionReason: text('rejection_reason'),
    /** The template that the reason was filled in from, and the reason in every language. */
    rejectionTemplateId: uuid('rejection_template_id').references(() => templates.id),
    rejectionTexts: jsonb('rejection_words').$type<Record<Language, string>>(),
    reviewedBy: uuid('reviewed_by').references(() => users.id),
    reviewedAt: at('reviewed_at'),
    uploadedAt: at('uploaded_at').notNull(),
    /** When a staff member first opened it, and who. */
    openedAt: at('opened_at'),
    openedBy: uuid('opened_by').references(() => users.id),
    scanState: text('scan_state').$type<ScanState>().notNull().default('unscanned'),
    /** The scanner's name for what it found. */
    scanFinding: text('scan_finding'),
    /** When the scanner is asked next; null for as soon as possible. */
    scanDueAt: at('scan_due_at'),
    /** Since when its file cannot be found in the document store. */
    fileMissingSince: at('file_missing_since'),
  },
  (t) => [
    index('documents_verification').on(t.verificationId),
    index('documents_organization').on(t.organizationId),
    index('documents_unsent')
      .on(t.uploadedAt, t.organizationId)
      .where(sql`${t.verificationId} is null`),
    index('documents_scan_due')
      .on(t.scanDueAt.asc().nullsFirst(), t.uploadedAt)
      .where(sql`scan_state in ('unscanned', 'pending') and file_missing_since is null`),
  ],
)

/** Uploads under way, across all replicas; one of a replica that is gone counts until `until`. */
export const openUploads = pgTable(
  'open_uploads',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    until: at('until').notNull(),
  },
  (t) => [index('open_uploads_organization').on(t.organizationId)],
)

/** Files of the document store that no document names, and since when that is known. */
export const strayFiles = pgTable('stray_files', {
  storageKey: text('storage_key').primaryKey(),
  seenAt: at('seen_at').notNull(),
})

/** What a list of documents shows of each. */
export const DOCUMENT_COLUMNS = {
  id: documents.id,
  type: documents.type,
  fileName: documents.fileName,
  mediaType: documents.mediaType,
  sizeBytes: documents.sizeBytes,
  status: documents.status,
  rejectionReason: documents.rejectionReason,
  rejectionTexts: documents.rejectionTexts,
  uploadedAt: documents.uploadedAt,
  openedAt: documents.openedAt,
  scanState: documents.scanState,
  fileMissingSince: documents.fileMissingSince,
}

/** What it takes to find the file of a document and to serve it. */
export const DOCUMENT_FILE = {
  id: documents.id,
  fileName: documents.fileName,
  mediaType: documents.mediaType,
  sizeBytes: documents.sizeBytes,
  storageKey: documents.storageKey,
  scanState: documents.scanState,
}

/** For a statement that reads documents: how many requests for more, not undone, came before the document was uploaded. */
export const requestsBefore = sql<number>`(
  select count(*)::int from ${timelineEvents} asked
  where asked.verification_id = ${documents}.verification_id and asked.event = 'info_requested'
    and asked.at < ${documents}.uploaded_at and not ${isUndone(sql`asked`)})`

/**
 * For a statement that reads all documents of one or more applications: whether the next document of the same type came after a request
 * for more that is newer than this one. It is `withoutReplaced` of the domain in SQL.
 */
export const isReplaced = sql<boolean>`coalesce(${requestsBefore} < lead(${requestsBefore}) over (
  partition by ${documents}.verification_id, ${documents}.type order by ${documents}.uploaded_at, ${documents}.id), false)`
