import { count, desc, eq, getTableColumns, or, sql, type SQL } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { uuidOf } from '../audit/audit-filter'
import type { Queries } from '../engine/database'
import { auditLog } from '../schema/audit'
import { drafts } from '../schema/drafts'
import { invites, redemptions } from '../schema/invites'
import { messages, notificationChoices } from '../schema/messages'
import { inboxEntries, noteMentions, notes } from '../schema/notes'
import { personKeys } from '../schema/personal-data'
import { sessions } from '../schema/sessions'
import { passkeys, trustedDevices } from '../schema/sign-in'
import { recoveryRequests, users } from '../schema/users'
import { timelineEvents } from '../schema/verifications'
import { savedViews } from '../schema/views'
import { invitesTo, listNumbersOf, messagesTo, requestsOf } from './number-history'

/** The most rows of a section, the newest; the total is returned beside them. */
const ROWS_MAX = 10_000

const actorKeys = alias(personKeys, 'actor_keys')
const objectKeys = alias(personKeys, 'object_keys')
const actors = alias(users, 'actors')
const objects = alias(users, 'objects')

type Person = { id: string; phone: string; email: string | null }
type Rows = Record<string, unknown>[]

/** Account and settings; null when there is no such person. */
export async function findProfile(queries: Queries, userId: string) {
  const {
    searchKey: _searchKey,
    version: _version,
    settingsVersion: _settingsVersion,
    erasedAt: _erasedAt,
    digestSentOn: _day,
    ...told
  } = getTableColumns(users)
  const [row] = await queries.select(told).from(users).where(eq(users.id, userId))
  return row ?? null
}

/** Everything else that is kept about a person, section by section, without tokens, keys, codes and hashes. */
export async function readPersonData(queries: Queries, person: Person) {
  const owned = await listNumbersOf(queries, person.phone)
  const section = async (table: PgTable, columns: Record<string, PgColumn>, whose: SQL | undefined, newest: SQL) => {
    const [counted] = await queries.select({ total: count() }).from(table).where(whose)
    const rows: Rows = await queries.select(columns).from(table).where(whose).orderBy(newest).limit(ROWS_MAX)
    return { total: counted?.total ?? 0, rows }
  }
  const { userId: _of, ...draft } = getTableColumns(drafts)
  const { ownerId: _owner, ...view } = getTableColumns(savedViews)
  const { userId: _whose, ...entry } = getTableColumns(inboxEntries)
  const { nameKey: _nameKey, ...recovery } = getTableColumns(recoveryRequests)
  const { position: _position, previousHash: _previous, hash: _hash, ...act } = getTableColumns(auditLog)
  return {
    notificationChoices: () =>
      section(
        notificationChoices,
        { event: notificationChoices.event, channel: notificationChoices.channel },
        eq(notificationChoices.userId, person.id),
        desc(notificationChoices.event),
      ),
    savedViews: () => section(savedViews, view, eq(savedViews.ownerId, person.id), desc(savedViews.createdAt)),
    sessions: () =>
      section(
        sessions,
        {
          userAgent: sessions.userAgent,
          address: sessions.address,
          createdAt: sessions.createdAt,
          lastSeenAt: sessions.lastSeenAt,
          endedAt: sessions.endedAt,
        },
        eq(sessions.userId, person.id),
        desc(sessions.createdAt),
      ),
    trustedBrowsers: () =>
      section(
        trustedDevices,
        {
          userAgent: trustedDevices.userAgent,
          createdAt: trustedDevices.createdAt,
          lastUsedAt: trustedDevices.lastUsedAt,
          revokedAt: trustedDevices.revokedAt,
        },
        eq(trustedDevices.userId, person.id),
        desc(trustedDevices.createdAt),
      ),
    passkeys: () =>
      section(
        passkeys,
        { name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt },
        eq(passkeys.userId, person.id),
        desc(passkeys.createdAt),
      ),
    recoveryRequests: () => section(recoveryRequests, recovery, requestsOf(owned), desc(recoveryRequests.createdAt)),
    messages: () =>
      section(
        messages,
        {
          channel: messages.channel,
          kind: messages.kind,
          to: messages.to,
          status: messages.status,
          createdAt: messages.createdAt,
          sentAt: messages.sentAt,
        },
        messagesTo(person, owned),
        desc(messages.createdAt),
      ),
    invitesMade: () =>
      section(
        invites,
        { id: invites.id, type: invites.type, role: invites.role, notes: invites.notes, createdAt: invites.createdAt },
        eq(invites.createdBy, person.id),
        desc(invites.createdAt),
      ),
    invitesUsed: () =>
      section(
        redemptions,
        { inviteId: redemptions.inviteId, organizationId: redemptions.organizationId, at: redemptions.at },
        eq(redemptions.userId, person.id),
        desc(redemptions.at),
      ),
    invitesReceived: () =>
      section(
        invites,
        { id: invites.id, recipient: invites.recipient, message: invites.customMessage, sentAt: invites.sentAt },
        invitesTo(person, owned),
        desc(invites.createdAt),
      ),
    decisions: () =>
      section(
        timelineEvents,
        {
          verificationId: timelineEvents.verificationId,
          event: timelineEvents.event,
          at: timelineEvents.at,
          note: timelineEvents.note,
          items: timelineEvents.items,
        },
        eq(timelineEvents.actorId, person.id),
        desc(timelineEvents.at),
      ),
    notesWritten: () => section(notes, getTableColumns(notes), eq(notes.authorId, person.id), desc(notes.createdAt)),
    notesThatMention: () =>
      section(
        noteMentions,
        { noteId: noteMentions.noteId },
        eq(noteMentions.userId, person.id),
        desc(noteMentions.noteId),
      ),
    inbox: () => section(inboxEntries, entry, eq(inboxEntries.userId, person.id), desc(inboxEntries.at)),
    drafts: () => section(drafts, draft, eq(drafts.userId, person.id), desc(drafts.updatedAt)),
    auditLog: async () => {
      const isAbout = or(
        eq(auditLog.actorId, person.id),
        sql`(${auditLog.objectType} = 'user' and ${auditLog.objectId} = ${person.id})`,
      )
      const [counted] = await queries.select({ total: count() }).from(auditLog).where(isAbout)
      const rows: Rows = await queries
        .select({
          ...act,
          actorKey: actorKeys.key,
          objectKey: objectKeys.key,
          actorErasedAt: actors.erasedAt,
          objectErasedAt: objects.erasedAt,
        })
        .from(auditLog)
        .leftJoin(actors, eq(actors.id, auditLog.actorId))
        .leftJoin(objects, eq(objects.id, uuidOf('user')))
        .leftJoin(actorKeys, eq(actorKeys.userId, auditLog.actorId))
        .leftJoin(
          objectKeys,
          sql`${auditLog.objectType} = 'user' and ${objectKeys.userId}::text = ${auditLog.objectId}`,
        )
        .where(isAbout)
        .orderBy(desc(auditLog.id))
        .limit(ROWS_MAX)
      return { total: counted?.total ?? 0, rows }
    },
  }
}
