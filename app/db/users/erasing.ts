import { and, asc, eq, gt, inArray, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import type { AuditAction } from '../../audit-actions'
import { pseudonymOf } from '../../pseudonyms'
import { actionList } from '../audit/last-change'
import { deleteUnsentDocuments } from '../documents/unsent-documents'
import type { Queries } from '../engine/database'
import { auditLog } from '../schema/audit'
import { drafts, formerDrafts, sentForms } from '../schema/drafts'
import { invites, redemptions } from '../schema/invites'
import { messages, notificationChoices } from '../schema/messages'
import { inboxEntries, isProposal, noteMentions, notes } from '../schema/notes'
import { organizations } from '../schema/organizations'
import { dataRequests, legalHolds, personKeys } from '../schema/personal-data'
import { presence } from '../schema/reviews'
import { sessions } from '../schema/sessions'
import { passkeys, signInCodes, trustedDevices } from '../schema/sign-in'
import { raisedVersions, recoveryRequests, users } from '../schema/users'
import { verifications } from '../schema/verifications'
import { savedViews } from '../schema/views'
import { invitesTo, listNumbersOf, messagesTo, requestsOf, type OwnedNumber } from './number-history'

type Person = { id: string; username: string; phone: string; email: string | null; organizationId: string | null }

/** What an erasure needs to know of a locked person; null when there is none. */
export async function findPerson(tx: Queries, id: string) {
  const [row] = await tx
    .select({
      id: users.id,
      username: users.username,
      phone: users.phone,
      email: users.email,
      organizationId: users.organizationId,
    })
    .from(users)
    .where(eq(users.id, id))
  return row ?? null
}

/** The rows of the log that may name the person by an earlier name, with the key that opens them. */
export function listRenamings(queries: Queries, id: string) {
  const { actorId, objectType, objectId, before, after } = auditLog
  return queries
    .select({ actorId, objectType, objectId, before, after, actorKey: personKeys.key, objectKey: personKeys.key })
    .from(auditLog)
    .leftJoin(personKeys, eq(personKeys.userId, id))
    .where(
      and(
        eq(objectType, 'user'),
        eq(objectId, id),
        inArray(auditLog.action, ['user.settings', 'user.change'] satisfies AuditAction[]),
      ),
    )
}

/** The phone of an erased person: nobody can enter it. */
const noPhoneOf = (id: string) => `erased ${id}`

/**
 * Leaves nothing of a person but the id, the role and the organization; what they did stays under a pseudonym. Returns how many documents
 * of their draft were deleted.
 */
export async function makePseudonym(
  tx: Queries,
  person: Person,
  { names, at, searchKey }: { names: readonly string[]; at: Date; searchKey: string },
): Promise<number> {
  const owned = await listNumbersOf(tx, person.phone)
  await forgetAccess(tx, person)
  await forgetOwn(tx, person.id)
  await forgetAddresses(tx, person, owned)
  await renameInNotes(tx, person.id, names)
  const numbers = owned.map(({ number }) => number)
  const erasedDocuments = await forgetDraft(tx, person, { names, numbers, searchKey })
  await tx
    .update(users)
    .set({
      username: pseudonymOf(person.id),
      searchKey,
      phone: noPhoneOf(person.id),
      email: null,
      suspendedReason: null,
      language: sql`default`,
      timeZone: sql`default`,
      pageSize: null,
      density: null,
      startPage: null,
      hasShortcuts: sql`default`,
      digestSentOn: null,
      lastSignInAt: null,
      erasedAt: at,
      ...raisedVersions,
    })
    .where(eq(users.id, person.id))
  return erasedDocuments
}

async function forgetAccess(tx: Queries, { id, phone }: Person): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, id))
  await tx.delete(trustedDevices).where(eq(trustedDevices.userId, id))
  await tx.delete(passkeys).where(eq(passkeys.userId, id))
  await tx.delete(signInCodes).where(eq(signInCodes.phone, phone))
}

async function forgetOwn(tx: Queries, id: string): Promise<void> {
  await tx.delete(drafts).where(eq(drafts.userId, id))
  await tx.delete(formerDrafts).where(eq(formerDrafts.userId, id))
  await tx.delete(sentForms).where(eq(sentForms.userId, id))
  await tx.delete(notificationChoices).where(eq(notificationChoices.userId, id))
  await tx.delete(savedViews).where(eq(savedViews.ownerId, id))
  await tx.delete(inboxEntries).where(eq(inboxEntries.userId, id))
  // A proposal about their data no longer leads anywhere.
  await tx.delete(inboxEntries).where(and(eq(inboxEntries.actorId, id), isProposal(inboxEntries.kind)))
  await tx.delete(presence).where(eq(presence.userId, id))
  await tx.delete(dataRequests).where(eq(dataRequests.userId, id))
  await tx.delete(personKeys).where(eq(personKeys.userId, id))
}

