import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { AuditAction } from '../../audit-actions'
import type { Role, UserStatus } from '../../vocabulary'
import { lastChange } from '../audit/last-change'
import type { Queries } from '../engine/database'
import { rowsOf } from '../engine/sql'
import { auditLog } from '../schema/audit'
import { invites, redemptions } from '../schema/invites'
import { organizations } from '../schema/organizations'
import { raisedVersions, users } from '../schema/users'
import { invitedSince } from '../sign-in/invitations'
import { PASSKEY_AGE, selectPasskeyAges } from '../sign-in/passkeys'
import { DATA_REQUEST, selectDataRequests } from './data-requests'
import { LEGAL_HOLD, selectLegalHold } from './legal-holds'

const known = {
  id: users.id,
  username: users.username,
  phone: users.phone,
  role: users.role,
  status: users.status,
  language: users.language,
  timeZone: users.timeZone,
  suspendedReason: users.suspendedReason,
  lastSignInAt: users.lastSignInAt,
  erasedAt: users.erasedAt,
  version: users.version,
}

/** What a change needs to know of a user; null when there is none. */
export async function findUser(queries: Queries, id: string) {
  const [row] = await queries.select(known).from(users).where(eq(users.id, id))
  return row ?? null
}
export async function findUserOfPhone(queries: Queries, phone: string) {
  const [row] = await queries.select(known).from(users).where(eq(users.phone, phone))
  return row ?? null
}

/** The ids of all active superadmins. */
export async function listSuperadmins(queries: Queries): Promise<string[]> {
  const rows = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'superadmin'), eq(users.status, 'active')))
  return rows.map(({ id }) => id)
}

/** Whether this user was a superadmin before some change after `since`, made in the console or by its operator. */
export async function wasSuperadminSince(queries: Queries, id: string, since: Date): Promise<boolean> {
  const rows = await queries
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.objectType, 'user'),
        eq(auditLog.objectId, id),
        gt(auditLog.at, since),
        inArray(auditLog.action, ['user.role', 'user.change'] satisfies AuditAction[]),
        sql`${auditLog.before} ->> 'role' = 'superadmin'`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

export type KnownUser = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** Locks these users and all active superadmins until the transaction ends, in order of id. */
export function lockUsers(tx: Queries, ids: readonly string[]): Promise<KnownUser[]> {
  return tx
    .select(known)
    .from(users)
    .where(or(inArray(users.id, [...ids]), and(eq(users.role, 'superadmin'), eq(users.status, 'active'))))
    .orderBy(asc(users.id))
    .for('no key update')
}

/** The ids of the active superadmins among rows that were locked. */
export const superadminsAmong = (rows: readonly Pick<KnownUser, 'id' | 'role' | 'status'>[]): string[] =>
  rows.filter(({ role, status }) => role === 'superadmin' && status === 'active').map(({ id }) => id)

type Acting = Pick<KnownUser, 'id' | 'role'>

/** Whether a locked row is that of this person, active and with this role. */
export const isActiveAs = (row: Pick<KnownUser, 'id' | 'role' | 'status'>, { id, role }: Acting): boolean =>
  row.id === id && row.role === role && row.status === 'active'

/**
 * Whether a person is active and has this role now. Keeps that so until the transaction ends, also for `others`, whom the act of the
 * person may affect.
 */
export async function isStillActive(
  tx: Queries,
  person: Acting,
  others: readonly (string | null | undefined)[] = [],
): Promise<boolean> {
  const ids = [person.id, ...others].flatMap((id) => id ?? [])
  const rows = await tx
    .select({ id: users.id, role: users.role, status: users.status })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('share')
  return rows.some((row) => isActiveAs(row, person))
}

type UserChange = { status?: UserStatus; role?: Role; suspendedReason?: string | null; phone?: string }

/** Changes one user if `version` is current; their own open settings forms then conflict. Returns the new version, or null. */
export async function changeUser(
  tx: Queries,
  { id, version }: { id: string; version: number },
  change: UserChange,
): Promise<number | null> {
  const [row] = await tx
    .update(users)
    .set({ ...change, ...raisedVersions })
    .where(and(eq(users.id, id), eq(users.version, version)))
    .returning({ version: users.version })
  return row?.version ?? null
}

/** False when the phone belongs to somebody already. */
export async function insertInvited(tx: Queries, user: Omit<typeof users.$inferInsert, 'status'>): Promise<boolean> {
  const rows = await tx
    .insert(users)
    .values({ ...user, status: 'invited' })
    .onConflictDoNothing()
    .returning({ id: users.id })
  return rows.length === 1
}

/** A user with their organization and the invite that they joined with; null when there is none. */
export async function findUserWithInvite(queries: Queries, id: string) {
  const [row] = await queries
    .select({
      ...known,
      email: users.email,
      timeZone: users.timeZone,
      suspendedReason: users.suspendedReason,
      statusChange: lastChange('user', sql`users.id`, [
        'user.suspend',
        'user.restore',
        'user.deactivate',
        'user.reactivate',
      ]),
      holds: rowsOf(LEGAL_HOLD, selectLegalHold(queries, id)),
      passkeys: rowsOf(PASSKEY_AGE, selectPasskeyAges(queries, id)),
      dataRequests: rowsOf(DATA_REQUEST, selectDataRequests(queries, id)),
      createdAt: users.createdAt,
      invitedSince,
      organizationId: users.organizationId,
      organizationName: organizations.name,
      invite: {
        id: invites.id,
        code: invites.code,
        type: invites.type,
        role: invites.role,
        createdBy: invites.createdBy,
        deletedAt: invites.deletedAt,
      },
      joinedAt: redemptions.at,
    })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .leftJoin(redemptions, eq(redemptions.userId, users.id))
    .leftJoin(invites, eq(invites.id, redemptions.inviteId))
    .where(eq(users.id, id))
    .limit(1)
  return row ?? null
}
