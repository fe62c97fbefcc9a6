import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { CLOCK_TOLERANCE_MS, UNDO_MS } from '../../durations'
import type { Queries } from '../engine/database'
import { documents } from '../schema/documents'
import { messages } from '../schema/messages'
import { organizations } from '../schema/organizations'
import { preparedDecisions, requestedItems, undoableDecisions } from '../schema/reviews'
import { timelineEvents, verifications } from '../schema/verifications'
import type { DueTermsHeld } from './due-dates'
import { takeBackTemplateUses } from './templates'
import { WRITTEN } from './verification-decisions'

type VerificationRow = typeof verifications.$inferSelect

/** What a decision changes in an application, and undoing restores. */
const COLUMNS = {
  status: verifications.status,
  reviewerId: verifications.reviewerId,
  reviewedAt: verifications.reviewedAt,
  reviewNotes: verifications.reviewNotes,
  rejectionReason: verifications.rejectionReason,
  requestedChanges: verifications.requestedChanges,
  waitedForApplicantMs: verifications.waitedForApplicantMs,
  waitingSince: verifications.waitingSince,
  heldAtDecision: verifications.heldAtDecision,
  claimedAt: verifications.claimedAt,
  reservedFor: verifications.reservedFor,
  reservedUntil: verifications.reservedUntil,
  dueAt: verifications.dueAt,
  lastDueAt: verifications.lastDueAt,
  dueLeftMinutes: verifications.dueLeftMinutes,
  overdueNoticeAt: verifications.overdueNoticeAt,
} as const
type ApplicationBefore = Pick<VerificationRow, keyof typeof COLUMNS>
const TIMES = [
  'reviewedAt',
  'waitingSince',
  'claimedAt',
  'reservedUntil',
  'dueAt',
  'lastDueAt',
  'overdueNoticeAt',
] as const satisfies (keyof ApplicationBefore)[]

/** What a decision changes in an organization. */
const ORGANIZATION_COLUMNS = {
  status: organizations.status,
  isTrial: organizations.isTrial,
  operationMode: organizations.operationMode,
  ...WRITTEN,
} as const
type OrganizationBefore = Pick<typeof organizations.$inferSelect, keyof typeof ORGANIZATION_COLUMNS>

/** The state before a decision. The organization is null unless the decision changed it; then it has the version that made. */
type Before = {
  application: ApplicationBefore
  organization: (OrganizationBefore & { madeVersion: number }) | null
  /** The documents that the approval verified. */
  documentIds: string[]
  /** All documents of the application: one added or removed since is an act of the applicant. Missing in rows of the release before. */
  heldIds?: string[]
  messageId: string
  due: DueTermsHeld | null
  /** The first vote that waited when the decision was taken. */
  prepared: typeof preparedDecisions.$inferSelect | null
  /** Whether the decision carried that vote out. The release before stores only such votes. */
  isAgreed?: boolean
}

/** What was typed into the form of the decision, field by field. */
export type TypedFields = [name: string, value: string][]

type Stored = typeof undoableDecisions.$inferSelect
export type UndoableDecision = Omit<Stored, 'before' | 'input'> & { before: Before; input: TypedFields }

/** The latest end for a decision made by now, on any replica: a later one was made before the clock was set back. */
export const lastEnd = (now: Date) => new Date(now.getTime() + UNDO_MS + CLOCK_TOLERANCE_MS)

export const isWithinUndoTime = ({ until }: Pick<Stored, 'until'>, now: Date): boolean =>
  until > now && until <= lastEnd(now)

/** Parses stored JSON, where times are text. */
export function opened(row: Stored): UndoableDecision {
  const before = row.before as Before
  const application = { ...before.application }
  for (const name of TIMES) {
    const at = application[name]
    application[name] = at ? new Date(at) : null
  }
  const prepared = before.prepared && { ...before.prepared, at: new Date(before.prepared.at) }
  return { ...row, before: { ...before, application, prepared }, input: row.input as TypedFields }
}

