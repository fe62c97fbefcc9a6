import { listRail } from '../../../db/verifications/queue/verification-rail'
import type { Services } from '../../../services.server'
import type { Permit } from '../../access'
import { holderOf, isIdle, reservedOf } from '../claims/claim'
import type { VerificationListState } from './verification-list'
import { queueFilter } from './verification-queue.server'
import { isUuid } from '../../../uuid'

/** Rows beside the review page: as many as can be taken in at a glance. */
const RAIL_ROWS = 30
/** How many of them come before the application in view. */
const ROWS_BEFORE = 5

/**
 * The part of the queue around a position, including the application in view; or the given `ids` as they are now, in their order, so that
 * one keeps seeing what one has just decided although it left the queue.
 */
export async function readRail(
  services: Services,
  { actor }: Permit<'verifications.read'>,
  state: VerificationListState,
  { ids, position, here }: { ids: readonly string[]; position: number; here: string | null },
) {
  const now = services.now()
  const named = ids.filter(isUuid).slice(0, RAIL_ROWS)
  const wanted =
    named.length > 0
      ? { ids: named }
      : {
          filter: queueFilter(state, actor, now),
          offset: Math.max(0, position - 1 - ROWS_BEFORE),
          here: isUuid(here ?? undefined) ? here : null,
        }
  const rows = await listRail(services.db, wanted, RAIL_ROWS)
  const ordered = named.length > 0 ? named.flatMap((id) => rows.find((row) => row.id === id) ?? []) : rows
  return ordered.map(({ reviewerId, reviewerName, reviewerSeenAt, claimedAt, ...row }) => {
    const holder = holderOf({ status: row.status, reviewerId })
    return {
      ...row,
      reserved: reservedOf(row, actor.id, now),
      holder:
        holder === null
          ? null
          : { name: reviewerName ?? '', isMine: holder === actor.id, isIdle: isIdle([claimedAt, reviewerSeenAt], now) },
    }
  })
}
