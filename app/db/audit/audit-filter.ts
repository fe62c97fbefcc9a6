import { and, asc, desc, eq, gte, ilike, inArray, isNotNull, lt, not, or, sql, type SQL } from 'drizzle-orm'
import type { ObjectType } from '../../audit-actions'
import type { Role } from '../../vocabulary'
import { isAmong, literally, narrowedTo, oneRow, rowsOf } from '../engine/sql'
import type { Queries } from '../engine/database'
import { closeness, COMPARED, keyMatches, nearest, type FoldedSearch } from '../names'
import { auditLog } from '../schema/audit'
import { documents } from '../schema/documents'
import { invites } from '../schema/invites'
import { organizations } from '../schema/organizations'
import { SEALED } from '../schema/person-key'
import { personKeys } from '../schema/personal-data'
import type { SealedCode } from '../schema/sealed-code'
import { users } from '../schema/users'
import { verifications } from '../schema/verifications'
import { contains } from '../words'

export type AuditFilter = {
  /** Reason, reference number or id of an object. */
  text: string
  /** Whatever the text names. */
  named: Named
  /** Ids of the rows whose sealed reason contains the text. */
  reasonIds: readonly number[]
  /** Only acts by these people; by everybody when null. */
  actorIds: readonly string[] | null
  actions: readonly string[]
  /** The actions of the chosen areas. */
  areaActions: readonly string[]
  roles: readonly Role[]
  objectTypes: readonly string[]
  objectIds: readonly string[]
  /** Only acts on these organizations, their applications and documents; not narrowed when empty. */
  organizationIds: readonly string[]
  from: Date | null
  before: Date | null
  sort: 'newest' | 'oldest'
}

/** Ids of people and organizations by name and of an invite by code; `isMore` when more people or organizations match. */
export type Named = {
  people: readonly string[]
  organizations: readonly string[]
  invites: readonly string[]
  isMore: boolean
}
export const NOTHING_NAMED: Named = { people: [], organizations: [], invites: [], isMore: false }
const NOTHING_FOUND = { people: [], organizations: [], invites: [], reasons: [] }

/** At most this many people of a name are looked up: staff first, then whoever signed in last. */
const PEOPLE_MAX = 1000
/** At most this many organizations: the closest matches. */
const ORGANIZATIONS_MAX = COMPARED
/** At most this many sealed reasons on people are opened for a search, the newest. */
const REASONS_MAX = 5000

export const NEWEST_FIRST = [desc(auditLog.at), desc(auditLog.id)]

export const auditOrderOf = ({ sort }: AuditFilter): SQL[] =>
  sort === 'oldest' ? [asc(auditLog.at), asc(auditLog.id)] : NEWEST_FIRST

/**
 * What the text of a filter names (an invite by its whole code), and the sealed reasons on people to search for the text: those that
 * can be opened, in the rows that the rest of the filter finds. One statement.
 */
export async function findInText(db: Queries, filter: AuditFilter, name: FoldedSearch, code: SealedCode | null) {
  const [found] = await db
    .select({
      people: rowsOf({ id: users.id }, selectPeopleNamed(db, name)),
      organizations: rowsOf({ id: organizations.id }, selectOrganizationsNamed(db, name)),
      invites: rowsOf({ id: invites.id }, selectCoded(db, code)),
      reasons: rowsOf(SEALED_REASON, selectSealedReasons(db, filter)),
    })
    .from(oneRow)
  const { people, organizations: called, invites: coded, reasons } = found ?? NOTHING_FOUND
  const first = (rows: readonly { id: string }[], atMost: number) => rows.slice(0, atMost).map(({ id }) => id)
  const named: Named = {
    people: first(people, PEOPLE_MAX),
    organizations: first(called, ORGANIZATIONS_MAX),
    invites: first(coded, 1),
    isMore: people.length > PEOPLE_MAX || called.length > ORGANIZATIONS_MAX,
  }
  return { named, reasons }
}

const selectPeopleNamed = (db: Queries, name: FoldedSearch) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(keyMatches(users.searchKey, name) ?? sql`false`)
    .orderBy(sql`${users.role} is null`, sql`${users.lastSignInAt} desc nulls last`, users.id)
    .limit(PEOPLE_MAX + 1)

function selectOrganizationsNamed(db: Queries, name: FoldedSearch) {
  const isNamed = keyMatches(organizations.searchKey, name)
  return db
    .select({ id: organizations.id })
    .from(organizations)
    .where(
      isNamed ? inArray(organizations.id, nearest(organizations, name, ORGANIZATIONS_MAX + 1, isNamed)) : sql`false`,
    )
    .orderBy(closeness(organizations.searchKey, name), organizations.id)
    .limit(ORGANIZATIONS_MAX + 1)
}

