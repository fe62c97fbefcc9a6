import { and, count, desc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import type { InviteStatus, InviteType } from '../vocabulary'
import { contains } from './contains'
import type { Queries } from './database'
import { invites, organizations, users } from './schema'

export type InviteFilter = { q: string; type: readonly InviteType[]; status: readonly InviteStatus[] }

/** The derived status as SQL: used up comes before expired (decisions, Invite codes). */
const holds = (status: InviteStatus, now: Date): SQL | undefined => {
  if (status === 'used') return gte(invites.usedCount, invites.maximumUses)
  const hasUsesLeft = lt(invites.usedCount, invites.maximumUses)
  if (status === 'expired') return and(hasUsesLeft, lte(invites.expiresAt, now))
  return and(hasUsesLeft, or(isNull(invites.expiresAt), gt(invites.expiresAt, now)))
}

/** Not deleted, and usable now. */
export const isActiveInvite = (now: Date): SQL | undefined => and(isNull(invites.deletedAt), holds('active', now))

const matches = (filter: InviteFilter, now: Date): SQL | undefined =>
  and(
    isNull(invites.deletedAt),
    filter.q ? or(contains(invites.code, filter.q), contains(invites.notes, filter.q)) : undefined,
    filter.type.length ? inArray(invites.type, [...filter.type]) : undefined,
    filter.status.length ? or(...filter.status.map((status) => holds(status, now))) : undefined,
  )

export async function countInvites(db: Queries, filter: InviteFilter, now: Date): Promise<number> {
  const rows = await db.select({ total: count() }).from(invites).where(matches(filter, now))
  return rows[0]?.total ?? 0
}

/** Newest first, with who made each and where it leads. */
export function selectInvites(db: Queries, filter: InviteFilter, now: Date, limit: number, offset: number) {
  const chosen = db
    .select({ id: invites.id })
    .from(invites)
    .where(matches(filter, now))
    .orderBy(desc(invites.createdAt), desc(invites.id))
    .limit(limit)
    .offset(offset)
    .as('chosen')
  return db
    .select({
      id: invites.id,
      code: invites.code,
      type: invites.type,
      usedCount: invites.usedCount,
      maximumUses: invites.maximumUses,
      expiresAt: invites.expiresAt,
      notes: invites.notes,
      role: invites.role,
      organizationName: organizations.name,
      creator: users.username,
      creatorTimeZone: users.timeZone,
      createdAt: invites.createdAt,
    })
    .from(invites)
    .innerJoin(chosen, eq(chosen.id, invites.id))
    .leftJoin(users, eq(users.id, invites.createdBy))
    .leftJoin(organizations, eq(organizations.id, invites.organizationId))
    .orderBy(desc(invites.createdAt), desc(invites.id))
}
