import { randomUUID } from 'node:crypto'
import type { Queries } from '../../db/engine/database'
import { insertRecoveryRequest } from '../../db/users/recovery'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'
import { LIMITS, networkOf, RECOVERY_KEPT_FOR_KNOWN, wideNetworkOf } from '../limits/limit'
import { consumeRateLimit, type Counted } from '../limits/limits.server'
import { conflict, done, type Outcome } from '../outcome'
import { EMPTY_ANSWER, applyOnce, type SentBefore } from '../sent-form.server'
import { searchKey } from '../names/search-key.server'
import { findAsker } from './asker.server'
import { isTrustedAsker } from '../limits/asker-id.server'

/** Phones are E.164. */
type FileRecovery = {
  /** The id of the form's drawing; null when it has none. */
  formId: string | null
  name: string
  oldPhone: string
  newPhone: string
  message: string
  address: string
  /** Proofs of earlier sign-ins that the browser holds. */
  proofs: readonly string[]
  requestId: string
}

/** Why nothing was filed. */
export type FilingConflict = { because: 'limit'; waitMs: number } | SentBefore<null>
type Filed = Outcome<null, FilingConflict>

/**
 * Files a request of somebody whose number changed, once per form. The answer never reveals whether the number is known; a job notifies
 * staff of several requests together.
 */
export async function fileRecoveryRequest(
  services: Services,
  { formId, name, oldPhone, newPhone, message, requestId, ...browser }: FileRecovery,
): Promise<Filed> {
  const form = {
    id: formId,
    userId: null,
    content: { act: 'recovery.file', name, oldPhone, newPhone, message },
    answer: EMPTY_ANSWER,
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
    const isFromOwnBrowser = isTrustedAsker(askedBy)
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
 * The owner's browsers and networks have their own limits, so that strangers cannot use them up; of what strangers may file for one number,
 * each network gets only a part.
 */
function limitsOf(
  askedBy: string | null,
  { oldPhone, newPhone, address }: Pick<FileRecovery, 'oldPhone' | 'newPhone' | 'address'>,
): Counted[] {
  const wide = wideNetworkOf(address)
  const overall = { limit: LIMITS.recoveryOverall, subject: 'all' }
  const own = { limit: LIMITS.recoveryPerOldPhone, subject: `${oldPhone} ${askedBy ?? wide}` }
  if (isTrustedAsker(askedBy)) return [own, overall]
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
