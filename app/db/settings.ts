import { and, eq, sql } from 'drizzle-orm'
import type { NotificationChoice } from '../vocabulary'
import type { Queries } from './engine/database'
import { notificationChoices } from './schema/messages'
import { users } from './schema/users'

/** What people may change about themselves. */
export async function findOwnAccount(queries: Queries, userId: string) {
  const [row] = await queries
    .select({
      username: users.username,
      email: users.email,
      language: users.language,
      timeZone: users.timeZone,
      pageSize: users.pageSize,
      density: users.density,
      startPage: users.startPage,
      hasShortcuts: users.hasShortcuts,
      version: users.settingsVersion,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}

export type OwnAccount = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>

/** False when the settings changed since `version`. */
export async function changeOwnAccount(
  tx: Queries,
  userId: string,
  version: number,
  change: Partial<Omit<OwnAccount, 'version'>> & { searchKey?: string },
): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ ...change, settingsVersion: sql`${users.settingsVersion} + 1` })
    .where(and(eq(users.id, userId), eq(users.settingsVersion, version)))
    .returning({ id: users.id })
  return changed.length > 0
}

export const listNotificationChoices = (queries: Queries, userId: string): Promise<NotificationChoice[]> =>
  queries
    .select({ event: notificationChoices.event, channel: notificationChoices.channel })
    .from(notificationChoices)
    .where(eq(notificationChoices.userId, userId))

export async function replaceNotificationChoices(
  tx: Queries,
  userId: string,
  choices: readonly NotificationChoice[],
): Promise<void> {
  await tx.delete(notificationChoices).where(eq(notificationChoices.userId, userId))
  if (choices.length > 0) await tx.insert(notificationChoices).values(choices.map((choice) => ({ ...choice, userId })))
}
