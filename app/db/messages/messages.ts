import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import { HOUR_MS } from '../../durations'
import type { Queries } from '../engine/database'
import { deleteInBlocks, inBlocks, isInBlock } from '../engine/sql'
import { isAddressNotUnderLegalHold } from '../keeping'
import { isSentWithWords, messages } from '../schema/messages'
import { organizations } from '../schema/organizations'
import { users } from '../schema/users'
import type { MessageChannel, MessageStatus } from '../../vocabulary'

export type MessageRow = typeof messages.$inferSelect

/** Longer than any pause before an attempt: a message due later than that was put off before the clock was set back, and is due. */
const NO_PAUSE_MS = 2 * HOUR_MS

export async function insertMessage(tx: Queries, message: typeof messages.$inferInsert): Promise<void> {
  await tx.insert(messages).values(message)
}

/**
 * Takes due messages of these channels for one attempt each; nobody else gets them before the lease ends. The life of a message ends at
 * `lifeEndsAt` if this is its first attempt, however late; messages with a code or an invite have an end of their own.
 */
export async function takeDueMessages(
  tx: Queries,
  {
    now,
    leaseEndsAt,
    lifeEndsAt,
    channels,
    atMost,
  }: {
    now: Date
    leaseEndsAt: Readonly<Record<MessageChannel, Date>>
    lifeEndsAt: Date
    channels: readonly MessageChannel[]
    atMost: number
  },
): Promise<MessageRow[]> {
  const lifeMs = lifeEndsAt.getTime() - now.getTime()
  const asked = sql`(values ${sql.join(
    channels.map((channel) => sql`(${channel}::text)`),
    sql`, `,
  )}) as asked (channel)`
  // Each channel separately: a channel that is left out may have thousands that are due first. Compared and ordered as pairs, so
  // that the index of channels alone gives the order, however many the planner expects of each.
  const pair = sql`(${messages.channel}, ${messages.nextAttemptAt})`
  const find = (after: string, upTo: string, limit: number) => {
    const first = tx
      .select({ id: messages.id, nextAttemptAt: messages.nextAttemptAt })
      .from(messages)
      .where(
        and(
          eq(messages.status, 'queued'),
          sql`${pair} > (asked.channel, ${after}::timestamptz)`,
          sql`${pair} <= (asked.channel, ${upTo}::timestamptz)`,
        ),
      )
      .orderBy(asc(messages.channel), asc(messages.nextAttemptAt))
      .limit(limit)
      .for('update', { skipLocked: true })
      .as('first')
    return tx
      .select({ id: first.id })
      .from(asked)
      .innerJoinLateral(first, sql`true`)
      .orderBy(asc(first.nextAttemptAt))
      .limit(limit)
  }
  const due = await find('-infinity', now.toISOString(), atMost)
  // A separate query: a single condition would read every message that is put off, once a second.
  if (due.length < atMost)
    due.push(...(await find(new Date(now.getTime() + NO_PAUSE_MS).toISOString(), 'infinity', atMost - due.length)))
  if (due.length === 0) return []
  return tx
    .update(messages)
    .set({
      attempts: sql`${messages.attempts} + 1`,
      nextAttemptAt: sql`case ${messages.channel} ${sql.join(
        Object.entries(leaseEndsAt).map(([channel, at]) => sql`when ${channel} then ${at.toISOString()}::timestamptz`),
        sql` `,
      )} end`,
      expiresAt: sql`case when ${messages.attempts} = 0 and ${messages.inviteId} is null
        and ${messages.expiresAt} - ${messages.createdAt} = make_interval(secs => ${lifeMs / 1000})
        then ${lifeEndsAt.toISOString()}::timestamptz else ${messages.expiresAt} end`,
    })
    .where(
      inArray(
        messages.id,
        due.map((row) => row.id),
      ),
    )
    .returning()
}

/** Records how an attempt ended, unless a later attempt has begun or the message has moved to another channel. */
export async function finishAttempt(
  queries: Queries,
  attempt: Pick<MessageRow, 'id' | 'channel' | 'attempts'>,
  end: Partial<Pick<MessageRow, 'status' | 'sentAt' | 'to' | 'lastError' | 'nextAttemptAt' | 'text'>>,
): Promise<void> {
  await queries
    .update(messages)
    .set(end)
    .where(
      and(
        eq(messages.id, attempt.id),
        eq(messages.channel, attempt.channel),
        eq(messages.attempts, attempt.attempts),
        eq(messages.status, 'queued'),
      ),
    )
}

/** Moves a message that WhatsApp did not take at this attempt to SMS; false when a later attempt has begun. */
export async function moveToSms(
  queries: Queries,
  attempt: Pick<MessageRow, 'id' | 'attempts'>,
  now: Date,
): Promise<boolean> {
  const moved = await queries
    .update(messages)
    .set({ channel: 'sms', status: 'queued', nextAttemptAt: now, sentAt: null, lastError: null })
    .where(
      and(
        eq(messages.id, attempt.id),
        eq(messages.channel, 'whatsapp'),
        eq(messages.attempts, attempt.attempts),
        inArray(messages.status, ['queued', 'sent']),
      ),
    )
    .returning({ id: messages.id })
  return moved.length > 0
}

