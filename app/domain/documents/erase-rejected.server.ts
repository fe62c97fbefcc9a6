import { deleteDocumentsOfRejected, takeRejectedWithDocuments } from '../../db/documents/rejected-documents'
import type { Services } from '../../services.server'
import { repeatFromLast, recordErasedDocuments, removeErasedFiles } from './erased-documents.server'

type Needs = Pick<Services, 'db' | 'documents' | 'log' | 'now'>

/** Erases the documents of applications rejected before `before`, one application at a time; the timeline stays. */
export async function eraseRejectedDocuments(services: Needs, before: Date): Promise<void> {
  await repeatFromLast((from) => eraseNext(services, { from, before }))
}

async function eraseNext(services: Needs, within: { from: Date; before: Date }): Promise<Date | null> {
  const at = services.now()
  const step = await services.db.transaction(async (tx) => {
    const application = await takeRejectedWithDocuments(tx, within)
    if (!application) return null
    const { id: verification, organizationId } = application
    const erased = await deleteDocumentsOfRejected(tx, verification, at)
    if (erased.length > 0)
      await recordErasedDocuments(tx, { at, organizationId, verification, documents: erased.length })
    return { erased, reached: application.at }
  })
  await removeErasedFiles(services, step?.erased ?? [])
  return step?.reached ?? null
}
