import { isDatabaseUnavailable, isAuthenticationFailure } from '../db/engine/unavailable'
import type { StoreUnavailable } from '../gateways/ports'

export { isInDoubt } from '../db/engine/unavailable'

/** Whether the database or the document store was unavailable, for layers that may not import them. */
export const isUnavailable = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || isAuthenticationFailure(error) || isStoreUnavailable(error)

/** The store returned a file that cannot be the document; handled as if the store were unavailable. */
export class WrongLength extends Error {
  override readonly name = 'WrongLength'
}

const AWAY: readonly string[] = ['StoreAway', 'WrongLength'] satisfies (StoreUnavailable | WrongLength)['name'][]

export function isStoreUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (AWAY.includes(cause.name)) return true
  return false
}
