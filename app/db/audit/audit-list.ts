import { and, eq, inArray, lte, max, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countUpTo, isAmong } from '../engine/sql'
import type { Queries } from '../engine/database'
import { auditLog } from '../schema/audit'
import { documents } from '../schema/documents'
import { invites } from '../schema/invites'
import { organizations } from '../schema/organizations'
import { personKeys } from '../schema/personal-data'
import { users } from '../schema/users'
import { verifications } from '../schema/verifications'
import { matches, NEWEST_FIRST, auditOrderOf, uuidOf, type AuditFilter } from './audit-filter'

const objectUsers = alias(users, 'object_users')
const actorKeys = alias(personKeys, 'actor_keys')
const objectKeys = alias(personKeys, 'object_keys')
/** Nobody pages further than this; a range of dates narrows the list instead. */
const COUNTED_MAX = 10_000

const shown = {
  id: auditLog.id,
  at: auditLog.at,
  actorId: auditLog.actorId,
  actorName: users.username,
  actorErasedAt: users.erasedAt,
  role: auditLog.role,
  action: auditLog.action,
  objectType: auditLog.objectType,
  objectId: auditLog.objectId,
  organizationId: organizations.id,
  organizationName: organizations.name,
  objectUser: objectUsers.username,
  objectErasedAt: objectUsers.erasedAt,
  invite: { code: invites.code, type: invites.type, role: invites.role, timeZone: invites.timeZone },
  documentName: documents.fileName,
  before: auditLog.before,
  after: auditLog.after,
  reason: auditLog.reason,
  requestId: auditLog.requestId,
  position: auditLog.position,
  hash: auditLog.hash,
  address: auditLog.address,
  actorKey: actorKeys.key,
  objectKey: objectKeys.key,
}

/** The organization that owns the application or document, or the organization itself. */
const aboutOrganization = sql`coalesce(${verifications.organizationId}, ${documents.organizationId}, ${uuidOf('organization')})`

const chosenIds = (db: Queries, where: SQL | undefined, order: SQL[], limit: number, offset = 0) =>
  db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as('chosen')

const selectChosen = (db: Queries, chosen: ReturnType<typeof chosenIds>) =>
  db
    .select(shown)
    .from(auditLog)
    .innerJoin(chosen, eq(chosen.id, auditLog.id))
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .leftJoin(verifications, eq(verifications.id, uuidOf('verification')))
    .leftJoin(documents, eq(documents.id, uuidOf('document')))
    .leftJoin(organizations, eq(organizations.id, aboutOrganization))
    .leftJoin(invites, eq(invites.id, uuidOf('invite')))
    .leftJoin(objectUsers, eq(objectUsers.id, uuidOf('user')))
    .leftJoin(actorKeys, eq(actorKeys.userId, auditLog.actorId))
    .leftJoin(objectKeys, eq(objectKeys.userId, objectUsers.id))

/** The newest `atMost` acts on or by a user, all or only those of `byOnly`, with the names of actors and objects. */
export const selectActsOfUser = (
  db: Queries,
  userId: string,
  { atMost, byOnly }: { atMost: number; byOnly: string | null },
) => {
  const where = and(
    or(and(eq(auditLog.objectType, 'user'), eq(auditLog.objectId, userId)), eq(auditLog.actorId, userId)),
    byOnly === null ? undefined : eq(auditLog.actorId, byOnly),
  )
  return selectChosen(db, chosenIds(db, where, NEWEST_FIRST, atMost)).orderBy(...NEWEST_FIRST)
}

/** The names of organizations, people and documents. */
export async function listNames(
  db: Queries,
  ids: { organizations: readonly string[]; people: readonly string[]; documents: readonly string[] },
) {
  const [named, people, files] = await Promise.all([
    ids.organizations.length
      ? db
          .select({ id: organizations.id, name: organizations.name })
          .from(organizations)
          .where(inArray(organizations.id, [...ids.organizations]))
      : [],
    ids.people.length
      ? db
          .select({ id: users.id, name: users.username })
          .from(users)
          .where(inArray(users.id, [...ids.people]))
      : [],
    ids.documents.length
      ? db
          .select({ id: documents.id, name: documents.fileName })
          .from(documents)
          .where(inArray(documents.id, [...ids.documents]))
      : [],
  ])
  return [...named, ...people, ...files]
}

/** Which of `names` are names of people in the database. */
export async function listKnownNames(db: Queries, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectDistinct({ name: users.username })
    .from(users)
    .where(inArray(users.username, [...names]))
  return rows.map(({ name }) => name)
}

/** One page of rows, with the names of actors and objects. */
export async function listAuditRows(
  db: Queries,
  filter: AuditFilter,
  pageOf: (total: number) => { limit: number; offset: number },
) {
  const where = matches(db, filter)
  const { total, isMore } = await countUpTo(db, auditLog, where, COUNTED_MAX)
  if (total === 0) return { total, isMore, rows: [] }
  const { limit, offset } = pageOf(total)
  const chosen = chosenIds(db, where, auditOrderOf(filter), limit, offset)
  const rows = await selectChosen(db, chosen).orderBy(...auditOrderOf(filter))
  return { total, isMore, rows }
}

export type ListedAuditRow = Awaited<ReturnType<typeof listAuditRows>>['rows'][number]

const { invite, ...plain } = shown
/** The columns shown of a row, with those of its invite beside the others. */
const listed = {
  ...plain,
  inviteCode: invite.code,
  inviteType: invite.type,
  inviteRole: invite.role,
  inviteTimeZone: invite.timeZone,
}

/** The count that the list shows for a filter, and all rows up to the newest of this moment, in the order of the list. */
export async function auditToExport(db: Queries, filter: AuditFilter) {
  const where = matches(db, filter)
  const counted = await countUpTo(db, auditLog, where, COUNTED_MAX)
  const [newest] = await db.select({ id: max(auditLog.id) }).from(auditLog)
  const select = () =>
    db
      .select(listed)
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.actorId))
      .leftJoin(verifications, eq(verifications.id, uuidOf('verification')))
      .leftJoin(documents, eq(documents.id, uuidOf('document')))
      .leftJoin(organizations, eq(organizations.id, aboutOrganization))
      .leftJoin(invites, eq(invites.id, uuidOf('invite')))
      .leftJoin(objectUsers, eq(objectUsers.id, uuidOf('user')))
      .leftJoin(actorKeys, eq(actorKeys.userId, auditLog.actorId))
      .leftJoin(objectKeys, eq(objectKeys.userId, objectUsers.id))
  return {
    ...counted,
    columns: listed,
    rows: select()
      .where(and(where, lte(auditLog.id, newest?.id ?? 0)))
      .orderBy(...auditOrderOf(filter)),
    read: (ids: string[]) => select().where(isAmong(auditLog.id, 'bigint', ids)),
  }
}
