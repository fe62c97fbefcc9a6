import { recordProof } from '../../db/sessions'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { recordAudit } from '../audit/audit.server'
import { checkAssertion, type Answered } from './check-assertion.server'

/** Renews a session's fresh proof with a passkey of its owner; null when the passkey is not confirmed. */
export function proveByPasskey(services: Services, actor: Actor, answered: Answered): Promise<Date | null> {
  return services.db.transaction(async (tx) => {
    const at = services.now()
    const owner = await checkAssertion(tx, services, answered)
    if (owner?.id !== actor.id || !(await recordProof(tx, actor.sessionId, at))) return null
    await recordAudit(tx, {
      at,
      actor,
      action: 'session.prove',
      objectType: 'session',
      objectId: actor.sessionId,
      after: { proof: 'passkey' },
      requestId: answered.requestId,
    })
    return at
  })
}
