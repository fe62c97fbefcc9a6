import { and, asc, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DECIDED_STATUSES, type MessageStatus } from '../../vocabulary'
import { preparedOnce, placeholder } from '../engine/prepared-once'
import type { Database, Queries } from '../engine/database'
import { rowsOf } from '../engine/sql'
import { branchesOf, isFirstBrand } from '../organizations/stored-setup'
import { DOCUMENT_COLUMNS, DOCUMENT_FILE, documents, requestsBefore } from '../schema/documents'
import { messages } from '../schema/messages'
import { brands, organizations } from '../schema/organizations'
import { presence, requestedItems, reviewPeople, submissions } from '../schema/reviews'
import { mustOpen, peopleNeeded } from './review-people'
import { users } from '../schema/users'
import { isUndone, timelineEvents, verifications } from '../schema/verifications'
import { preparedOf } from './prepared-decisions'
import { selectRequestedItems } from './requested-items'
import { selectLastSubmissions } from './submissions'
import { reservedForUsers, viewersWithin, reviewers, reviewerSeenAt, type Viewing } from './verification-claims'

const submitters = alias(users, 'submitters')
const previous = alias(verifications, 'previous')

const contactColumns = { phone: organizations.phone, email: organizations.email }

type Include = { contacts: boolean; documents: boolean }

const selectVerification = preparedOnce(
  (db, include: Include) => {
    const id = placeholder<string>('id', verifications.id)
    const viewing = {
      since: placeholder<Date>('since', presence.seenAt),
      until: placeholder<Date>('until', presence.seenAt),
    }
    return db
      .select({
        verification: verifications,
        organization: {
          id: organizations.id,
          name: organizations.name,
          legalName: organizations.legalName,
          registrationNumber: organizations.registrationNumber,
          country: organizations.country,
          operationMode: organizations.operationMode,
          status: organizations.status,
          isTrial: organizations.isTrial,
          address: organizations.address,
          createdAt: organizations.createdAt,
        },
        ...(include.contacts ? { contacts: contactColumns } : {}),
        reviewerName: reviewers.username,
        submitterName: submitters.username,
        reservedForName: reservedForUsers.username,
        reviewerSeenAt,
        vote: preparedOf,
        viewers: viewersWithin(viewing),
        people: peopleNeeded,
        mustOpen,
        timeline: rowsOf(TIMELINE, selectTimeline(db, id)),
        ...(include.documents ? { documents: rowsOf(DOCUMENTS, selectApplicationDocuments(db, id)) } : {}),
        items: rowsOf(getTableColumns(requestedItems), selectRequestedItems(db, id)),
        submissions: rowsOf(getTableColumns(submissions), selectLastSubmissions(db, id)),
        previousDecisions: rowsOf(PREVIOUS, selectPreviousDecisions(db)),
        stored: organizations,
        branches: branchesOf(db),
        brand: brands,
      })
      .from(verifications)
      .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
      .leftJoin(reviewers, eq(reviewers.id, verifications.reviewerId))
      .leftJoin(submitters, eq(submitters.id, verifications.submittedBy))
      .leftJoin(reservedForUsers, eq(reservedForUsers.id, verifications.reservedFor))
      .leftJoin(reviewPeople, eq(reviewPeople.type, verifications.type))
      .leftJoin(brands, isFirstBrand(db))
      .where(eq(verifications.id, id))
  },
  ({ contacts, documents }) => `${contacts} ${documents}`,
)

/**
 * One application as of one instant, with its organization and people, all that was sent and said, and who has it open; documents and
 * contacts only when asked for. Null when there is none.
 */
export async function findVerification(
  db: Database,
  id: string,
  { viewing, ...include }: Include & { viewing: Viewing },
) {
  const [row] = await selectVerification(db, include, { id, ...viewing })
  if (!row) return null
  const { stored: organization, branches, brand, ...found } = row
  return { ...found, stored: { organization, branches, brand } }
}

