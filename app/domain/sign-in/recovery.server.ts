import { randomUUID } from 'node:crypto'
import type { Queries } from '../../db/engine/database'
import { insertRecoveryRequest } from '../../db/users/recovery'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'
import { LIMITS, networkOf, wideNetworkOf } from '../limits/limit'
import { consumeRateLimit } from '../limits/limits.server'
import { conflict, done, type Outcome } from '../outcome'
import { takeOnce, type SentBefore } from '../sent-form.server'
import { searchKey } from '../names/search-key.server'

/** Phones are E.164. */
export type FileRecovery = {
  /** Of the drawing of the form; null where it has none. */
  formId: string | null
  name: string
  oldPhone: string
  newPhone: string
  words: string
  address: string
  requestId: string
}

type Filed = Outcome<null, { because: 'limit'; waitMs: number } | SentBefore<null>>

/**
 * Files the request of somebody whose number changed. The answer never says whether the number is known; staff are told by
 * the worker, many together. Once for a form.
 */
export async function fileRecoveryRequest(
  services: Services,
  { formId, name, oldPhone, newPhone, words, address, requestId }: FileRecovery,
): Promise<Filed> {
  const form = { id: formId, userId: null, content: { act: 'recovery.file', name, oldPhone, newPhone, words } }
  const file = async (tx: Queries): Promise<Filed> => {
    const waitMs = await consumeRateLimit(tx, services, [
      { limit: LIMITS.recoveryPerAddress, subject: networkOf(address) },
      { limit: LIMITS.recoveryPerWideNetwork, subject: wideNetworkOf(address) },
      { limit: LIMITS.recoveryPerOldPhone, subject: oldPhone },
      { limit: LIMITS.recoveryPerNewPhone, subject: newPhone },
      { limit: LIMITS.recoveryOverall, subject: 'all' },
    ])
    if (waitMs > 0) return conflict({ because: 'limit', waitMs })
    const at = services.now()
    const id = randomUUID()
    const nameKey = searchKey(name)
    await insertRecoveryRequest(tx, { id, name, nameKey, oldPhone, newPhone, words, createdAt: at })
    await recordAudit(tx, {
      at,
      actor: null,
      action: 'recovery.file',
      objectType: 'recoveryRequest',
      objectId: id,
      requestId,
    })
    return done(null)
  }
  return services.db.transaction((tx) => takeOnce(tx, services, form, () => file(tx)))
}
