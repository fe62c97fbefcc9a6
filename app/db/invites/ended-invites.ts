import { isNotNull, lt, and, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { isAddressNotUnderLegalHold } from '../keeping'
import { endedNoEarlier, invites, redemptions } from '../schema/invites'

/** When a code ends: deleted, expired or used up, whichever comes first; null where nothing ends it. */
const endedAt = sql<Date | null>`least(
  ${invites.deletedAt},
  ${invites.expiresAt},
  case when ${invites.usedCount} >= ${invites.maximumUses} then coalesce(
    (select max(${redemptions.at}) from ${redemptions} where ${redemptions.inviteId} = ${invites.id}), ${invites.createdAt}
  ) end)`

/** No later than {@link endedAt}, and found by an index. */
const earliest = sql<Date | null>`${endedNoEarlier(invites)}`

/** Blanks recipient and message of at most `atMost` codes that ended before `before`; returns how many. */
export async function blankRecipientsBefore(tx: Queries, before: Date, atMost: number): Promise<number> {
  const ended = tx
    .select({ id: invites.id })
    .from(invites)
    .where(
      and(
        isNotNull(invites.recipient),
        lt(earliest, before),
        lt(endedAt, before),
        isAddressNotUnderLegalHold(invites.recipient),
      ),
    )
    .orderBy(earliest)
    .limit(atMost)
    .for('update', { skipLocked: true })
  const blanked = await tx
    .update(invites)
    .set({ recipient: null, customMessage: null })
    // As an array the block is chosen once; as a join it may be chosen anew for each row.
    .where(sql`${invites.id} = any(array${ended})`)
    .returning({ id: invites.id })
  return blanked.length
}
