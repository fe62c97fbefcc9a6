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
import { notifyPartner } from '../messages/notify-partner.server'
import { wakeOutbox } from '../messages/outbox.server'
import { isReplaceable } from './document-input'

const AT_ONCE = 4
/** So many times before other work of the process has a look. */
const ROUNDS = 25
/** Longer than the scanner may take for one file. */
const LEASE_MS = 3 * 60_000
const RETRY_MS = 30_000

/** Scans what waits for it, some at a time; gives the number of documents taken. Safe to run in many processes. */
export async function scanDue(services: Services): Promise<number> {
  let count = 0
  for (let round = 0; round < ROUNDS; round++) {
    const taken = services.scanner ? await scanSome(services, services.scanner) : 0
    if (taken === 0) break
    count += taken
  }
  return count
}

async function scanSome(services: Services, scanner: Scanner): Promise<number> {
  const { db } = services
  const now = services.now()
  const leaseEndsAt = new Date(now.getTime() + LEASE_MS)
  const taken = await db.transaction((tx) => takeDueScans(tx, { now, leaseEndsAt, atMost: AT_ONCE }))
  await Promise.all(taken.map((document) => scanOne(services, scanner, document)))
  return taken.length
}

/** A scanner that is away leaves the document as it is, to be tried again. */
async function scanOne(services: Services, scanner: Scanner, { id, storageKey }: DueScan): Promise<void> {
  try {
    const file = await services.documents.open(storageKey)
    if (!file) {
      services.log.error({ documentId: id }, 'the file of a document is missing')
      return await markFileMissing(services.db, id, services.now())
    }
    const finding = await scanner.scan(file.content)
    if (finding === null) return await markClean(services.db, id)
    if (await condemn(services, id, finding)) await services.documents.remove(storageKey)
  } catch (error) {
    if (wasStopped(error)) throw error
    services.log.warn({ err: error, documentId: id }, 'document not scanned, tried again later')
    await postponeScan(services.db, id, new Date(services.now().getTime() + RETRY_MS))
  }
}

/**
 * Marks a document whose file holds a virus, rejects it unless its application stands on it, and tells its partner; false
 * when it was taken back meanwhile.
 */
async function condemn(services: Services, id: string, finding: string): Promise<boolean> {
  const at = services.now()
  const isCondemned = await services.db.transaction(async (tx) => {
    const document = await lockUnderScan(tx, id)
    if (!document) return false
    const { organizationId, verificationId, submittedBy } = document
    const mayReplace = isReplaceable(document.applicationStatus, document.organizationStatus)
    const page = verificationId ? 'verification-status' : 'setup/documents'
    const link = services.env.publicOrigin + href(`/organizations/:organizationId/${page}`, { organizationId })
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
