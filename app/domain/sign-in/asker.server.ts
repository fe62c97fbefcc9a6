import type { Queries } from '../../db/engine/database'
import { listNetworksOfPhone } from '../../db/sign-in/trusted-devices'
import type { Services } from '../../services.server'
import { wideNetworkOf } from '../limits/limit'
import { keyedHash } from '../sealing.server'
import { findTrustedDevice, trustedSince } from './trusted-device.server'

type Needs = Pick<Services, 'env' | 'now'>
type Browser = { phone: string; address: string; proofs: readonly string[] }

/**
 * Who asks for something in the name of a phone: a browser that its owner has signed in with; a network that they have
 * signed in from, with any other browser; or somebody who may be anybody. The same statements for every number.
 */
export async function findAsker(
  queries: Pick<Queries, 'select'>,
  services: Needs,
  { phone, address, proofs }: Browser,
): Promise<string | null> {
  const device = await findTrustedDevice(queries, services, { phone, proofs })
  if (device !== null) return device
  const network = wideNetworkOf(address)
  const known = await listNetworksOfPhone(queries, phone, trustedSince(services))
  return known.some((one) => wideNetworkOf(one) === network) ? networkId(services, phone, network) : null
}

/** Whether it is a browser or a session, and not a network, which others use too. */
export const isTrusted = (askedBy: string | null): boolean =>
  askedBy !== null && askedBy[VERSION_AT] !== NETWORK_VERSION

const VERSION_AT = 14
const NETWORK_VERSION = '8'

/** An id for a phone's owner in a network: told from those of browsers and sessions by its version. */
function networkId({ env }: Needs, phone: string, network: string): string {
  const hash = keyedHash(env.sessionSecrets[0], 'asker', [phone, network])
  const hex = Buffer.from(hash, 'base64url').toString('hex')
  const [a, b, c, d, e] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20), hex.slice(20, 32)]
  return `${a}-${b}-${NETWORK_VERSION}${c}-8${d}-${e}`
}
