import { deleteUnsentDocuments, takeOrganizationWithUnsent } from '../../db/documents/unsent-documents'
import type { Services } from '../../services.server'
import { recordErasedDocuments, removeErasedFiles } from './erased-documents.server'

type Needs = Pick<Services, 'db' | 'documents' | 'log' | 'now'>

/** Erases documents that were uploaded before that and never sent, an organization at a time. */
export async function eraseUnsentDocuments(services: Needs, before: Date): Promise<void> {
  while (await eraseNext(services, before));
}

async function eraseNext(services: Needs, before: Date): Promise<boolean> {
  const gone = await services.db.transaction(async (tx) => {
    const organization = await takeOrganizationWithUnsent(tx, before)
    if (!organization) return null
    const { id: organizationId } = organization
    const erased = await deleteUnsentDocuments(tx, organizationId, before)
    if (erased.length > 0)
      await recordErasedDocuments(tx, { at: services.now(), organizationId, documents: erased.length })
    return erased
  })
  await removeErasedFiles(services, gone ?? [])
  return gone !== null
}
