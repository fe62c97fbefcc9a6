import { isNotNull, lt, and, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { isAddressNotUnderLegalHold } from '../keeping'
import { endedNoEarlier, invites, redemptions } from '../schema/invites'

/** When a code could be used no longer: deleted, expired or used up, whichever came first; null while it can be. */
const endedAt = sql<Date | null>`least(
  ${invites.deletedAt},
  ${invites.expiresAt},
  case when ${invites.usedCount} >= ${invites.maximumUses} then coalesce(
    (select max(${redemptions.at}) from ${redemptions} where ${redemptions.inviteId} = ${invites.id}), ${invites.createdAt}
  ) end)`

/** By its index only those are read that may have ended. */
const earliest = sql<Date | null>`${endedNoEarlier(invites)}`

/** Forgets whom codes were sent to that ended before that, and in which words; how many, at most so many. */
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
