import { MINUTE_MS } from '../../durations'
import { href } from '../../addresses'
import {
  lockUnderScan,
  markClean,
  markInfected,
  postponeScan,
  takeDueScans,
  type DueScan,
} from '../../db/documents/scanning'
import { markFileMissing } from '../../db/documents/stray-files'
import { wasStopped } from '../../db/engine/stoppable'
import type { Scanner } from '../../gateways/ports'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'
import { latestNoted } from '../calendar'
import { notifyPartner } from '../messages/notify-partner.server'
import { wakeOutbox } from '../messages/outbox.server'
import { statusAddress } from '../organizations/status-address'
import { isReplaceable } from './document-input'
import { openFile } from './open-document.server'

const AT_ONCE = 4
/** Rounds before the process turns to other work. */
const ROUNDS = 25
/** Longer than the scanner may take for one file. */
const LEASE_MS = 3 * MINUTE_MS
const RETRY_MS = 30_000

/** Scans waiting documents, a few at a time; returns the number taken. Safe to run in many processes. */
export const scanDue = async (services: Services): Promise<number> => (await scanRounds(services)).count

/**
 * Scans waiting documents on each call. After a round in which no file got a verdict, the scanner and the store are left alone for
 * `RETRY_MS`.
 * @param elapsedMs a monotonic clock
 */
export function scanWithPauses(elapsedMs = () => performance.now()) {
  let restsUntilMs = 0
  return async (services: Services): Promise<void> => {
    if (elapsedMs() < restsUntilMs) return
    const { isInVain } = await scanRounds(services)
    if (isInVain) restsUntilMs = elapsedMs() + RETRY_MS
  }
}

type Rounds = { count: number; isInVain: boolean }

/** Stops after the first round in which no file got a verdict: the next files would not get one either. */
async function scanRounds(services: Services): Promise<Rounds> {
  let count = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { count: taken, isInVain } = services.scanner ? await scanSome(services, services.scanner) : NOTHING_TAKEN
    count += taken
    if (taken === 0 || isInVain) return { count, isInVain }
  }
  return { count, isInVain: false }
}

const NOTHING_TAKEN: Rounds = { count: 0, isInVain: false }

async function scanSome(services: Services, scanner: Scanner): Promise<Rounds> {
  const { db } = services
  const now = services.now()
  const leaseEndsAt = new Date(now.getTime() + LEASE_MS)
  const ahead = latestNoted(leaseEndsAt)
  const taken = await db.transaction((tx) => takeDueScans(tx, { now, leaseEndsAt, ahead, atMost: AT_ONCE }))
  const failures = (await Promise.all(taken.map((document) => scanOne(services, scanner, document)))).flat()
  // With fewer failures, the files themselves may be the cause.
  const isInVain = failures.length === AT_ONCE
  for (const { id, error } of isInVain ? failures.slice(0, 1) : failures)
    services.log.warn(
      { err: error, documentId: id, ...(isInVain && { count: taken.length }) },
      'document not scanned, tried again later',
    )
  return { count: taken.length, isInVain }
}

type Failure = { id: string; error: unknown }

/** When the scan fails, the document stays unscanned and is tried again later. */
async function scanOne(services: Services, scanner: Scanner, due: DueScan): Promise<Failure[]> {
  const { id, storageKey } = due
  try {
    const file = await openFile(services.documents, due)
    if (!file) {
      services.log.error({ documentId: id }, 'the file of a document is missing')
      await markFileMissing(services.db, id, services.now())
      return []
    }
    const finding = await scanner.scan(file.content)
    if (finding === null) await markClean(services.db, id)
    else if (await condemn(services, id, finding)) await services.documents.remove(storageKey)
    return []
  } catch (error) {
    if (wasStopped(error)) throw error
    await postponeScan(services.db, id, new Date(services.now().getTime() + RETRY_MS))
    return [{ id, error }]
  }
}

/**
 * Marks a document whose file holds a virus, rejects it unless its application was approved, and tells the partner. Returns false when the
 * document was withdrawn meanwhile.
 */
async function condemn(services: Services, id: string, finding: string): Promise<boolean> {
  const at = services.now()
  const isCondemned = await services.db.transaction(async (tx) => {
    const document = await lockUnderScan(tx, id)
    if (!document) return false
    const { organizationId, verificationId, submittedBy } = document
    const mayReplace = isReplaceable(document.applicationStatus, document.organizationStatus)
    const page = verificationId
      ? statusAddress(organizationId, verificationId)
      : href('/organizations/:organizationId/setup/documents', { organizationId })
    const link = services.env.publicOrigin + page
    const language = await notifyPartner(tx, services, {
      organization: { id: organizationId, phone: document.organizationPhone, language: document.organizationLanguage },
      submittedBy,
      kind: 'document_infected',
      ...(verificationId && { verificationId }),
      text: (language) =>
        translate(language, {
          key: mayReplace ? 'setup:message.infected' : 'setup:message.infectedClosed',
          values: {
            organization: document.organizationName,
            type: translate(language, { key: `organizations:document.type.${document.type}` }),
            file: document.fileName,
          },
        }),
      ...(mayReplace && {
        next: (language) => translate(language, { key: 'setup:message.next.infected', values: { link } }),
        contact: (language) => translate(language, { key: 'setup:message.contact.infected' }),
      }),
    })
    const standsOnIt = document.applicationStatus === 'approved'
    const rejectionReason = translate(language, { key: 'setup:documents.infected' })
    await markInfected(tx, id, finding, standsOnIt ? null : { rejectionReason, reviewedAt: at })
    await recordAudit(tx, {
      at,
      actor: null,
      action: 'document.infected',
      objectType: 'organization',
      objectId: organizationId,
      before: { document: id, status: document.status },
      after: { document: id, type: document.type, finding },
      requestId: 'scanner',
    })
    return true
  })
  if (isCondemned) wakeOutbox(services)
  return isCondemned
}
