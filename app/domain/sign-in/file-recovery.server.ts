import { randomUUID } from 'node:crypto'
import type { Queries } from '../../db/engine/database'
import { insertRecoveryRequest } from '../../db/users/recovery'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'
import { LIMITS, networkOf, RECOVERY_KEPT_FOR_KNOWN, wideNetworkOf } from '../limits/limit'
import { consumeRateLimit, type Counted } from '../limits/limits.server'
import { conflict, done, type Outcome } from '../outcome'
import { NOTHING, applyOnce, type SentBefore } from '../sent-form.server'
import { searchKey } from '../names/search-key.server'
import { findAsker } from './asker.server'
import { isTrusted } from '../limits/asker-id.server'

/** Phones are E.164. */
type FileRecovery = {
  /** Of the drawing of the form; null where it has none. */
  formId: string | null
  name: string
  oldPhone: string
  newPhone: string
  message: string
  address: string
  /** The proofs that the browser holds of earlier sign-ins in it. */
  proofs: readonly string[]
  requestId: string
}

/** Why nothing was filed. */
export type FilingConflict = { because: 'limit'; waitMs: number } | SentBefore<null>
type Filed = Outcome<null, FilingConflict>

/**
 * Files the request of somebody whose number changed. The answer never says whether the number is known; staff are told by
 * the worker, many together. Once for a form.
 */
export async function fileRecoveryRequest(
  services: Services,
  { formId, name, oldPhone, newPhone, message, requestId, ...browser }: FileRecovery,
): Promise<Filed> {
  const form = {
    id: formId,
    userId: null,
    content: { act: 'recovery.file', name, oldPhone, newPhone, message },
    answer: NOTHING,
  }
  const file = async (tx: Queries): Promise<Filed> => {
    const askedBy = await findAsker(tx, services, { ...browser, phone: oldPhone })
    const waitMs = await consumeRateLimit(
      tx,
      services,
      limitsOf(askedBy, { oldPhone, newPhone, address: browser.address }),
    )
    if (waitMs > 0) return conflict({ because: 'limit', waitMs })
    const at = services.now()
    const id = randomUUID()
    const nameKey = searchKey(name)
    const isFromOwnBrowser = isTrusted(askedBy)
    await insertRecoveryRequest(tx, { id, name, nameKey, oldPhone, newPhone, message, isFromOwnBrowser, createdAt: at })
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
  return services.db.transaction((tx) => applyOnce(tx, services, form, () => file(tx)))
}

/**
 * The owner's browsers and networks are counted apart, so strangers cannot use up the owner's tries; of what strangers have for one
 * number, one network gets a part.
 */
function limitsOf(
  askedBy: string | null,
  { oldPhone, newPhone, address }: Pick<FileRecovery, 'oldPhone' | 'newPhone' | 'address'>,
): Counted[] {
  const wide = wideNetworkOf(address)
  const overall = { limit: LIMITS.recoveryOverall, subject: 'all' }
  const own = { limit: LIMITS.recoveryPerOldPhone, subject: `${oldPhone} ${askedBy ?? wide}` }
  if (isTrusted(askedBy)) return [own, overall]
  const ofAddress = [
    { limit: LIMITS.recoveryPerAddress, subject: networkOf(address) },
    { limit: LIMITS.recoveryPerWideNetwork, subject: wide },
  ]
  if (askedBy !== null) return [own, ...ofAddress, overall]
  return [
    own,
    ...ofAddress,
    { limit: LIMITS.recoveryPerNewPhone, subject: `${newPhone} ${wide}` },
    { limit: LIMITS.strangersPerOldPhone, subject: oldPhone },
    { limit: LIMITS.strangersPerNewPhone, subject: newPhone },
    { ...overall, reserve: RECOVERY_KEPT_FOR_KNOWN },
  ]
}
