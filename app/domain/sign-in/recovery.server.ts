import { randomUUID } from 'node:crypto'
import { insertRecoveryRequest } from '../../db/recovery'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'
import { LIMITS, networkOf, wideNetworkOf } from '../limits/limit'
import { takeRoom } from '../limits/limits.server'
import { searchKey } from '../names/search-key.server'

/** Phones are E.164. */
export type FileRecovery = {
  name: string
  oldPhone: string
  newPhone: string
  words: string
  address: string
  requestId: string
}

/**
 * Files the request of somebody whose number changed. The answer never says whether the number is known; staff are told by
 * the worker, many together.
 */
export async function fileRecoveryRequest(
  services: Services,
  { name, oldPhone, newPhone, words, address, requestId }: FileRecovery,
): Promise<{ kind: 'filed' } | { kind: 'wait'; waitMs: number }> {
  return services.db.transaction(async (tx) => {
    const waitMs = await takeRoom(tx, services, [
      { limit: LIMITS.recoveryPerAddress, subject: networkOf(address) },
      { limit: LIMITS.recoveryPerWideNetwork, subject: wideNetworkOf(address) },
      { limit: LIMITS.recoveryPerOldPhone, subject: oldPhone },
      { limit: LIMITS.recoveryPerNewPhone, subject: newPhone },
      { limit: LIMITS.recoveryOverall, subject: 'all' },
    ])
    if (waitMs > 0) return { kind: 'wait', waitMs }
    const at = services.now()
    const id = randomUUID()
    const nameKey = searchKey(name)
    await insertRecoveryRequest(tx, { id, name, nameKey, oldPhone, newPhone, words, createdAt: at })
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
