import type { HistoryEvent, Language, OperationMode, OrganizationStatus, VerificationStatus } from '../../vocabulary'
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { documents, requestsBefore } from '../schema/documents'
import { organizations } from '../schema/organizations'
import { reviewPeople } from '../schema/reviews'
import { lockPeopleNeeded, mustOpen, peopleNeeded } from './review-people'
import { users } from '../schema/users'
import { timelineEvents, verifications } from '../schema/verifications'

/** What a decision needs to know of an application and its organization; null when there is none. */
export async function findToDecide(queries: Queries, id: string) {
  const [row] = await queries
    .select({
      id: verifications.id,
      organizationId: verifications.organizationId,
      organizationName: organizations.name,
      organizationPhone: organizations.phone,
      organizationLanguage: organizations.defaultLocale,
      type: verifications.type,
      status: verifications.status,
      submittedBy: verifications.submittedBy,
      submittedAt: verifications.submittedAt,
      waitingSince: verifications.waitingSince,
      waitedForApplicantMs: verifications.waitedForApplicantMs,
      currentMode: verifications.currentMode,
      requestedMode: verifications.requestedMode,
      reviewerId: verifications.reviewerId,
      reviewerName: users.username,
      reviewerRole: users.role,
      reviewerStatus: users.status,
      claimedAt: verifications.claimedAt,
      organizationVersion: organizations.version,
      people: peopleNeeded,
      mustOpen,
      version: verifications.version,
    })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .leftJoin(reviewPeople, eq(reviewPeople.type, verifications.type))
    .leftJoin(users, eq(users.id, verifications.reviewerId))
    .where(eq(verifications.id, id))
  return row ?? null
}

export type VerificationToDecide = NonNullable<Awaited<ReturnType<typeof findToDecide>>>

/**
 * `findToDecide` for a change. Where two people decide, it takes a shared lock on how many must agree until the transaction ends, so that
 * the rule cannot change meanwhile. The application itself is not locked: `moveVerification` compares its version.
 */
export async function findToDecideAndLockRule(tx: Queries, id: string): Promise<VerificationToDecide | null> {
  const found = await findToDecide(tx, id)
  return found && found.people > 1 ? { ...found, people: await lockPeopleNeeded(tx, id) } : found
}

/** The newest event with the person behind it. */
export async function findLatestEvent(queries: Queries, verificationId: string) {
  const [row] = await queries
    .select({
      event: timelineEvents.event,
      version: timelineEvents.version,
      at: timelineEvents.at,
      actorId: timelineEvents.actorId,
      actorName: users.username,
      note: timelineEvents.note,
      items: timelineEvents.items,
    })
    .from(timelineEvents)
    .leftJoin(users, eq(users.id, timelineEvents.actorId))
    .where(eq(timelineEvents.verificationId, verificationId))
    .orderBy(desc(timelineEvents.version))
    .limit(1)
  return row ?? null
}

export type LatestEvent = NonNullable<Awaited<ReturnType<typeof findLatestEvent>>>

type Change = Partial<
  Pick<
    typeof verifications.$inferInsert,
    | 'reviewerId'
    | 'reviewedAt'
    | 'reviewNotes'
    | 'rejectionReason'
    | 'requestedChanges'
    | 'waitedForApplicantMs'
    | 'waitingSince'
    | 'heldAtDecision'
    | 'claimedAt'
    | 'reservedFor'
    | 'reservedUntil'
  >
>

/** Moves an application only from one of these statuses and from the version seen; returns the new version, or null. */
export async function moveVerification(
  tx: Queries,
  move: { id: string; from: readonly VerificationStatus[]; version: number; to: VerificationStatus; change: Change },
): Promise<number | null> {
  const [moved] = await tx
    .update(verifications)
    .set({ ...move.change, status: move.to, version: sql`${verifications.version} + 1` })
    .where(
      and(
        eq(verifications.id, move.id),
        inArray(verifications.status, [...move.from]),
        eq(verifications.version, move.version),
      ),
    )
    .returning({ version: verifications.version })
  return moved?.version ?? null
}

