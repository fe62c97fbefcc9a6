import { deleteUnsentDocuments, takeOrganizationWithUnsent } from '../../db/documents/unsent-documents'
import type { Services } from '../../services.server'
import { repeatFromLast, recordErasedDocuments, removeErasedFiles } from './erased-documents.server'

type Needs = Pick<Services, 'db' | 'documents' | 'log' | 'now'>

/** Erases documents that were uploaded before `before` and never submitted, one organization at a time. */
export async function eraseUnsentDocuments(services: Needs, before: Date): Promise<void> {
  await repeatFromLast((from) => eraseNext(services, { from, before }))
}

async function eraseNext(services: Needs, within: { from: Date; before: Date }): Promise<Date | null> {
  const step = await services.db.transaction(async (tx) => {
    const organization = await takeOrganizationWithUnsent(tx, within)
    if (!organization) return null
    const { id: organizationId } = organization
    const erased = await deleteUnsentDocuments(tx, organizationId, within.before)
    if (erased.length > 0)
      await recordErasedDocuments(tx, { at: services.now(), organizationId, documents: erased.length })
    return { erased, reached: organization.at }
  })
  await removeErasedFiles(services, step?.erased ?? [])
  return step?.reached ?? null
}
