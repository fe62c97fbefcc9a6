import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { messages } from '../schema/messages'
import { verifications } from '../schema/verifications'

/**
 * True of a message that would tell what is over: a later one, which was tried at least, tells what has become of the same
 * application, registration or organization since. One from beyond `horizon` was made before the clock was put back. For statements that read messages.
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

/** Whether a message would tell what is over ({@link isOvertaken}); false for one that is not there. */
export async function isMessageOvertaken(queries: Queries, id: string, horizon: Date): Promise<boolean> {
  const [row] = await queries
    .select({ isOvertaken: isOvertaken(horizon) })
    .from(messages)
    .where(eq(messages.id, id))
  return row?.isOvertaken ?? false
}
