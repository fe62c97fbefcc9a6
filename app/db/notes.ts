import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Role, UserStatus, VerificationType } from '../vocabulary'
import { preparedOnce, placeholder } from './engine/prepared-once'
import type { Database, Queries } from './engine/database'
import { asTyped, draftsWithin } from './drafts'
import { drafts } from './schema/drafts'
import { noteMentions, notes } from './schema/notes'
import { organizations } from './schema/organizations'
import { isActiveStaff, users } from './schema/users'
import { verifications } from './schema/verifications'

type NotePerson = { id: string; name: string }
/** A note as it is stored; instants are ISO 8601, because the database returns them inside JSON. */
type StoredNote = {
  id: string
  text: string
  verificationId: string | null
  verificationType: VerificationType | null
  authorId: string
  authorName: string
  createdAt: string
  editedAt: string | null
  pinnedAt: string | null
  mentions: NotePerson[]
}

const selectOfOrganization = preparedOnce(
  (db, readers: readonly Role[]) => {
    const organizationId = placeholder<string>('organizationId', notes.organizationId)
    return db
      .select({
        organizationName: organizations.name,
        notes: sql<StoredNote[]>`(select coalesce(json_agg(found), '[]'::json) from (
          select n.id, n.text, n.verification_id as "verificationId", v.type as "verificationType", n.author_id as "authorId",
            author.username as "authorName", n.created_at as "createdAt", n.edited_at as "editedAt", n.pinned_at as "pinnedAt",
            (select coalesce(json_agg(json_build_object('id', told.id, 'name', told.username) order by told.username), '[]'::json)
              from ${noteMentions} m join ${users} told on told.id = m.user_id where m.note_id = n.id) as mentions
          from ${notes} n
            join ${users} author on author.id = n.author_id
            left join ${verifications} v on v.id = n.verification_id
          where n.organization_id = ${organizationId}
          order by n.pinned_at desc nulls last, n.created_at desc, n.id desc
          limit ${sql.placeholder('atMost')}) found)`,
        total: sql<number>`(select count(*)::int from ${notes} n where n.organization_id = ${organizationId})`,
        people: sql<NotePerson[]>`(select coalesce(json_agg(found), '[]'::json) from (
          select u.id, u.username as name from ${users} u
          where ${isActiveStaff({ status: sql`u.status`, role: sql`u.role` })} and u.role in (${sql.join(
            readers.map((role) => sql`${role}`),
            sql`, `,
          )})
          order by u.username, u.id
          limit ${sql.placeholder('peopleAtMost')}) found)`,
        begun: draftsWithin(
          db,
          placeholder<string>('readerId', drafts.userId),
          placeholder<string>('form', drafts.form),
          {
            field: 'verificationId',
            value: sql`${sql.placeholder('verificationId')}::text`,
          },
        ),
      })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
  },
  (readers) => readers.join(),
)

/**
 * The notes of an organization (the pinned one first, then the newest), their total, whom a note may mention, and the reader's drafts of
 * `form` about one application, or about none. One statement. Null when there is no such organization.
 */
export async function findNotes(
  db: Database,
  organizationId: string,
  {
    readers,
    ...asked
  }: {
    readers: readonly Role[]
    atMost: number
    peopleAtMost: number
    readerId: string
    form: string
    verificationId: string | null
  },
) {
  const [row] = await selectOfOrganization(db, readers, { organizationId, ...asked })
  return row ? { ...row, begun: asTyped(row.begun) } : null
}

/** What a note is about; null when there is no such organization, or the application belongs to another one. */
export async function findNoteSubject(queries: Queries, organizationId: string, verificationId: string | null) {
  const [row] = await queries
    .select({ name: organizations.name, type: verifications.type })
    .from(organizations)
    .leftJoin(
      verifications,
      and(
        eq(verifications.organizationId, organizations.id),
        verificationId === null ? sql`false` : eq(verifications.id, verificationId),
      ),
    )
    .where(and(eq(organizations.id, organizationId), verificationId === null ? undefined : isNotNull(verifications.id)))
  return row ?? null
}

export type NotedStaff = { id: string; name: string; role: Role; status: UserStatus }

/** All staff, including those who left: anybody who may have written a note. */
export async function listStaffNames(queries: Queries): Promise<NotedStaff[]> {
  const rows = await queries
    .select({ id: users.id, name: users.username, role: users.role, status: users.status })
    .from(users)
    .where(isNotNull(users.role))
    .orderBy(asc(users.id))
  return rows.flatMap(({ role, ...person }) => (role === null ? [] : [{ ...person, role }]))
}

/** False when there is a note with that id already. */
export async function insertNote(tx: Queries, note: typeof notes.$inferInsert & { id: string }): Promise<boolean> {
  const made = await tx.insert(notes).values(note).onConflictDoNothing().returning({ id: notes.id })
  return made.length === 1
}

/** Adds mentions to a note; returns the ids of those it did not mention before. */
export async function insertMentions(tx: Queries, noteId: string, userIds: readonly string[]) {
  if (userIds.length === 0) return []
  const made = await tx
    .insert(noteMentions)
    .values(userIds.map((userId) => ({ noteId, userId })))
    .onConflictDoNothing()
    .returning({ userId: noteMentions.userId })
  return made.map(({ userId }) => userId)
}

export async function findNote(queries: Queries, organizationId: string, id: string) {
  const [row] = await queries
    .select({
      id: notes.id,
      text: notes.text,
      authorId: notes.authorId,
      createdAt: notes.createdAt,
      editedAt: notes.editedAt,
      pinnedAt: notes.pinnedAt,
      verificationId: notes.verificationId,
      organizationName: organizations.name,
    })
    .from(notes)
    .innerJoin(organizations, eq(organizations.id, notes.organizationId))
    .where(and(eq(notes.id, id), eq(notes.organizationId, organizationId)))
  return row ?? null
}

/** Changes a note; false when it is not `authorId`'s, or was made at `after` or before. */
export async function changeNote(
  tx: Queries,
  { id, authorId, after }: { id: string; authorId: string; after: Date },
  change: { text: string; editedAt: Date },
): Promise<boolean> {
  const changed = await tx
    .update(notes)
    .set(change)
    .where(and(eq(notes.id, id), eq(notes.authorId, authorId), gt(notes.createdAt, after)))
    .returning({ id: notes.id })
  return changed.length === 1
}

/** Pins a note in place of the one pinned before; false when it is pinned already. Others who pin in the organization wait. */
export async function pinNote(tx: Queries, organizationId: string, id: string, now: Date): Promise<boolean> {
  await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update')
  const [already] = await tx
    .select({ id: notes.id })
    .from(notes)
    .where(and(eq(notes.id, id), isNotNull(notes.pinnedAt)))
  if (already) return false
  await tx
    .update(notes)
    .set({ pinnedAt: null })
    .where(and(eq(notes.organizationId, organizationId), isNotNull(notes.pinnedAt)))
  const pinned = await tx
    .update(notes)
    .set({ pinnedAt: now })
    .where(and(eq(notes.id, id), eq(notes.organizationId, organizationId), isNull(notes.pinnedAt)))
    .returning({ id: notes.id })
  return pinned.length === 1
}

export async function unpinNote(tx: Queries, organizationId: string, id: string): Promise<boolean> {
  const unpinned = await tx
    .update(notes)
    .set({ pinnedAt: null })
    .where(and(eq(notes.id, id), eq(notes.organizationId, organizationId), isNotNull(notes.pinnedAt)))
    .returning({ id: notes.id })
  return unpinned.length === 1
}
