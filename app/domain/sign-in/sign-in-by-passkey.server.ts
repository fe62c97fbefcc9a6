import type { Services } from '../../services.server'
import { checkAssertion, type Answered } from '../passkeys/check-assertion.server'
import { openSignedInSession, type SignInBrowser, type SignedIn } from './open-signed-in-session.server'

/** Opens a session for the owner of a passkey, without a code; null when the answer is not accepted, for whatever reason. */
export function signInByPasskey(
  services: Services,
  answered: Answered,
  entrance: SignInBrowser,
): Promise<SignedIn | null> {
  return services.db.transaction(async (tx) => {
    const owner = await checkAssertion(tx, services, answered)
    return owner ? openSignedInSession(tx, services, owner, entrance, 'passkey') : null
  })
}
