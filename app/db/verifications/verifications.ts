import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DECIDED_STATUSES, type MessageStatus } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { DOCUMENT_COLUMNS, documents } from '../schema/documents'
import { messages } from '../schema/messages'
import { organizations } from '../schema/organizations'
import { reviewPeople } from '../schema/reviews'
import { users } from '../schema/users'
import { timelineEvents, verifications } from '../schema/verifications'
import { preparedOf } from './prepared-decisions'
import { lookersSince, reviewerSeenAt } from './verification-claims'

const reviewers = alias(users, 'reviewers')
const submitters = alias(users, 'submitters')
const waitedFor = alias(users, 'waited_for')

const contactColumns = { phone: organizations.phone, email: organizations.email }

/**
 * One verification with its organization and people, and who has had it open since then; contacts only when asked for. Null
 * when there is none.
 */
export async function findVerification(
  queries: Queries,
  id: string,
  include: { contacts: boolean; lookersSince: Date },
) {
  const [row] = await queries
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
      reservedForName: waitedFor.username,
      reviewerSeenAt,
      prepared: preparedOf,
      lookers: lookersSince(include.lookersSince),
      people: sql<number>`coalesce(${reviewPeople.people}, 1)`.mapWith(Number),
    })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .leftJoin(reviewers, eq(reviewers.id, verifications.reviewerId))
    .leftJoin(submitters, eq(submitters.id, verifications.submittedBy))
    .leftJoin(waitedFor, eq(waitedFor.id, verifications.reservedFor))
    .leftJoin(reviewPeople, eq(reviewPeople.type, verifications.type))
    .where(eq(verifications.id, id))
  return row ?? null
}

/** How the message that told the applicant of an event stands; null when none was written, or it is forgotten. */
const newsStatus = sql<MessageStatus | null>`(
  select told.status from ${messages} told
  where told.verification_id = ${timelineEvents.verificationId} and told.kind = 'verification_' || ${timelineEvents.event}
    and told.created_at between ${timelineEvents.at} - interval '5 seconds' and ${timelineEvents.at} + interval '1 minute'
  order by told.created_at limit 1)`

/** The events of one verification with their people, newest first. */
export async function listTimeline(queries: Queries, verificationId: string) {
  return queries
    .select({
      event: timelineEvents.event,
      at: timelineEvents.at,
      actorName: users.username,
      actorRole: users.role,
      note: timelineEvents.note,
      items: timelineEvents.items,
      version: timelineEvents.version,
      templateId: timelineEvents.templateId,
      slots: timelineEvents.slots,
      news: newsStatus,
    })
    .from(timelineEvents)
    .leftJoin(users, eq(users.id, timelineEvents.actorId))
    .where(eq(timelineEvents.verificationId, verificationId))
    .orderBy(desc(timelineEvents.version))
}

/** The documents sent along with one verification, oldest first. */
export async function listDocuments(queries: Queries, verificationId: string) {
  return queries
    .select({
      ...DOCUMENT_COLUMNS,
      rejectionTemplateId: documents.rejectionTemplateId,
      reviewedAt: documents.reviewedAt,
      reviewerName: reviewers.username,
    })
    .from(documents)
    .leftJoin(reviewers, eq(reviewers.id, documents.reviewedBy))
    .where(eq(documents.verificationId, verificationId))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
}

/** The decided verifications of the same organization, newest first, at most ten. */
export async function listPreviousDecisions(queries: Queries, organizationId: string, exceptId: string) {
  return queries
    .select({
      id: verifications.id,
      type: verifications.type,
      status: verifications.status,
      reviewedAt: verifications.reviewedAt,
      reviewerName: reviewers.username,
      rejectionReason: verifications.rejectionReason,
    })
    .from(verifications)
    .leftJoin(reviewers, eq(reviewers.id, verifications.reviewerId))
    .where(
      and(
        eq(verifications.organizationId, organizationId),
        ne(verifications.id, exceptId),
        inArray(verifications.status, DECIDED_STATUSES),
      ),
    )
    .orderBy(desc(verifications.submittedAt), desc(verifications.id))
    .limit(10)
}

/** The paper of a verification that is to be judged; null when it is none of its papers. */
export async function findPaper(queries: Queries, verificationId: string, documentId: string) {
  const [row] = await queries
    .select({
      organizationId: documents.organizationId,
      fileName: documents.fileName,
      status: documents.status,
      verificationType: verifications.type,
    })
    .from(documents)
    .innerJoin(verifications, eq(verifications.id, documents.verificationId))
    .where(and(eq(documents.id, documentId), eq(documents.verificationId, verificationId)))
  return row ?? null
}

/** Where the file of a document of this verification lies; null when it is not one of its documents. */
export async function findDocumentFile(queries: Queries, verificationId: string, documentId: string) {
  const [row] = await queries
    .select({
      fileName: documents.fileName,
      mediaType: documents.mediaType,
      storageKey: documents.storageKey,
      scanState: documents.scanState,
      openedAt: documents.openedAt,
    })
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.verificationId, verificationId)))
  return row ?? null
}
