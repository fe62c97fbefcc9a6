import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Queries } from './engine/database'
import { invites, redemptions } from './schema/invites'
import { organizations } from './schema/organizations'
import { users } from './schema/users'
import { SealedCode } from './schema/sealed-code'
import type { InviteType } from '../vocabulary'

/** A code with all that decides whether it can be used, deleted or not; null when there never was one. */
export async function findInviteToUse(queries: Queries, code: string) {
  const [row] = await queries
    .select({
      id: invites.id,
      code: invites.code,
      type: invites.type,
      usedCount: invites.usedCount,
      maximumUses: invites.maximumUses,
      expiresAt: invites.expiresAt,
      deletedAt: invites.deletedAt,
      role: invites.role,
      organization: { id: organizations.id, name: organizations.name, status: organizations.status },
      creator: { id: users.id, role: users.role, status: users.status },
    })
    .from(invites)
    .leftJoin(organizations, eq(organizations.id, invites.organizationId))
    .leftJoin(users, eq(users.id, invites.createdBy))
    .where(eq(invites.code, new SealedCode(code)))
  return row ?? null
}

/**
 * Locks what a code depends on until the transaction ends: the creator of a staff code, which is valid only while they may create it,
 * and the organization that a partner's code is for.
 */
export async function lockInviteBacking(tx: Queries, code: string): Promise<void> {
  const named = (column: typeof invites.createdBy | typeof invites.organizationId, type: InviteType) =>
    tx
      .select({ id: column })
      .from(invites)
      .where(and(eq(invites.code, new SealedCode(code)), eq(invites.type, type)))
  const makers = named(invites.createdBy, 'invite_to_user')
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, makers)).for('share')
  const joined = named(invites.organizationId, 'invite_to_organization')
  await tx.select({ id: organizations.id }).from(organizations).where(inArray(organizations.id, joined)).for('share')
}

/** Takes one use of a code that is still good; null when it no longer is. The only place where uses are counted up. */
export async function takeUse(tx: Queries, id: string, now: Date): Promise<{ usedCount: number } | null> {
  const [row] = await tx
    .update(invites)
    .set({ usedCount: sql`${invites.usedCount} + 1` })
    .where(
      and(
        eq(invites.id, id),
        isNull(invites.deletedAt),
        lt(invites.usedCount, invites.maximumUses),
        or(isNull(invites.expiresAt), gt(invites.expiresAt, now)),
      ),
    )
    .returning({ usedCount: invites.usedCount })
  return row ?? null
}

/** What decides which page is somebody's home; null when there is no such user. */
export async function findLandingOf(queries: Queries, userId: string) {
  const [row] = await queries
    .select({
      role: users.role,
      startPage: users.startPage,
      organization: { id: organizations.id, status: organizations.status },
    })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(users.id, userId))
  return row ?? null
}

export type NewDraft = typeof organizations.$inferInsert

export async function insertDraft(tx: Queries, draft: NewDraft): Promise<void> {
  await tx.insert(organizations).values(draft)
}

/** False when somebody else got an account with this phone meanwhile. */
export async function insertJoined(tx: Queries, user: typeof users.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.phone })
    .returning({ id: users.id })
  return rows.length === 1
}

export async function insertRedemption(tx: Queries, redemption: typeof redemptions.$inferInsert): Promise<void> {
  await tx.insert(redemptions).values(redemption)
}