/** Locks an application as its decision finds it, so that a change of its due date comes before or waits. Null when none. */
export async function lockApplicationBefore(tx: Queries, verificationId: string): Promise<ApplicationBefore | null> {
  const [row] = await tx
    .select(COLUMNS)
    .from(verifications)
    .where(eq(verifications.id, verificationId))
    .for('no key update')
  return row ?? null
}

/** An organization as a decision finds it, with its version at that time; null when there is none. */
export async function findOrganizationBefore(tx: Queries, id: string) {
  const [row] = await tx
    .select({ ...ORGANIZATION_COLUMNS, version: organizations.version })
    .from(organizations)
    .where(eq(organizations.id, id))
  return row ?? null
}

export async function listDocumentIds(tx: Queries, verificationId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(eq(documents.verificationId, verificationId))
    .orderBy(asc(documents.id))
  return rows.map(({ id }) => id)
}

/** Saves how to undo a decision, in place of an earlier decision on the same application. */
export async function saveUndoable(tx: Queries, decision: UndoableDecision): Promise<void> {
  const { verificationId: _, ...set } = decision
  await tx
    .insert(undoableDecisions)
    .values(decision)
    .onConflictDoUpdate({ target: undoableDecisions.verificationId, set })
}

/** Who would hold an application, and for whom it would be reserved, if the decision on it were undone. */
export async function listHoldersBefore(tx: Queries, verificationId: string): Promise<(string | null)[]> {
  const [row] = await tx.select().from(undoableDecisions).where(eq(undoableDecisions.verificationId, verificationId))
  const { reviewerId, reservedFor } = row ? opened(row).before.application : { reviewerId: null, reservedFor: null }
  return [reviewerId, reservedFor]
}

/** Locks an application, its verified documents and the decision on it that could be undone; null when there is none. */
export async function lockUndoable(tx: Queries, verificationId: string) {
  // In the order of a decision, which locks the documents first, so that the two never deadlock. Documents that the applicant
  // may take back are left to the applicant, who locks the organization first.
  await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.verificationId, verificationId), eq(documents.status, 'verified')))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
    .for('no key update')
  const [application] = await tx
    .select({ version: verifications.version })
    .from(verifications)
    .where(eq(verifications.id, verificationId))
    .for('no key update')
  const [row] = await tx
    .select()
    .from(undoableDecisions)
    .where(eq(undoableDecisions.verificationId, verificationId))
    .for('update')
  return application && row ? { version: application.version, decision: opened(row) } : null
}

/** Locks the decisions on an organization's applications that can still be undone, one application after another. */
export async function lockUndoableOf(tx: Queries, organizationId: string, now: Date): Promise<UndoableDecision[]> {
  const rows = await tx
    .select({ id: verifications.id })
    .from(undoableDecisions)
    .innerJoin(verifications, eq(verifications.id, undoableDecisions.verificationId))
    .where(and(eq(verifications.organizationId, organizationId), gt(undoableDecisions.until, now)))
    .orderBy(asc(verifications.id))
  const locked: UndoableDecision[] = []
  for (const { id } of rows) {
    const found = await lockUndoable(tx, id)
    if (found && found.version === found.decision.version) locked.push(found.decision)
  }
  return locked
}

/** True when this person undid the decision that made this version. */
export async function hasUndone(
  tx: Queries,
  { verificationId, version, actorId }: Pick<UndoableDecision, 'verificationId' | 'version' | 'actorId'>,
): Promise<boolean> {
  const undone = await tx
    .select({ id: timelineEvents.id })
    .from(timelineEvents)
    .where(
      and(
        eq(timelineEvents.verificationId, verificationId),
        sql`${timelineEvents.version} - 1 = ${version}`,
        eq(timelineEvents.event, 'undone'),
        eq(timelineEvents.actorId, actorId),
      ),
    )
  return undone.length > 0
}

