import type { Services } from '../../services.server'
import { checkAssertion, type Answered } from '../passkeys/check-assertion.server'
import { letIn, type Entrance, type SignedIn } from './let-in.server'

/** Opens a session for the owner of a passkey, without a code; null when the answer is not accepted, for whatever reason. */
export function signInByPasskey(services: Services, answered: Answered, entrance: Entrance): Promise<SignedIn | null> {
  return services.db.transaction(async (tx) => {
    const owner = await checkAssertion(tx, services, answered)
    return owner ? letIn(tx, services, owner, entrance, 'passkey') : null
  })
}
