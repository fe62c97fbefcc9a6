import type { Queries } from '../../db/engine/database'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'

/** Records how many documents of an organization were erased, and of which application if they were submitted with one. */
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

/** Removes files whose rows are deleted already. A file that the store fails to remove no longer has a document, so the nightly sweep removes it. */
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
 * Runs steps until one returns null. Each returns the time it reached and the next continues from there; starting over would read again
 * everything that has nothing left to erase.
 */
export async function repeatFromLast(step: (from: Date) => Promise<Date | null>): Promise<void> {
  for (let from: Date | null = new Date(0); from;) from = await step(from)
}
