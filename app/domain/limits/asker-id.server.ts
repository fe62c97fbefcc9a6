import type { Services } from '../../services.server'
import { HASH_UUID_VERSION, keyedHash, uuidOfHash } from '../sealing.server'

/** True for a browser or a session; false for the owner's networks, which other people may use too. */
export const isTrustedAsker = (askedBy: string | null): boolean =>
  askedBy !== null && askedBy[VERSION_AT] !== HASH_UUID_VERSION

const VERSION_AT = 14

/** One id for all networks from which a phone's owner signs in; its UUID version differs from that of browsers and sessions. */
export function idOfOwnersNetworks({ sessionSecrets }: Pick<Services['env'], 'sessionSecrets'>, phone: string): string {
  const hash = keyedHash(sessionSecrets[0], 'asker', [phone])
  return uuidOfHash(Buffer.from(hash, 'base64url').toString('hex'))
}