export async function addTimelineEvent(
  tx: Queries,
  event: {
    verificationId: string
    event: HistoryEvent
    at: Date
    actorId: string | null
    note?: string | null
    items?: string[]
    version: number
    templateId?: string | null
    templateTexts?: Record<Language, string> | null
    slots?: Readonly<Record<string, string>> | null
  },
): Promise<void> {
  await tx.insert(timelineEvents).values(event)
}

/** Locks the documents of an application: nobody else judges or opens them before the transaction ends. */
export async function lockDocuments(tx: Queries, verificationId: string) {
  return tx
    .select({
      id: documents.id,
      type: documents.type,
      fileName: documents.fileName,
      status: documents.status,
      uploadedAt: documents.uploadedAt,
      reviewedAt: documents.reviewedAt,
      openedAt: documents.openedAt,
      scanState: documents.scanState,
      fileMissingSince: documents.fileMissingSince,
      requestsBefore,
    })
    .from(documents)
    .where(eq(documents.verificationId, verificationId))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
    .for('update')
}

export type LockedDocument = Awaited<ReturnType<typeof lockDocuments>>[number]

/** The documents must be locked. */
export async function markVerified(
  tx: Queries,
  ids: readonly string[],
  by: { reviewedBy: string; reviewedAt: Date },
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(documents)
    .set({ ...by, status: 'verified' })
    .where(inArray(documents.id, [...ids]))
}

/** Moves an organization; false when it is in none of the `from` statuses. An approval ends its trial. */
export async function moveOrganization(
  tx: Queries,
  move: { id: string; from: readonly OrganizationStatus[]; to: OrganizationStatus },
): Promise<boolean> {
  const moved = await tx
    .update(organizations)
    .set({
      status: move.to,
      ...(move.to === 'approved' && { isTrial: false }),
      version: sql`${organizations.version} + 1`,
    })
    .where(and(eq(organizations.id, move.id), inArray(organizations.status, [...move.from])))
    .returning({ id: organizations.id })
  return moved.length > 0
}

/** False when the organization is archived, or no longer works in the mode that the request started from. */
export async function changeOperationMode(
  tx: Queries,
  change: { organizationId: string; from: OperationMode; to: OperationMode },
): Promise<boolean> {
  const changed = await tx
    .update(organizations)
    .set({ operationMode: change.to, version: sql`${organizations.version} + 1` })
    .where(
      and(
        eq(organizations.id, change.organizationId),
        eq(organizations.operationMode, change.from),
        ne(organizations.status, 'archived'),
      ),
    )
    .returning({ id: organizations.id })
  return changed.length > 0
}

/** What an approved application writes into the organization. */
export const WRITTEN = {
  address: organizations.address,
  bankName: organizations.bankName,
  bankAccount: organizations.bankAccount,
  representativeName: organizations.representativeName,
  representativeDocument: organizations.representativeDocument,
} as const
type Written = Pick<typeof organizations.$inferSelect, keyof typeof WRITTEN>

/**
 * Writes what is other than before, by what is held then; what that was, and is now. Null when all of it holds already, or the
 * organization is archived.
 */
export async function writeApproved(
  tx: Queries,
  organizationId: string,
  wantedOf: (held: Written) => Partial<Written> | null,
) {
  const [stored] = await tx
    .select({ ...WRITTEN, status: organizations.status })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update')
  if (!stored || stored.status === 'archived') return null
  const wanted = wantedOf(stored) ?? {}
  const names = (Object.keys(wanted) as (keyof Written)[]).filter((name) => wanted[name] !== stored[name])
  if (names.length === 0) return null
  const pick = (from: Partial<Written>): Partial<Written> =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  const [before, after] = [pick(stored), pick(wanted)]
  await tx
    .update(organizations)
    .set({ ...after, version: sql`${organizations.version} + 1` })
    .where(eq(organizations.id, organizationId))
  return { before, after }
}
