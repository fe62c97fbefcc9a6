import { randomUUID } from 'node:crypto'
import { insertRecoveryRequest } from '../../db/recovery'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'
import { LIMITS, networkOf } from '../limits/limit'
import { takeRoom } from '../limits/limits.server'
import { tellOfRecovery } from '../messages/staff-news.server'

/** Phones are E.164. */
export type FileRecovery = {
  name: string
  oldPhone: string
  newPhone: string
  words: string
  address: string
  requestId: string
}

/** Files the request of somebody whose number changed. The answer never says whether the number is known. */
export async function fileRecoveryRequest(
  services: Services,
  { name, oldPhone, newPhone, words, address, requestId }: FileRecovery,
): Promise<{ kind: 'filed' } | { kind: 'wait'; waitMs: number }> {
  return services.db.transaction(async (tx) => {
    const waitMs = await takeRoom(tx, services, [
      { limit: LIMITS.recoveryPerAddress, subject: networkOf(address) },
      { limit: LIMITS.recoveryPerPhone, subject: oldPhone },
    ])
    if (waitMs > 0) return { kind: 'wait', waitMs }
    const at = services.now()
    const id = randomUUID()
    await insertRecoveryRequest(tx, { id, name, oldPhone, newPhone, words, createdAt: at })
    await tellOfRecovery(tx, services)
    await recordAudit(tx, {
      at,
      actor: null,
      act: 'recovery.file',
      objectType: 'recoveryRequest',
      objectId: id,
      requestId,
    })
    return { kind: 'filed' }
  })
}
