import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { messages } from '../schema/messages'
import { verifications } from '../schema/verifications'

/**
 * True for a message whose news is out of date: a later message, tried at least once, tells what became of the same application,
 * registration or organization. One from beyond `horizon` was created before the clock was set back, and does not count. For statements
 * that read messages.
 */
export const isOvertaken = (horizon: Date) => sql<boolean>`exists (
  select 1 from ${messages} later
  where later.organization_id = messages.organization_id and later.created_at > messages.created_at
    and later.created_at <= ${horizon.toISOString()}::timestamptz and later.attempts > 0
    and case
      when starts_with(messages.kind, 'organization_') then starts_with(later.kind, 'organization_')
      when starts_with(messages.kind, 'verification_') then later.kind = 'organization_archive'
        or starts_with(later.kind, 'verification_') and (later.verification_id = messages.verification_id or (
          select count(*) = 2 from ${verifications}
          where ${verifications.id} in (messages.verification_id, later.verification_id)
            and ${verifications.type} = 'initial_registration'))
      else false end)`

/** Whether a message is out of date ({@link isOvertaken}); false when there is none. */
export async function isMessageOvertaken(queries: Queries, id: string, horizon: Date): Promise<boolean> {
  const [row] = await queries
    .select({ isOvertaken: isOvertaken(horizon) })
    .from(messages)
    .where(eq(messages.id, id))
  return row?.isOvertaken ?? false
}
