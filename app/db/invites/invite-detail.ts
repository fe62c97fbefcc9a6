import { and, count, desc, eq, inArray, isNull, not, sql, type SQL } from 'drizzle-orm'
import type { OrganizationStatus } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { readRows } from '../engine/sql'
import { COMPARED, nearest } from '../names'
import { organizationMatches, organizationOrder, type FoldedOrganizationSearch } from '../organizations/organizations'
import { invites, redemptions } from '../schema/invites'
import { messages } from '../schema/messages'
import { organizations } from '../schema/organizations'
import { users } from '../schema/users'

/** An invite that is not deleted, with what it refers to. */
export const findInvite = (db: Queries, id: string) => findOne(db, and(eq(invites.id, id), isNull(invites.deletedAt)))

/** Like {@link findInvite}, deleted or not. */
export const findInviteOrDeleted = (db: Queries, id: string) => findOne(db, eq(invites.id, id))

async function findOne(db: Queries, which: SQL | undefined) {
  const [row] = await db
    .select({
      invite: invites,
      organizationName: organizations.name,
      creator: users.username,
      creatorTimeZone: users.timeZone,
      maker: { role: users.role, status: users.status },
      organization: { status: organizations.status },
    })
    .from(invites)
    .leftJoin(users, eq(users.id, invites.createdBy))
    .leftJoin(organizations, eq(organizations.id, invites.organizationId))
    .where(which)
  return row ? { ...row.invite, ...row, invite: undefined } : null
}

export type InviteRow = NonNullable<Awaited<ReturnType<typeof findInvite>>>

/** More replacements of one code than anybody makes; stops at a circle, which should not exist. */
const REPLACEMENTS_MAX = 100

/** The code that now stands in place of a deleted one, after any number of replacements; null when there is none. */
export async function findSuccessor(db: Pick<Queries, 'execute'>, id: string): Promise<string | null> {
  const [row] = await readRows<{ id: string }>(
    db,
    sql`with recursive places(id, next, is_there, place) as (
      select ${invites.id}, ${invites.replacedBy}, false, 0 from ${invites} where ${invites.id} = ${id}::uuid
      union all
      select next.id, next.replaced_by, next.deleted_at is null, places.place + 1
      from places join ${invites} next on next.id = places.next
      where places.place < ${REPLACEMENTS_MAX})
    select id from places where is_there limit 1`,
  )
  return row?.id ?? null
}

/** The newest message's delivery; null when none. */
export async function findDelivery(db: Queries, inviteId: string) {
  const [row] = await db
    .select({
      status: messages.status,
      createdAt: messages.createdAt,
      sentAt: messages.sentAt,
      lastError: messages.lastError,
    })
    .from(messages)
    .where(eq(messages.inviteId, inviteId))
    .orderBy(desc(messages.createdAt))
    .limit(1)
  return row ?? null
}

/** Who joined with a code, newest first, and how many in all. */
export async function listRedemptions(db: Queries, inviteId: string, limit: number) {
  const [total] = await db.select({ total: count() }).from(redemptions).where(eq(redemptions.inviteId, inviteId))
  const rows = total?.total
    ? await db
        .select({
          id: redemptions.id,
          at: redemptions.at,
          userId: users.id,
          username: users.username,
          organizationId: redemptions.organizationId,
          organizationName: organizations.name,
        })
        .from(redemptions)
        .innerJoin(users, eq(users.id, redemptions.userId))
        .leftJoin(organizations, eq(organizations.id, redemptions.organizationId))
        .where(eq(redemptions.inviteId, inviteId))
        .orderBy(desc(redemptions.at), desc(redemptions.id))
        .limit(limit)
    : []
  return { rows, total: total?.total ?? 0 }
}

const OPEN_TO_PARTNERS: readonly OrganizationStatus[] = [
  'draft',
  'submitted',
  'pending',
  'approved',
  'rejected',
  'active',
]

const joinable = { id: organizations.id, name: organizations.name, legalName: organizations.legalName }

const isOpen = inArray(organizations.status, [...OPEN_TO_PARTNERS])

/** Organizations that match the search and that a partner can be invited into, the closest first. */
export const selectJoinable = (db: Queries, search: FoldedOrganizationSearch, limit: number) =>
  selectMeeting(db, search, isOpen, limit)

/** The closest match that nobody can be invited into; null when there is none. */
export async function findClosed(db: Queries, search: FoldedOrganizationSearch) {
  const [row] = await selectMeeting(db, search, not(isOpen), 1)
  return row ?? null
}

const selectMeeting = (db: Queries, search: FoldedOrganizationSearch, condition: SQL, limit: number) =>
  db
    .select({ ...joinable, country: organizations.country, status: organizations.status })
    .from(organizations)
    .where(inArray(organizations.id, nearest(organizations, search, COMPARED, organizationMatches(search), condition)))
    .orderBy(...organizationOrder(search))
    .limit(limit)

export async function findJoinable(db: Queries, id: string) {
  const [row] = await db
    .select({ ...joinable, country: organizations.country, status: organizations.status })
    .from(organizations)
    .where(and(eq(organizations.id, id), isOpen))
  return row ?? null
}
