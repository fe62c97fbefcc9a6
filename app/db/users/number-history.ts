import { and, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { MINUTE_MS } from '../../durations'
import type { Queries } from '../engine/database'
import { invites } from '../schema/invites'
import { messages } from '../schema/messages'
import { recoveryRequests } from '../schema/users'

/** A number that a person has, or had until `until`. `since`: when somebody else last left it before; null when nobody did. */
export type OwnedNumber = { number: string; since: Date | null; until: Date | null }

/** How long after a change the old number is told of it. */
const TOLD_MS = MINUTE_MS

/**
 * The numbers that the holder of `phone` has and had, the present one first. Others may have had a number before and since: the last
 * change to or from it, before the person left it, tells whether the person came to it by a change.
 */
export async function listNumbersOf(queries: Queries, phone: string): Promise<OwnedNumber[]> {
  const { oldPhone, newPhone, outcome, handledAt } = recoveryRequests
  const findLast = (change: SQL, before: Date | null) =>
    queries
      .select({ oldPhone, handledAt })
      .from(recoveryRequests)
      .where(and(eq(outcome, 'number_changed'), change, before ? lt(handledAt, before) : isNotNull(handledAt)))
      .orderBy(desc(handledAt))
      .limit(1)
  const owned: OwnedNumber[] = []
  for (let number = phone, until: Date | null = null; ;) {
    const [left] = await findLast(eq(oldPhone, number), until)
    const [came] = await findLast(eq(newPhone, number), until)
    const since = left?.handledAt ?? null
    owned.push({ number, since, until })
    if (!came?.handledAt || (since && came.handledAt < since)) return owned
    number = came.oldPhone
    until = came.handledAt
  }
}

/** Rows that name a number from while the person had it; `laterMs` moves both ends. */
const whileOwned = (
  owned: readonly OwnedNumber[],
  at: PgColumn,
  names: (number: string) => SQL | undefined,
  laterMs = 0,
): SQL | undefined => {
  const later = (instant: Date) => new Date(instant.getTime() + laterMs)
  return or(
    ...owned.map(({ number, since, until }) =>
      and(names(number), since ? gt(at, later(since)) : undefined, until ? lte(at, later(until)) : undefined),
    ),
  )
}

/** Requests to change a number that concern a person, by their present and former numbers. */
export const requestsOf = (owned: readonly OwnedNumber[]) =>
  whileOwned(owned, recoveryRequests.createdAt, (number) =>
    or(eq(recoveryRequests.oldPhone, number), eq(recoveryRequests.newPhone, number)),
  )

type Person = { id: string; email: string | null }

/** Rows for the person's e-mail address, if nobody else has it: for a shared one nobody can say whose they are. */
const toOwnAddress = ({ id, email }: Person, address: PgColumn): SQL | undefined =>
  email === null
    ? undefined
    : sql`lower(${address}) = ${email.toLowerCase()} and not exists (
        select from users as others where lower(others.email) = ${email.toLowerCase()} and others.id <> ${id})`

/** Messages to a person, at one of their numbers or at their e-mail address. */
export const messagesTo = (person: Person, owned: readonly OwnedNumber[]) => {
  const toAddress = toOwnAddress(person, messages.to)
  return or(
    whileOwned(owned, messages.createdAt, (number) => eq(sql`lower(${messages.to})`, number), TOLD_MS),
    eq(messages.recipientId, person.id),
    toAddress && and(isNull(messages.recipientId), toAddress),
  )
}

/** Invites that were sent to one of a person's numbers or to their e-mail address. */
export const invitesTo = (person: Person, owned: readonly OwnedNumber[]) =>
  or(
    whileOwned(owned, invites.createdAt, (number) => eq(sql`lower(${invites.recipient})`, number)),
    toOwnAddress(person, invites.recipient),
  )
