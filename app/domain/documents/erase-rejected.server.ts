import { deleteDocumentsOfRejected, takeRejectedWithDocuments } from '../../db/documents/rejected-documents'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'

type Needs = Pick<Services, 'db' | 'documents' | 'log' | 'now'>

/**
 * Erases the documents of applications rejected before that, an application at a time; its timeline stays. A file that the
 * store does not give up now has no document any more, so that the nightly sweep removes it.
 */
export async function eraseRejectedDocuments(services: Needs, before: Date): Promise<void> {
  while (await eraseNext(services, before));
}

async function eraseNext({ db, documents, log, now }: Needs, before: Date): Promise<boolean> {
  const at = now()
  const gone = await db.transaction(async (tx) => {
    const application = await takeRejectedWithDocuments(tx, before)
    if (!application) return null
    const erased = await deleteDocumentsOfRejected(tx, application.id, at)
    if (erased.length > 0)
      await recordAudit(tx, {
        at,
        actor: null,
        action: 'document.erase',
        objectType: 'organization',
        objectId: application.organizationId,
        after: { verification: application.id, documents: erased.length },
        requestId: 'tidy-up',
      })
    return erased
  })
  for (const { id, storageKey } of gone ?? [])
    await documents
      .remove(storageKey)
      .catch((error: unknown) =>
        log.warn({ err: error, documentId: id }, 'an erased file is left for the nightly sweep'),
      )
  return gone !== null
}
