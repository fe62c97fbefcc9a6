import { isDatabaseUnavailable, isNotLetIn } from '../db/engine/unavailable'
import type { StoreAway } from '../gateways/ports'

export { isInDoubt } from '../db/engine/unavailable'

/** Whether the database or the document store could not be asked, for the layers that may not know them. */
export const isUnavailable = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || isNotLetIn(error) || isStoreAway(error)

const AWAY: StoreAway['name'] = 'StoreAway'

export function isStoreAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.name === AWAY) return true
  return false
}
