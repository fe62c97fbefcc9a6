import { and, asc, desc, eq, gte, ilike, inArray, isNotNull, lt, not, or, sql, type SQL } from 'drizzle-orm'
import type { Role } from '../../vocabulary'
import { isAmong, literally, narrowedTo } from '../engine/sql'
import type { Queries } from '../engine/database'
import { keyMatches, type FoldedSearch } from '../names'
import { auditLog } from '../schema/audit'
import { documents } from '../schema/documents'
import { SEALED } from '../schema/person-key'
import { personKeys } from '../schema/personal-data'
import { users } from '../schema/users'
import { verifications } from '../schema/verifications'
import { contains } from '../words'

export type AuditFilter = {
  /** Reason, reference number, id of an object, or name of who acted. */
  text: string
  name: FoldedSearch
  /** Rows whose sealed reason has the text. */
  reasonIds: readonly number[]
  /** Only what these people did; everybody's when null. */
  actorIds: readonly string[] | null
  actions: readonly string[]
  /** The actions of the chosen areas. */
  areaActions: readonly string[]
  roles: readonly Role[]
  objectTypes: readonly string[]
  objectIds: readonly string[]
  /** Only acts on these organizations, their applications and documents; on everything when empty. */
  organizationIds: readonly string[]
  from: Date | null
  before: Date | null
  sort: 'newest' | 'oldest'
}

/** So many people of a name are asked for: staff first, then whoever signed in last. */
const PEOPLE_MAX = 1000
/** So many reasons on people are opened for a search, the newest. */
const REASONS_MAX = 5000

export const NEWEST_FIRST = [desc(auditLog.at), desc(auditLog.id)]

export const auditOrderOf = ({ sort }: AuditFilter): SQL[] =>
  sort === 'oldest' ? [asc(auditLog.at), asc(auditLog.id)] : NEWEST_FIRST

export async function matches(db: Queries, filter: AuditFilter): Promise<SQL | undefined> {
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
    text ? await matchesText(db, filter) : undefined,
  )
}

const isOfOrganizations = (db: Queries, ids: readonly string[]) =>
  or(
    and(eq(auditLog.objectType, 'organization'), inArray(auditLog.objectId, [...ids])),
    isOnOwned(db, 'verification', verifications, ids),
    isOnOwned(db, 'document', documents, ids),
  )

/** An array is read first and looked up in the index; as a subselect under `or` it would be tried on each row. */
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

async function matchesText(db: Queries, { text, name, reasonIds }: AuditFilter) {
  const named = keyMatches(users.searchKey, name)
  const people = named
    ? await db
        .select({ id: users.id })
        .from(users)
        .where(named)
        .orderBy(sql`${users.role} is null`, sql`${users.lastSignInAt} desc nulls last`, users.id)
        .limit(PEOPLE_MAX)
    : []
  const ids = people.map(({ id }) => id)
  return or(
    and(contains(auditLog.reason, text), not(isOnErased(db)), not(hasSealedReason)),
    reasonIds.length ? isAmong(auditLog.id, 'bigint', reasonIds) : undefined,
    ilike(auditLog.requestId, literally(text)),
    eq(auditLog.objectId, text),
    isAmong(auditLog.actorId, 'uuid', ids),
  )
}

/** Reasons on people are sealed; what they look like finds nothing. */
const hasSealedReason = sql`(${auditLog.objectType} = 'user' and starts_with(${auditLog.reason}, ${SEALED}))`

export const uuidOf = (type: string) =>
  sql`case when ${auditLog.objectType} = ${type} and ${auditLog.objectId} ~ '^[0-9a-f-]{36}$' then ${auditLog.objectId}::uuid end`

/**
 * What was written about a person who was erased finds nothing any more. Each is asked for by the key: all who were erased together are
 * more than fit in memory some day, and then each row would be compared with each of them.
 */
const isOnErased = (db: Queries) =>
  isNotNull(
    db
      .select({ erasedAt: users.erasedAt })
      .from(users)
      .where(eq(users.id, uuidOf('user'))),
  )

/** The reasons on people that are sealed and can be opened, in the rows that a filter finds whatever its text is. */
export async function listSealedReasons(db: Queries, filter: AuditFilter) {
  const { id, actorId, objectType, objectId, reason } = auditLog
  return db
    .select({ id, actorId, objectType, objectId, reason, objectKey: personKeys.key })
    .from(auditLog)
    .innerJoin(personKeys, eq(personKeys.userId, uuidOf('user')))
    .where(
      and(
        sql`${objectType} = 'user' and ${reason} is not null`,
        hasSealedReason,
        not(isOnErased(db)),
        await matches(db, { ...filter, text: '' }),
      ),
    )
    .orderBy(sql`${id} desc nulls first`)
    .limit(REASONS_MAX)
}