/** Locks the message; true when nobody has tried to send it yet. */
export async function lockUnsent(tx: Queries, messageId: string): Promise<boolean> {
  const [row] = await tx
    .select({ status: messages.status, attempts: messages.attempts })
    .from(messages)
    .where(eq(messages.id, messageId))
    .for('update')
  return row?.status === 'queued' && row.attempts === 0
}

/** Locks the organization and the documents; returns which of them is not as the decision left it, or null. */
export async function lockChangedSince(
  tx: Queries,
  organizationId: string,
  { verificationId, before }: UndoableDecision,
): Promise<'organization' | 'documents' | null> {
  const { organization, documentIds, heldIds } = before
  // Whoever adds a document or takes one back locks the organization.
  const [row] = await tx
    .select({ version: organizations.version })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update')
  if (organization && row?.version !== organization.madeVersion) return 'organization'
  if (heldIds && (await listDocumentIds(tx, verificationId)).join() !== heldIds.join()) return 'documents'
  if (documentIds.length === 0) return null
  const rows = await tx
    .select({ status: documents.status })
    .from(documents)
    .where(inArray(documents.id, documentIds))
    .orderBy(asc(documents.id))
    .for('update')
  const areVerified = rows.length === documentIds.length && rows.every(({ status }) => status === 'verified')
  return areVerified ? null : 'documents'
}

/** Restores the state before a decision and returns the application's new version. All that it touches must be locked. */
export async function restoreBefore(
  tx: Queries,
  { verificationId, version, before }: UndoableDecision,
  organizationId: string,
): Promise<number> {
  const { application, organization, documentIds, messageId, prepared } = before
  const [moved] = await tx
    .update(verifications)
    .set({ ...application, version: sql`${verifications.version} + 1` })
    .where(and(eq(verifications.id, verificationId), eq(verifications.version, version)))
    .returning({ version: verifications.version })
  if (!moved) throw new Error('The application moved while it was locked')
  if (organization) {
    const { madeVersion: _, ...columns } = organization
    await tx
      .update(organizations)
      .set({ ...columns, version: sql`${organizations.version} + 1` })
      .where(eq(organizations.id, organizationId))
  }
  if (documentIds.length > 0)
    await tx
      .update(documents)
      .set({ status: 'pending', reviewedBy: null, reviewedAt: null })
      .where(inArray(documents.id, documentIds))
  await tx.delete(messages).where(eq(messages.id, messageId))
  const items = await tx
    .delete(requestedItems)
    .where(and(eq(requestedItems.verificationId, verificationId), eq(requestedItems.version, version)))
    .returning({
      // The template of a document's rejection was counted by the rejection, not by the item.
      templateId: sql<string | null>`nullif(${requestedItems.templateId}, (
        select ${documents.rejectionTemplateId} from ${documents} where ${documents.id} = ${requestedItems.documentId}))`,
    })
  const events = await tx
    .select({ templateId: timelineEvents.templateId })
    .from(timelineEvents)
    .where(and(eq(timelineEvents.verificationId, verificationId), eq(timelineEvents.version, version)))
  await takeBackTemplateUses(
    tx,
    [...items, ...events].flatMap(({ templateId }) => templateId ?? []),
  )
  await tx.delete(undoableDecisions).where(eq(undoableDecisions.verificationId, verificationId))
  if (prepared) {
    // Restoring gives the organization a new version. A vote that saw it as it was before the decision gets that version, so that
    // it still counts; a void vote stays void.
    const input = prepared.input as { seen: { organizationVersion: number } }
    const seen =
      organization?.madeVersion === input.seen.organizationVersion + 1
        ? { ...input.seen, organizationVersion: organization.madeVersion + 1 }
        : input.seen
    await tx.insert(preparedDecisions).values({ ...prepared, input: { ...input, seen }, version: moved.version })
  }
  return moved.version
}

/** Deletes decisions that can no longer be undone. */
export async function deleteUndoableBefore(queries: Queries, before: Date): Promise<void> {
  await queries.delete(undoableDecisions).where(lte(undoableDecisions.until, before))
}
