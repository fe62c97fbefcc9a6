import type { Queries } from '../../db/engine/database'
import { lockPasskey, recordUse, spendChallenge } from '../../db/sign-in/passkeys'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'
import { hashToken } from '../sealing.server'
import { loadWebauthn, relyingParty } from './challenge.server'
import type { Assertion } from './input'

export type Answered = { assertion: Assertion; challenge: string; requestId: string }

/**
 * The owner of the passkey that answered this challenge for this site with user verification. Null for everything else: unknown, altered or
 * repeated answers, blocked people, or a counter that went back (a copied key; audited).
 */
export async function checkAssertion(tx: Queries, services: Services, { assertion, challenge, requestId }: Answered) {
  const at = services.now()
  const known = await lockPasskey(tx, assertion.id)
  if (!known || known.owner.status !== 'active') return null
  const { passkey, owner } = known
  const { userHandle } = assertion.response
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== owner.id) return null
  if (!(await spendChallenge(tx, hashToken(challenge), at))) return null
  const counter = await readCounter(services, assertion, challenge, passkey)
  if (counter === null) return null
  if (counter <= passkey.counter && (counter > 0 || passkey.counter > 0)) {
    services.log.warn({ requestId, userId: owner.id, event: 'passkey.counter' }, 'counter of a passkey went back')
    const entry = { at, actor: null, action: 'passkey.refuse', objectType: 'user', objectId: owner.id } as const
    await recordAudit(tx, { ...entry, after: { username: passkey.name }, requestId })
    return null
  }
  await recordUse(tx, passkey.id, { counter, at })
  return owner
}

async function readCounter(
  services: Services,
  assertion: Assertion,
  challenge: string,
  { credentialId, publicKey }: { credentialId: string; publicKey: string },
): Promise<number | null> {
  const { origin, rpID } = relyingParty(services)
  const { verifyAuthenticationResponse } = await loadWebauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      // The caller checks the counter, and audits one that went back.
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
