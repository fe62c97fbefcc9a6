import type { Queries } from '../../db/engine/database'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'

/** For the log: how many documents of an organization were erased, of which application where they were sent with one. */
export const recordErasedDocuments = (
  tx: Queries,
  { at, organizationId, ...after }: { at: Date; organizationId: string; verification?: string; documents: number },
) =>
  recordAudit(tx, {
    at,
    actor: null,
    action: 'document.erase',
    objectType: 'organization',
    objectId: organizationId,
    after,
    requestId: 'tidy-up',
  })

/** Once their rows are gone. A file that the store does not give up now has no document any more, so that the nightly sweep removes it. */
export async function removeErasedFiles(
  { documents, log }: Pick<Services, 'documents' | 'log'>,
  gone: readonly { id: string; storageKey: string }[],
): Promise<void> {
  for (const { id, storageKey } of gone)
    await documents
      .remove(storageKey)
      .catch((error: unknown) =>
        log.warn({ err: error, documentId: id }, 'an erased file is left for the nightly sweep'),
      )
}

/**
 * Takes one step after the other, each of which tells where it was. The next goes on from there: from the start it would look again
 * at all that has nothing to erase any more.
 */
export async function inOneWalk(step: (from: Date) => Promise<Date | null>): Promise<void> {
  for (let from: Date | null = new Date(0); from;) from = await step(from)
}
