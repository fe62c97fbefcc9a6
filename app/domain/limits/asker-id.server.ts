import type { Services } from '../../services.server'
import { HASH_UUID_VERSION, keyedHash, uuidOfHash } from '../sealing.server'

/** Whether it is a browser or a session, and not a network of the owner, which others use too. */
export const isTrusted = (askedBy: string | null): boolean =>
  askedBy !== null && askedBy[VERSION_AT] !== HASH_UUID_VERSION

const VERSION_AT = 14

/** One id for all networks that a phone's owner signs in from: told from those of browsers and sessions by its version. */
export function idOfOwnersNetworks({ sessionSecrets }: Pick<Services['env'], 'sessionSecrets'>, phone: string): string {
  const hash = keyedHash(sessionSecrets[0], 'asker', [phone])
  return uuidOfHash(Buffer.from(hash, 'base64url').toString('hex'))
}
