import { DAY_MS } from '../../durations'
import type { Queries } from '../../db/engine/database'
import { findDeviceOfPhone, insertDevice, recordDeviceUse } from '../../db/sign-in/trusted-devices'
import type { Services } from '../../services.server'
import { hashToken, randomToken } from '../sealing.server'
import { LONGEST_USER_AGENT } from '../sessions/sessions.server'

/**
 * Called a trusted browser in the console: one in which a person has signed in, known by its own proof, a token in a sealed cookie. Not the
 * specification's `device_id`, which a session holds.
 *
 * A browser is trusted for this long after its last sign-in.
 */
export const TRUST_MS = 180 * DAY_MS

type Needs = Pick<Services, 'now'>

/** Browsers last used before this are no longer trusted. */
export const trustedSince = ({ now }: Needs) => new Date(now().getTime() - TRUST_MS)

/** The id of the trusted browser that one of these proofs belongs to, if it is one of the user with this phone, else null. */
export async function findTrustedDevice(
  queries: Queries,
  services: Needs,
  { phone, proofs }: { phone: string; proofs: readonly string[] },
): Promise<string | null> {
  if (proofs.length === 0) return null
  return findDeviceOfPhone(queries, { phone, tokenHashes: proofs.map(hashToken), since: trustedSince(services) })
}

/**
 * Trusts the browser in which a user has just signed in, or renews its trust.
 * @returns its id, and the proofs it has to keep from now on, this user's first
 */
export async function trustBrowser(
  tx: Queries,
  services: Needs,
  { userId, userAgent, proofs }: { userId: string; userAgent: string; proofs: readonly string[] },
): Promise<{ id: string; proofs: string[] }> {
  const at = services.now()
  const known = await recordDeviceUse(tx, {
    userId,
    tokenHashes: proofs.map(hashToken),
    since: trustedSince(services),
    userAgent: userAgent.slice(0, LONGEST_USER_AGENT),
    at,
  })
  if (known) {
    const token = proofs.filter((proof) => hashToken(proof) === known.tokenHash)
    return { id: known.id, proofs: [...token, ...proofs.filter((proof) => !token.includes(proof))] }
  }
  const token = randomToken()
  const id = await insertDevice(tx, {
    userId,
    tokenHash: hashToken(token),
    userAgent: userAgent.slice(0, LONGEST_USER_AGENT),
    createdAt: at,
    lastUsedAt: at,
  })
  return { id, proofs: [token, ...proofs] }
}