/** The status of the message about an event to the applicant; null when none was written, it was deleted, or the event undone. */
const newsStatus = sql<MessageStatus | null>`(
  select told.status from ${messages} told
  where told.verification_id = ${timelineEvents.verificationId} and told.kind = 'verification_' || ${timelineEvents.event}
    and told.created_at between ${timelineEvents.at} - interval '5 seconds' and ${timelineEvents.at} + interval '1 minute'
    and not ${isUndone(timelineEvents)}
  order by told.created_at limit 1)`

const TIMELINE = {
  event: timelineEvents.event,
  at: timelineEvents.at,
  actorName: users.username,
  actorRole: users.role,
  note: timelineEvents.note,
  items: timelineEvents.items,
  version: timelineEvents.version,
  templateTexts: timelineEvents.templateTexts,
  slots: timelineEvents.slots,
  news: newsStatus,
}

/** The events of one verification with their people, newest first. */
export const selectTimeline = (queries: Queries, verificationId: string) =>
  queries
    .select(TIMELINE)
    .from(timelineEvents)
    .leftJoin(users, eq(users.id, timelineEvents.actorId))
    .where(eq(timelineEvents.verificationId, verificationId))
    .orderBy(desc(timelineEvents.version))

const DOCUMENTS = {
  ...DOCUMENT_COLUMNS,
  rejectionTemplateId: documents.rejectionTemplateId,
  reviewedAt: documents.reviewedAt,
  reviewerName: reviewers.username,
  requestsBefore,
}

/** The documents sent along with one verification, oldest first. */
export const selectApplicationDocuments = (queries: Queries, verificationId: string) =>
  queries
    .select(DOCUMENTS)
    .from(documents)
    .leftJoin(reviewers, eq(reviewers.id, documents.reviewedBy))
    .where(eq(documents.verificationId, verificationId))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))

/** The template texts and slots of the last rejection; null when nobody rejected. */
const rejectedFrom = sql<Pick<typeof timelineEvents.$inferSelect, 'templateTexts' | 'slots'> | null>`(
  select json_build_object('templateTexts', said.template_texts, 'slots', said.slots) from ${timelineEvents} said
  where said.verification_id = ${previous.id} and said.event = 'rejected' order by said.version desc limit 1)`

const PREVIOUS = {
  id: previous.id,
  type: previous.type,
  status: previous.status,
  reviewedAt: previous.reviewedAt,
  reviewerName: reviewers.username,
  rejectionReason: previous.rejectionReason,
  rejectedFrom,
}

/** The decided verifications of the same organization, newest first, at most ten; in a statement about a verification. */
const selectPreviousDecisions = (queries: Queries) =>
  queries
    .select(PREVIOUS)
    .from(previous)
    .leftJoin(reviewers, eq(reviewers.id, previous.reviewerId))
    .where(
      and(
        eq(previous.organizationId, verifications.organizationId),
        ne(previous.id, verifications.id),
        inArray(previous.status, DECIDED_STATUSES),
      ),
    )
    .orderBy(desc(previous.submittedAt), desc(previous.id))
    .limit(10)

/** A document of an application that is to be judged; null when it is not one of its documents. */
export async function findApplicationDocument(queries: Queries, verificationId: string, documentId: string) {
  const [row] = await queries
    .select({
      organizationId: documents.organizationId,
      fileName: documents.fileName,
      status: documents.status,
      verificationType: verifications.type,
      submittedBy: verifications.submittedBy,
    })
    .from(documents)
    .innerJoin(verifications, eq(verifications.id, documents.verificationId))
    .where(and(eq(documents.id, documentId), eq(documents.verificationId, verificationId)))
  return row ?? null
}

/** The file of a document of this application; null when it is not one of its documents. */
export async function findDocumentFile(queries: Queries, verificationId: string, documentId: string) {
  const [row] = await queries
    .select({ ...DOCUMENT_FILE, openedAt: documents.openedAt })
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.verificationId, verificationId)))
  return row ?? null
}