/** A message that was tried on this channel and is still on it; null when none. */
export async function findTriedMessage(
  queries: Queries,
  { id, channel }: Pick<MessageRow, 'id' | 'channel'>,
): Promise<MessageRow | null> {
  const [row] = await queries
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.channel, channel), gt(messages.attempts, 0)))
  return row ?? null
}

/** Records once what the provider says became of a message; false when that changes nothing. */
export async function recordDelivery(
  queries: Queries,
  { id, channel }: Pick<MessageRow, 'id' | 'channel'>,
  end: Pick<MessageRow, 'status' | 'deliveredAt' | 'lastError'>,
): Promise<boolean> {
  const noted = await queries
    .update(messages)
    .set({ ...end, text: sql`case when ${messages.organizationId} is null then '' else ${messages.text} end` })
    .where(
      and(
        eq(messages.id, id),
        eq(messages.channel, channel),
        inArray(messages.status, ['queued', 'sent']),
        gt(messages.attempts, 0),
      ),
    )
    .returning({ id: messages.id })
  return noted.length > 0
}

/** Deletes messages sent before an instant, or failed and created before it; only those of one kind if given. */
export const deleteFinishedMessages = (queries: Queries, before: Date, kind?: string): Promise<void> =>
  deleteInBlocks(
    queries,
    messages,
    and(
      inArray(messages.status, ['sent', 'delivered', 'failed']),
      sql`coalesce(${messages.sentAt}, ${messages.createdAt}) < ${before.toISOString()}::timestamptz`,
      kind === undefined ? undefined : eq(messages.kind, kind),
      isAddressNotUnderLegalHold(messages.to),
    ),
  )

/** Wipes the texts of messages sent before an instant, except those that told an organization something. */
export const wipeSentTexts = (queries: Queries, before: Date): Promise<void> =>
  inBlocks(() =>
    queries
      .update(messages)
      .set({ text: '' })
      .where(isInBlock(messages, and(isSentWithWords(messages), lt(messages.sentAt, before))))
      .returning({ id: messages.id }),
  )

/** Withdraws unsent messages of one kind to one address; those already sent lose their text and go by no other channel. */
export async function withdrawQueued(
  tx: Queries,
  { kind, to, because }: { kind: string; to: string; because: string },
): Promise<void> {
  const ofKind = and(isTo(to), eq(messages.kind, kind))
  await tx
    .update(messages)
    .set({ status: 'failed', lastError: because, text: '' })
    .where(and(ofKind, eq(messages.status, 'queued')))
  await tx
    .update(messages)
    .set({ text: '' })
    .where(and(ofKind, isSentWithWords(messages)))
}

/**
 * Redirects unsent messages from somebody's old address to the new one, except invites and the kinds in `except`; those already sent lose
 * their text and go by no other channel.
 */
export async function redirectQueued(
  tx: Queries,
  { from, to, except }: { from: string; to: string; except: readonly string[] },
): Promise<void> {
  const ofNumber = and(isTo(from), isNull(messages.inviteId), notInArray(messages.kind, [...except]))
  await tx
    .update(messages)
    .set({ to })
    .where(and(ofNumber, eq(messages.status, 'queued')))
  await tx
    .update(messages)
    .set({ text: '' })
    .where(and(ofNumber, isSentWithWords(messages)))
}

/** Uses the index, which is on the lower-case address. */
const isTo = (address: string) => sql`lower(${messages.to}) = lower(${address})`

/** The statuses of messages of one kind to an address since `since`. */
export async function listStatusesTo(
  queries: Queries,
  { to, kind, since }: { to: string; kind: string; since: Date },
): Promise<MessageStatus[]> {
  const rows = await queries
    .select({ status: messages.status })
    .from(messages)
    .where(and(isTo(to), eq(messages.kind, kind), gte(messages.createdAt, since)))
  return rows.map(({ status }) => status)
}

const isPartner = and(isNull(users.role), inArray(users.status, ['active', 'invited']))

/** The partner to write to: the submitter, else the organization's first active or invited partner; null when it has none. */
export async function findPartnerToNotify(queries: Queries, organizationId: string, submittedBy: string | null) {
  const submitterFirst = submittedBy ? [desc(eq(users.id, submittedBy))] : []
  const [row] = await queries
    .select({ phone: users.phone, language: users.language })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), isPartner))
    .orderBy(...submitterFirst, asc(users.createdAt), asc(users.id))
    .limit(1)
  return row ?? null
}

/** Whether a number is that of an organization, or of one of its present partners. */
export async function isNumberOf(queries: Queries, organizationId: string, phone: string): Promise<boolean> {
  const rows = await queries
    .select({ id: organizations.id })
    .from(organizations)
    .leftJoin(users, and(eq(users.organizationId, organizations.id), eq(users.phone, phone), isPartner))
    .where(and(eq(organizations.id, organizationId), or(eq(organizations.phone, phone), isNotNull(users.id))))
  return rows.length > 0
}
