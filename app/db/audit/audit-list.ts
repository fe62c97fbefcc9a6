import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  isNotNull,
  lt,
  lte,
  max,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Role } from '../../vocabulary'
import { contains, isAmong, literally, narrowedTo } from '../engine/sql'
import type { Queries } from '../engine/database'
import { keyMatches, type FoldedSearch } from '../names'
import { auditLog } from '../schema/audit'
import { documents } from '../schema/documents'
import { invites } from '../schema/invites'
import { organizations } from '../schema/organizations'
import { users } from '../schema/users'
import { verifications } from '../schema/verifications'

export type AuditFilter = {
  /** Reason, reference number, id of an object, or name of who acted. */
  text: string
  name: FoldedSearch
  /** Only what these people did; everybody's when null. */
  actorIds: readonly string[] | null
  actions: readonly string[]
  roles: readonly Role[]
  objectTypes: readonly string[]
  objectIds: readonly string[]
  /** Only acts on these organizations and their applications; on everything when empty. */
  organizationIds: readonly string[]
  from: Date | null
  before: Date | null
  sort: 'newest' | 'oldest'
}

const objectUsers = alias(users, 'object_users')
const PEOPLE_MAX = 50
/** Nobody turns further pages than that: the dates narrow it. */
const COUNTED_MAX = 10_000

const NEWEST_FIRST = [desc(auditLog.at), desc(auditLog.id)]

const orderOf = ({ sort }: AuditFilter): SQL[] =>
  sort === 'oldest' ? [asc(auditLog.at), asc(auditLog.id)] : NEWEST_FIRST

async function matches(db: Queries, filter: AuditFilter): Promise<SQL | undefined> {
  const { text, actorIds, actions, roles, objectTypes, objectIds, organizationIds, from, before } = filter
  return and(
    actorIds ? inArray(auditLog.actorId, [...actorIds]) : undefined,
    narrowedTo(auditLog.action, actions),
    narrowedTo(auditLog.role, roles),
    narrowedTo(auditLog.objectType, objectTypes),
    narrowedTo(auditLog.objectId, objectIds),
    organizationIds.length ? isOfOrganizations(db, organizationIds) : undefined,
    from ? gte(auditLog.at, from) : undefined,
    before ? lt(auditLog.at, before) : undefined,
    text ? await matchesText(db, filter) : undefined,
  )
}

const isOfOrganizations = (db: Queries, ids: readonly string[]) =>
  or(
    and(eq(auditLog.objectType, 'organization'), inArray(auditLog.objectId, [...ids])),
    and(
      eq(auditLog.objectType, 'verification'),
      inArray(
        auditLog.objectId,
        db
          .select({ id: sql`${verifications.id}::text` })
          .from(verifications)
          .where(inArray(verifications.organizationId, [...ids])),
      ),
    ),
  )

async function matchesText(db: Queries, { text, name }: AuditFilter) {
  const named = keyMatches(users.searchKey, name)
  const people = named ? await db.select({ id: users.id }).from(users).where(named).limit(PEOPLE_MAX) : []
  const ids = people.map(({ id }) => id)
  return or(
    and(contains(auditLog.reason, text), not(isOnErased(db))),
    ilike(auditLog.requestId, literally(text)),
    eq(auditLog.objectId, text),
    inArray(auditLog.actorId, ids),
  )
}

/** What was written about a person who was erased finds nothing any more. */
const isOnErased = (db: Queries) =>
  sql`(${auditLog.objectType} = 'user' and ${inArray(
    auditLog.objectId,
    db
      .select({ id: sql`${users.id}::text` })
      .from(users)
      .where(isNotNull(users.erasedAt)),
  )})`

const uuidOf = (type: string) =>
  sql`case when ${auditLog.objectType} = ${type} and ${auditLog.objectId} ~ '^[0-9a-f-]{36}$' then ${auditLog.objectId}::uuid end`

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
  invite: { code: invites.code, type: invites.type, role: invites.role },
  documentName: documents.fileName,
  before: auditLog.before,
  after: auditLog.after,
  reason: auditLog.reason,
  requestId: auditLog.requestId,
  position: auditLog.position,
  hash: auditLog.hash,
  address: auditLog.address,
}

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
    .leftJoin(
      organizations,
      eq(organizations.id, sql`coalesce(${verifications.organizationId}, ${uuidOf('organization')})`),
    )
    .leftJoin(invites, eq(invites.id, uuidOf('invite')))
    .leftJoin(documents, eq(documents.id, uuidOf('document')))
    .leftJoin(objectUsers, eq(objectUsers.id, uuidOf('user')))

/** The newest acts on a user or by that user, all or those of one person, with the names of who acted and of what on. */
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

/** The names of organizations and people. */
export async function selectNames(db: Queries, ids: { organizations: readonly string[]; people: readonly string[] }) {
  const [named, people] = await Promise.all([
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
  ])
  return [...named, ...people]
}

/** Which of these are names of people who are here. */
export async function selectKnownNames(db: Queries, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectDistinct({ name: users.username })
    .from(users)
    .where(inArray(users.username, [...names]))
  return rows.map(({ name }) => name)
}

/** One page, with the names of who acted and of what on; `total` stops at {@link COUNTED_MAX}. */
export async function selectAudit(
  db: Queries,
  filter: AuditFilter,
  pageOf: (total: number) => { limit: number; offset: number },
) {
  const where = await matches(db, filter)
  const counted = db
    .select({ one: sql`1` })
    .from(auditLog)
    .where(where)
    .limit(COUNTED_MAX)
    .as('counted')
  const [found] = await db.select({ total: count() }).from(counted)
  const total = found?.total ?? 0
  if (total === 0) return { total, rows: [] }
  const { limit, offset } = pageOf(total)
  const chosen = chosenIds(db, where, orderOf(filter), limit, offset)
  const rows = await selectChosen(db, chosen).orderBy(...orderOf(filter))
  return { total, rows }
}

export type AuditRow = Awaited<ReturnType<typeof selectAudit>>['rows'][number]

const { invite, ...plain } = shown
/** The same without a row within the row. */
const listed = { ...plain, inviteCode: invite.code, inviteType: invite.type, inviteRole: invite.role }

/** How many a filter finds now, and all of them in the order of the list. */
export async function listedAudit(db: Queries, filter: AuditFilter) {
  const where = await matches(db, filter)
  const [found] = await db
    .select({ total: count(), last: max(auditLog.id) })
    .from(auditLog)
    .where(where)
  const select = () =>
    db
      .select(listed)
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.actorId))
      .leftJoin(verifications, eq(verifications.id, uuidOf('verification')))
      .leftJoin(
        organizations,
        eq(organizations.id, sql`coalesce(${verifications.organizationId}, ${uuidOf('organization')})`),
      )
      .leftJoin(invites, eq(invites.id, uuidOf('invite')))
      .leftJoin(documents, eq(documents.id, uuidOf('document')))
      .leftJoin(objectUsers, eq(objectUsers.id, uuidOf('user')))
  return {
    total: found?.total ?? 0,
    columns: listed,
    rows: select()
      .where(and(where, lte(auditLog.id, found?.last ?? 0)))
      .orderBy(...orderOf(filter)),
    read: (ids: string[]) => select().where(isAmong(auditLog.id, 'bigint', ids)),
  }
}