const selectCoded = (db: Queries, code: SealedCode | null) =>
  db
    .select({ id: invites.id })
    .from(invites)
    .where(code ? eq(invites.code, code) : sql`false`)

export function matches(db: Queries, filter: AuditFilter): SQL | undefined {
  const { text, actorIds, actions, areaActions, roles, objectTypes, objectIds, organizationIds, from, before } = filter
  return and(
    actorIds ? inArray(auditLog.actorId, [...actorIds]) : undefined,
    narrowedTo(auditLog.action, actions),
    narrowedTo(auditLog.action, areaActions),
    narrowedTo(auditLog.role, roles),
    narrowedTo(auditLog.objectType, objectTypes),
    narrowedTo(auditLog.objectId, objectIds),
    organizationIds.length ? isOfOrganizations(db, organizationIds) : undefined,
    from ? gte(auditLog.at, from) : undefined,
    before ? lt(auditLog.at, before) : undefined,
    text ? matchesText(db, filter) : undefined,
  )
}

const isOfOrganizations = (db: Queries, ids: readonly string[]) =>
  or(
    isOnAmong('organization', ids),
    isOnOwned(db, 'verification', verifications, ids),
    isOnOwned(db, 'document', documents, ids),
  )

const isOnAmong = (objectType: ObjectType, ids: readonly string[]) =>
  and(eq(auditLog.objectType, objectType), isAmong(auditLog.objectId, 'text', ids))

/** An array is computed once and looked up in the index; a subselect under `or` would be tried on each row. */
const isOnOwned = (
  db: Queries,
  objectType: string,
  owned: typeof verifications | typeof documents,
  organizationIds: readonly string[],
) =>
  and(
    eq(auditLog.objectType, objectType),
    sql`${auditLog.objectId} = any(array${db
      .select({ id: sql`${owned.id}::text` })
      .from(owned)
      .where(inArray(owned.organizationId, [...organizationIds]))})`,
  )

function matchesText(db: Queries, { text, named, reasonIds }: AuditFilter) {
  const { people, organizations: called, invites: coded } = named
  return or(
    and(contains(auditLog.reason, text), not(isOnErased(db)), not(hasSealedReason)),
    reasonIds.length ? isAmong(auditLog.id, 'bigint', reasonIds) : undefined,
    ilike(auditLog.requestId, literally(text)),
    eq(auditLog.objectId, text),
    ...(people.length ? [isAmong(auditLog.actorId, 'uuid', people), isOnAmong('user', people)] : []),
    ...(called.length ? [isOnAmong('organization', called), isOnOwned(db, 'verification', verifications, called)] : []),
    coded.length ? isOnAmong('invite', coded) : undefined,
  )
}

/** Reasons on people are sealed; their sealed form must match no search. */
const hasSealedReason = sql`(${auditLog.objectType} = 'user' and starts_with(${auditLog.reason}, ${SEALED}))`

export const uuidOf = (type: string) =>
  sql`case when ${auditLog.objectType} = ${type} and ${auditLog.objectId} ~ '^[0-9a-f-]{36}$' then ${auditLog.objectId}::uuid end`

/**
 * A search finds nothing that was written about an erased person. The person of each row is looked up by key: a list of all erased
 * people would one day no longer fit in memory, and each row would then be compared with each of them.
 */
const isOnErased = (db: Queries) =>
  isNotNull(
    db
      .select({ erasedAt: users.erasedAt })
      .from(users)
      .where(eq(users.id, uuidOf('user'))),
  )

const SEALED_REASON = {
  id: auditLog.id,
  actorId: auditLog.actorId,
  objectType: auditLog.objectType,
  objectId: auditLog.objectId,
  reason: auditLog.reason,
  objectKey: personKeys.key,
}

const selectSealedReasons = (db: Queries, filter: AuditFilter) =>
  db
    .select(SEALED_REASON)
    .from(auditLog)
    .innerJoin(personKeys, eq(personKeys.userId, uuidOf('user')))
    .where(
      and(
        sql`${auditLog.objectType} = 'user' and ${auditLog.reason} is not null`,
        hasSealedReason,
        not(isOnErased(db)),
        matches(db, { ...filter, text: '' }),
      ),
    )
    .orderBy(sql`${auditLog.id} desc nulls first`)
    .limit(REASONS_MAX)
