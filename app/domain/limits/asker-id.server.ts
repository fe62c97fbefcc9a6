import type { Services } from '../../services.server'
import { keyedHash } from '../sealing.server'

/** Whether it is a browser or a session, and not a network, which others use too. */
export const isTrusted = (askedBy: string | null): boolean =>
  askedBy !== null && askedBy[VERSION_AT] !== NETWORK_VERSION

const VERSION_AT = 14
const NETWORK_VERSION = '8'

/** An id for a phone's owner in a network: told from those of browsers and sessions by its version. */
export function networkId(
  { sessionSecrets }: Pick<Services['env'], 'sessionSecrets'>,
  phone: string,
  network: string,
): string {
  const hash = keyedHash(sessionSecrets[0], 'asker', [phone, network])
  const hex = Buffer.from(hash, 'base64url').toString('hex')
  const [a, b, c, d, e] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20), hex.slice(20, 32)]
  return `${a}-${b}-${NETWORK_VERSION}${c}-8${d}-${e}`
}