/** Deletes messages to a person and requests with their numbers, and blanks invites to them, each from while a number was theirs. */
async function forgetAddresses(tx: Queries, person: Person, owned: readonly OwnedNumber[]): Promise<void> {
  // Each half uses an index of its own, which "or" would prevent.
  const sentToThem = tx
    .select({ id: invites.id })
    .from(invites)
    .where(invitesTo(person, owned))
    .union(
      tx
        .select({ id: invites.id })
        .from(redemptions)
        .innerJoin(invites, eq(invites.id, redemptions.inviteId))
        .where(and(eq(redemptions.userId, person.id), eq(invites.maximumUses, 1))),
    )
  // Locked before their messages, as wherever a code is changed or replaced.
  await tx
    .select({ id: invites.id })
    .from(invites)
    .where(inArray(invites.id, sentToThem))
    .orderBy(asc(invites.id))
    .for('no key update')
  const toThem = tx
    .select({ id: messages.id })
    .from(messages)
    .where(messagesTo(person, owned))
    .union(
      tx
        .select({ id: messages.id })
        .from(messages)
        .innerJoin(invites, eq(invites.id, messages.inviteId))
        .where(and(inArray(invites.id, sentToThem), eq(messages.to, invites.recipient))),
    )
  await tx.delete(messages).where(inArray(messages.id, toThem))
  await tx
    .update(invites)
    .set({ recipient: null, customMessage: null, notes: null })
    .where(inArray(invites.id, sentToThem))
  await tx.delete(recoveryRequests).where(requestsOf(owned))
}

/** Locks the requests that an erasure will delete: before the people, as wherever requests are handled. */
export async function lockRequestsOf(tx: Queries, id: string): Promise<void> {
  const [user] = await tx.select({ phone: users.phone }).from(users).where(eq(users.id, id))
  if (!user) return
  await tx
    .select({ id: recoveryRequests.id })
    .from(recoveryRequests)
    .where(requestsOf(await listNumbersOf(tx, user.phone)))
    .orderBy(asc(recoveryRequests.id))
    .for('update')
}

/** Every character that has a special meaning in a pattern. */
const PATTERN_SIGNS = /[\\^$.*+?()[\]{}|]/g

/** In notes that mention the person, replaces the name, present or former, by the pseudonym. */
async function renameInNotes(tx: Queries, id: string, names: readonly string[]): Promise<void> {
  const patterns = names.map((name) => name.replaceAll(PATTERN_SIGNS, String.raw`\$&`))
  const mention = `@(?:${patterns.join('|')})(?![[:alnum:]_])`
  await tx
    .update(notes)
    .set({ text: sql`regexp_replace(${notes.text}, ${mention}, ${`@${pseudonymOf(id)}`}, 'gi')` })
    .where(
      inArray(notes.id, tx.select({ id: noteMentions.noteId }).from(noteMentions).where(eq(noteMentions.userId, id))),
    )
}

/**
 * Until partners fill in their organization it has their name and number, and may have their e-mail, even if staff then archive it.
 * Removes these, and the documents uploaded for it if it has no other partner; returns how many documents.
 */
async function forgetDraft(
  tx: Queries,
  { id, email, organizationId }: Person,
  { names, numbers, searchKey }: { names: readonly string[]; numbers: readonly string[]; searchKey: string },
): Promise<number> {
  if (organizationId === null) return 0
  const isUnsent = notExists(
    tx
      .select({ one: sql`1` })
      .from(verifications)
      .where(eq(verifications.organizationId, organizationId)),
  )
  const isDraft = and(
    eq(organizations.id, organizationId),
    or(eq(organizations.status, 'draft'), and(eq(organizations.status, 'archived'), isUnsent)),
  )
  const renamed = await tx
    .update(organizations)
    .set({ name: pseudonymOf(id), searchKey })
    .where(and(isDraft, inArray(organizations.name, [...names])))
    .returning({ id: organizations.id })
  const unreachable = await tx
    .update(organizations)
    .set({ phone: '' })
    .where(and(isDraft, inArray(organizations.phone, [...numbers])))
    .returning({ id: organizations.id })
  const unwritten = await tx
    .update(organizations)
    .set({ email: '' })
    .where(and(isDraft, ne(organizations.email, ''), sql`lower(${organizations.email}) = lower(${email})`))
    .returning({ id: organizations.id })
  if (renamed.length + unreachable.length + unwritten.length === 0) return 0
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), ne(users.id, id), isNull(users.erasedAt)))
    .limit(1)
  if (other) return 0
  return (await deleteUnsentDocuments(tx, organizationId, null)).length
}

/** When the person was last deactivated or suspended; where the log does not go back so far, when they last signed in. */
const leftAt = sql`coalesce(
  (select max(${auditLog.at}) from ${auditLog} where ${auditLog.objectType} = 'user'
    and ${auditLog.objectId} = ${users.id}::text and ${auditLog.action} in ${actionList(['user.deactivate', 'user.suspend'])}),
  ${users.lastSignInAt}, ${users.createdAt})`

const hasLeftBy = (before: Date) => lte(leftAt, sql`${before.toISOString()}::timestamptz`)

/**
 * The ids, after `after`, of people who may not sign in and are neither under a legal hold nor erased; `isDue` for those who left at or
 * before `before`. A statement reads at most `atMost` people who left, due or not.
 */
export function listWhoLeft(
  queries: Queries,
  before: Date,
  { after, atMost }: { after: string | null; atMost: number },
) {
  return queries
    .select({ id: users.id, isDue: sql<boolean>`${hasLeftBy(before)}` })
    .from(users)
    .leftJoin(legalHolds, eq(legalHolds.userId, users.id))
    .where(
      and(
        sql`${users.status} in ('inactive', 'suspended')`,
        isNull(users.erasedAt),
        isNull(legalHolds.userId),
        after === null ? undefined : gt(users.id, after),
      ),
    )
    .orderBy(asc(users.id))
    .limit(atMost)
}

/** Whether a person left at or before `before`. */
export async function hasLeft(queries: Queries, id: string, before: Date): Promise<boolean> {
  const rows = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), hasLeftBy(before)))
  return rows.length > 0
}
