import { markOpened } from '../../db/documents/documents'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { LIMITS } from '../limits/limit'
import { consumeRateLimit } from '../limits/limits.server'

type Reading = { documentId: string; requestId: string; isHead: boolean; isOpening: boolean }

/**
 * Records, before staff get a document, that they read it: who opened it first, and one audit row per person, document and hour. A HEAD
 * request does not count as reading.
 */
export async function recordReading(
  services: Pick<Services, 'db' | 'env' | 'now' | 'meter'>,
  { actor }: Permit<'documents.read'>,
  { documentId, requestId, isHead, isOpening }: Reading,
): Promise<void> {
  if (isHead) return
  await services.db.transaction(async (tx) => {
    if (isOpening) await markOpened(tx, documentId, { openedAt: services.now(), openedBy: actor.id })
    const subject = `${actor.id} ${documentId.toLowerCase()}`
    if ((await consumeRateLimit(tx, services, [{ limit: LIMITS.readings, subject }])) > 0) return
    await recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'document.read',
      objectType: 'document',
      objectId: documentId.toLowerCase(),
      requestId,
    })
  })
}
