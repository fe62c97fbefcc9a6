import { aliasedTable, and, count, desc, eq, inArray, isNull, not, type SQL } from 'drizzle-orm'
import type { OrganizationStatus } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { COMPARED, nearest } from '../names'
import { organizationMatches, organizationOrder, type FoldedOrganizationSearch } from '../organizations/organizations'
import { invites, redemptions } from '../schema/invites'
import { messages } from '../schema/messages'
import { organizations } from '../schema/organizations'
import { users } from '../schema/users'

const successors = aliasedTable(invites, 'successors')

/** An invite that is not deleted, with what it refers to. */
export const findInvite = (db: Queries, id: string) => findOne(db, and(eq(invites.id, id), isNull(invites.deletedAt)))

/** The same, deleted or not. */
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

/** Where the code went that took the place of a deleted one; null when it was not replaced. */
export async function findSuccessor(db: Queries, id: string): Promise<string | null> {
  const [row] = await db
    .select({ id: successors.id })
    .from(invites)
    .innerJoin(successors, eq(successors.id, invites.replacedBy))
    .where(and(eq(invites.id, id), isNull(successors.deletedAt)))
  return row?.id ?? null
}

/** How its newest message stands. */
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

/** Organizations that a partner can be invited into and that meet the search, the closest first. */
export const selectJoinable = (db: Queries, search: FoldedOrganizationSearch, limit: number) =>
  selectMeeting(db, search, isOpen, limit)

/** Of those that meet the search, the closest that nobody can be invited into; null when there is none. */
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
