import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { StaffChannel, StaffEvent } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { notificationChoices } from '../schema/messages'
import { users } from '../schema/users'

/** Active staff who asked for news of this kind, with the channels they chose for it. */
export async function listReaders(queries: Queries, event: StaffEvent) {
  const rows = await queries
    .select({
      id: users.id,
      channels: sql<StaffChannel[]>`json_agg(${notificationChoices.channel} order by ${notificationChoices.channel})`,
      role: users.role,
      email: users.email,
      phone: users.phone,
      language: users.language,
    })
    .from(notificationChoices)
    .innerJoin(users, eq(users.id, notificationChoices.userId))
    .where(and(eq(notificationChoices.event, event), eq(users.status, 'active'), isNotNull(users.role)))
    .groupBy(users.id)
    .orderBy(asc(users.id))
  return rows.flatMap(({ role, ...row }) => (role === null ? [] : [{ ...row, role }]))
}

/** An active staff member, with their stored choices for one kind of news; null for anybody else. */
export async function findReader(queries: Queries, userId: string, event: StaffEvent) {
  const rows = await queries
    .select({
      role: users.role,
      email: users.email,
      phone: users.phone,
      language: users.language,
      channel: notificationChoices.channel,
    })
    .from(users)
    .leftJoin(notificationChoices, and(eq(notificationChoices.userId, users.id), eq(notificationChoices.event, event)))
    .where(and(eq(users.id, userId), eq(users.status, 'active'), isNotNull(users.role)))
  const [first] = rows
  return first ? { ...first, stored: rows.flatMap(({ channel }) => channel ?? []) } : null
}
