import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { DocumentMediaType, DocumentStatus, DocumentType, Language, ScanState } from '../../vocabulary'
import { at, id } from './columns'
import { organizations } from './organizations'
import { templates } from './templates'
import { users } from './users'
import { isTakenBack, timelineEvents, verifications } from './verifications'

/** The file itself lies in the document store under `storageKey`. */
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
    /** When and by whom of the staff it was looked at first. */
    openedAt: at('opened_at'),
    openedBy: uuid('opened_by').references(() => users.id),
    scanState: text('scan_state').$type<ScanState>().notNull().default('unscanned'),
    /** What the scanner calls the thing it found. */
    scanFinding: text('scan_finding'),
    /** When the scanner is asked next; null as soon as may be. */
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

/** Uploads under way, over all replicas; one whose replica is gone counts until its time is over. */
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

/** Where the file of a document lies, and as what it is handed out. */
export const DOCUMENT_FILE = {
  id: documents.id,
  fileName: documents.fileName,
  mediaType: documents.mediaType,
  sizeBytes: documents.sizeBytes,
  storageKey: documents.storageKey,
  scanState: documents.scanState,
}

/** For a statement that reads documents: how many requests for more, not undone since, came before this document was uploaded. */
export const requestsBefore = sql<number>`(
  select count(*)::int from ${timelineEvents} asked
  where asked.verification_id = ${documents}.verification_id and asked.event = 'info_requested'
    and asked.at < ${documents}.uploaded_at and not ${isTakenBack(sql`asked`)})`

/**
 * For a statement that reads all documents of an application, or of several: whether the next of its kind came after a request for
 * more that this one was there before, which is `withoutReplaced` of the domain in SQL.
 */
export const isReplaced = sql<boolean>`coalesce(${requestsBefore} < lead(${requestsBefore}) over (
  partition by ${documents}.verification_id, ${documents}.type order by ${documents}.uploaded_at, ${documents}.id), false)`
