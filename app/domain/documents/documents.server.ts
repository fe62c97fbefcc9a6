import { findOwnFile } from '../../db/documents/documents'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { isOrganizationId } from '../organizations/input'
import { noteReading } from './note-reading.server'
import { openDocument } from './open-document.server'
import { isOwn } from './own-organization'

type Own = Permit<'setup.own'>

type Files = Pick<Services, 'db' | 'documents' | 'scanner'>
type DocumentAt = { organizationId: string; documentId: string }

/** The file of a document of the holder's organization; null when there is none. */
export const readOwnDocument = async (services: Files, permit: Own, place: DocumentAt) =>
  isOwn(permit, place.organizationId) ? readFile(services, place) : null

/** The file of any organization's document, sent in with an application or not yet; null when there is none. */
export async function readDocumentOf(
  services: Files & Pick<Services, 'env' | 'now' | 'meter'>,
  permit: Permit<'documents.read'>,
  { requestId, ...place }: DocumentAt & { requestId: string },
) {
  return readFile(services, place, () =>
    noteReading(services, permit, { documentId: place.documentId, requestId, isOpening: true }),
  )
}

async function readFile(services: Files, { organizationId, documentId }: DocumentAt, note = async () => {}) {
  if (!isOrganizationId(organizationId) || !isOrganizationId(documentId)) return null
  const found = await findOwnFile(services.db, organizationId, documentId)
  if (found) await note()
  return openDocument(services, found)
}
