import { findOwnFile } from '../../db/documents/documents'
import type { Services } from '../../services.server'
import type { Actor, Permit } from '../access'
import { recordReading } from './record-reading.server'
import { limitTransfer, openDocument } from './open-document.server'
import { isOwnOrganization } from './own-organization'
import { isUuid } from '../../uuid'

type Own = Permit<'setup.own'>

type Files = Pick<Services, 'db' | 'documents' | 'env' | 'now' | 'scanner' | 'log'>
type DocumentAt = { organizationId: string; documentId: string }

/** The file of a document of the holder's organization; null when there is none. */
export const readOwnDocument = async (services: Files, permit: Own, ids: DocumentAt) =>
  isOwnOrganization(permit, ids.organizationId) ? readFile(services, permit.actor, ids) : null

/** The file of any organization's document, whether or not it was submitted with an application; null when there is none. */
export async function readDocumentOf(
  services: Files & Pick<Services, 'meter'>,
  permit: Permit<'documents.read'>,
  { requestId, isHead, ...ids }: DocumentAt & { requestId: string; isHead: boolean },
) {
  return readFile(services, permit.actor, ids, () =>
    recordReading(services, permit, { documentId: ids.documentId, requestId, isHead, isOpening: true }),
  )
}

async function readFile(
  services: Files,
  actor: Pick<Actor, 'sessionId'>,
  { organizationId, documentId }: DocumentAt,
  note?: () => Promise<void>,
) {
  if (!isUuid(organizationId) || !isUuid(documentId)) return null
  const file = await openDocument(services, await findOwnFile(services.db, organizationId, documentId))
  return file && limitTransfer(services, actor, file, note)
}
