import type { Queries } from '../../db/engine/database'
import { listNetworksOfPhone } from '../../db/sign-in/trusted-devices'
import type { Services } from '../../services.server'
import { wideNetworkOf } from '../limits/limit'
import { idOfOwnersNetworks } from '../limits/asker-id.server'
import { findTrustedDevice, trustedSince } from './trusted-device.server'

type Needs = Pick<Services, 'env' | 'now'>
type Browser = { phone: string; address: string; proofs: readonly string[] }

/**
 * The asker for a phone: the id of a browser in which its owner has signed in, one id for any other browser in the networks they have
 * signed in from, or null for anybody else. Runs the same statements for every number.
 */
export async function findAsker(
  queries: Queries,
  services: Needs,
  { phone, address, proofs }: Browser,
): Promise<string | null> {
  const device = await findTrustedDevice(queries, services, { phone, proofs })
  if (device !== null) return device
  const network = wideNetworkOf(address)
  const known = await listNetworksOfPhone(queries, phone, trustedSince(services))
  return known.some((one) => wideNetworkOf(one) === network) ? idOfOwnersNetworks(services.env, phone) : null
}
