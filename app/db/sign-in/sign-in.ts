import { and, desc, eq, gt, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { invites } from '../schema/invites'
import { signInCodes } from '../schema/sign-in'
import { users } from '../schema/users'
import { SealedCode } from '../schema/sealed-code'
import { inviterOf, isInvitationOpen } from './invitations'

export type CodeRow = typeof signInCodes.$inferSelect
export type UserRow = typeof users.$inferSelect

/** Codes that one browser or session asked for a phone, or everybody else did, are counted and replaced together. */
export type Asker = Pick<CodeRow, 'phone' | 'purpose' | 'askedBy'>

const isOf = ({ phone, purpose, askedBy }: Asker): SQL | undefined =>
  and(
    eq(signInCodes.phone, phone),
    eq(signInCodes.purpose, purpose),
    askedBy === null ? isNull(signInCodes.askedBy) : eq(signInCodes.askedBy, askedBy),
  )

/** Codes of these askers sent after an instant, newest first. */
export function listSentCodes(
  queries: Queries,
  askers: readonly Asker[],
  since: Date,
): Promise<{ createdAt: Date; usedAt: Date | null }[]> {
  return queries
    .select({ createdAt: signInCodes.createdAt, usedAt: signInCodes.usedAt })
    .from(signInCodes)
    .where(and(or(...askers.map(isOf)), gt(signInCodes.createdAt, since)))
    .orderBy(desc(signInCodes.createdAt))
}

/** The code of an asker that can still be entered; null when none was sent, or it has ended. */
export async function findOpenCode(queries: Queries, asker: Asker, now: Date): Promise<{ id: string } | null> {
  const [row] = await queries
    .select({ id: signInCodes.id })
    .from(signInCodes)
    .where(and(isOf(asker), gt(signInCodes.expiresAt, now), isNull(signInCodes.usedAt), isNull(signInCodes.replacedAt)))
    .orderBy(desc(signInCodes.createdAt))
    .limit(1)
  return row ?? null
}

type NewCode = Asker & Pick<CodeRow, 'id' | 'inviteId' | 'channel' | 'codeHash' | 'createdAt' | 'expiresAt'>

/** Ends every open code of the same asker and stores the new one. */
export async function replaceCode(tx: Queries, code: NewCode): Promise<void> {
  await tx
    .update(signInCodes)
    .set({ replacedAt: code.createdAt })
    .where(and(isOf(code), isNull(signInCodes.usedAt), isNull(signInCodes.replacedAt)))
  await tx.insert(signInCodes).values(code)
}

/** Counts one try on a valid code; null when it is not valid, has no try left, or was created after `madeBy`. */
export async function takeTry(
  queries: Queries,
  { id, phone, maxTries, now, madeBy }: { id: string; phone: string; maxTries: number; now: Date; madeBy: Date },
): Promise<CodeRow | null> {
  const [row] = await queries
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(
      and(
        eq(signInCodes.id, id),
        eq(signInCodes.phone, phone),
        lt(signInCodes.tries, maxTries),
        gt(signInCodes.expiresAt, now),
        lte(signInCodes.createdAt, madeBy),
        isNull(signInCodes.usedAt),
        isNull(signInCodes.replacedAt),
      ),
    )
    .returning()
  return row ?? null
}

export async function findCode(queries: Queries, id: string): Promise<CodeRow | null> {
  const [row] = await queries.select().from(signInCodes).where(eq(signInCodes.id, id))
  return row ?? null
}

/** Uses up the code and returns who asked for it; null when it was used, replaced or voided meanwhile. */
export async function consumeCode(tx: Queries, id: string, now: Date): Promise<Asker | null> {
  const [row] = await tx
    .update(signInCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(signInCodes.id, id),
        isNull(signInCodes.usedAt),
        isNull(signInCodes.replacedAt),
        isNull(signInCodes.voidedAt),
      ),
    )
    .returning({ phone: signInCodes.phone, purpose: signInCodes.purpose, askedBy: signInCodes.askedBy })
  return row ?? null
}

/** Voids a code whose message reached nobody, and takes it off the count of its invite. */
export async function voidCode(tx: Queries, id: string, now: Date): Promise<void> {
  const [row] = await tx
    .update(signInCodes)
    .set({ voidedAt: now })
    .where(and(eq(signInCodes.id, id), isNull(signInCodes.usedAt), isNull(signInCodes.voidedAt)))
    .returning({ inviteId: signInCodes.inviteId })
  if (row?.inviteId)
    await tx
      .update(invites)
      .set({ codesSent: sql`greatest(${invites.codesSent} - 1, 0)` })
      .where(eq(invites.id, row.inviteId))
}

/** Counts one code against an invite, which may send `mostPerUse` for each of its uses; returns its id, or null at the limit. */
export async function takeInviteCode(tx: Queries, code: string, mostPerUse: number): Promise<string | null> {
  const [row] = await tx
    .update(invites)
    .set({ codesSent: sql`${invites.codesSent} + 1` })
    .where(
      and(
        eq(invites.code, new SealedCode(code)),
        sql`${invites.codesSent} < ceil(${invites.maximumUses} * ${mostPerUse}::numeric)`,
      ),
    )
    .returning({ id: invites.id })
  return row?.id ?? null
}

const maySignIn = (now: Date) => or(eq(users.status, 'active'), and(eq(users.status, 'invited'), isInvitationOpen(now)))

/** The user of this phone, if they may sign in: active, or invited and in time, then with who gave them access. */
export async function findUserWhoMaySignIn(
  queries: Queries,
  phone: string,
  now: Date,
): Promise<(Pick<UserRow, 'id' | 'phone' | 'status' | 'role' | 'language'> & { inviterId: string | null }) | null> {
  const [row] = await queries
    .select({
      id: users.id,
      phone: users.phone,
      status: users.status,
      role: users.role,
      language: users.language,
      inviterId: sql<string | null>`case when users.status = 'invited' then ${inviterOf} end`,
    })
    .from(users)
    .where(and(eq(users.phone, phone), maySignIn(now)))
  return row ?? null
}

/** The account with this phone, whatever its status; null when there is none. */
export async function findAccountOfPhone(
  queries: Queries,
  phone: string,
): Promise<Pick<UserRow, 'language' | 'status'> | null> {
  const [row] = await queries
    .select({ language: users.language, status: users.status })
    .from(users)
    .where(eq(users.phone, phone))
  return row ?? null
}

/** Records a sign-in; the first makes an invited user active. False when the user may not sign in any more, or changed number. */
export async function recordSignIn(
  tx: Queries,
  { id, phone }: Pick<UserRow, 'id' | 'phone'>,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ status: 'active', lastSignInAt: now })
    .where(and(eq(users.id, id), eq(users.phone, phone), maySignIn(now)))
    .returning({ id: users.id })
  return rows.length === 1
}

export async function deleteCodesBefore(tx: Queries, before: Date): Promise<void> {
  await tx.delete(signInCodes).where(lt(signInCodes.createdAt, before))
}
