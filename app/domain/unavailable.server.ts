import { isDatabaseUnavailable, isNotLetIn } from '../db/engine/unavailable'
import type { StoreAway } from '../gateways/ports'

export { isInDoubt } from '../db/engine/unavailable'

/** Whether the database or the document store could not be asked, for the layers that may not know them. */
export const isUnavailable = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || isNotLetIn(error) || isStoreAway(error)

/** What the store gives cannot be the document: answered as a store that is away. */
export class WrongLength extends Error {
  override readonly name = 'WrongLength'
}

const AWAY: readonly string[] = ['StoreAway', 'WrongLength'] satisfies (StoreAway | WrongLength)['name'][]

export function isStoreAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (AWAY.includes(cause.name)) return true
  return false
}
