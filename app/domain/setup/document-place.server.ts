import { findOrganizationWithDocuments, selectDocumentsOf, type OwnDocumentRow } from '../../db/documents/documents'
import type { Queries } from '../../db/engine/database'
import type { Services } from '../../services.server'
import { DOCUMENT_TYPES, WAITS_FOR, type DocumentStatus, type DocumentType } from '../../vocabulary'
import type { Permit } from '../access'
import { isOwnOrganization } from '../documents/own-organization'
import { hasLostFile, withFileStates } from '../files/file-state'
import { isFrozen } from '../organizations/status/organization-status'
import { findCurrentForApplicant } from './current-application.server'
import { isInSetup, REMOVABLE_IN_SETUP } from './setup-steps'
import { findAsked } from './verification-status.server'

/** Those of its types are added there, and those of its states taken back: in the setup a rejected one too, which was never sent. */
type Accepted = { types: readonly DocumentType[]; removable: readonly DocumentStatus[] }

/** Where new documents of an organization go: to the setup, to the application that waits for an answer, or nowhere now. */
export type DocumentPlace =
  | ({ kind: 'setup'; verificationId: null; since: null } & Accepted)
  | ({ kind: 'answer'; verificationId: string; since: Date | null } & Accepted)
  | { kind: 'closed' }

/** `application`: the one that the documents are for; null for the one that the partner asks about. */
type Wanted = { organizationId: string; application: string | null; now: Date; lock: 'lock' | 'look' }

/**
 * As its partner sees it: a decision that may still be undone changes nothing yet. Null when there is no such organization, or no such
 * application of it.
 * `lock` keeps it as it is until the transaction ends.
 */
export async function placeOfDocuments(
  queries: Queries,
  { organizationId, application: named, now, lock }: Wanted,
): Promise<DocumentPlace | null> {
  const stored = await findOrganizationWithDocuments(queries, organizationId, lock)
  if (!stored) return null
  if (isFrozen(stored.status)) return { kind: 'closed' }
  const { before, application } = await findCurrentForApplicant(queries, organizationId, now, named)
  if (named !== null && !application) return null
  const { status } = before?.organizationBefore(stored) ?? stored
  if (isInSetup(status))
    return { kind: 'setup', verificationId: null, since: null, types: DOCUMENT_TYPES, removable: REMOVABLE_IN_SETUP }
  if (!application || WAITS_FOR[application.status] !== 'applicant') return { kind: 'closed' }
  const types = await askedTypes(queries, organizationId, application)
  if (types.length === 0) return { kind: 'closed' }
  const { id: verificationId, waitingSince: since } = application
  return { kind: 'answer', verificationId, since, types, removable: ['pending'] }
}

/** The types of documents that answer what is asked for: any, where that is said in words. What lost its file is asked for too. */
async function askedTypes(
  queries: Queries,
  organizationId: string,
  application: Parameters<typeof findAsked>[1],
): Promise<readonly DocumentType[]> {
  const documents = await selectDocumentsOf(queries, organizationId, application.id)
  const asked = await findAsked(queries, application, documents)
  if (asked.some(({ place }) => place.kind === 'words')) return DOCUMENT_TYPES
  const wanted = [
    ...asked.flatMap(({ place }) => (place.kind === 'document' ? [place.type] : [])),
    ...documents.filter(hasLostFile).map(({ type }) => type),
  ]
  return DOCUMENT_TYPES.filter((type) => wanted.includes(type))
}

/** Where documents may be added now, and what is there already; null when it is not the holder's organization or application. */
export async function findOwnDocuments(
  { db, now, scanner }: Pick<Services, 'db' | 'now' | 'scanner'>,
  permit: Permit<'setup.own'>,
  organizationId: string,
  application: string | null,
) {
  if (!isOwnOrganization(permit, organizationId)) return null
  const place = await placeOfDocuments(db, { organizationId, application, now: now(), lock: 'look' })
  if (!place) return null
  const documents = place.kind === 'closed' ? [] : await selectDocumentsOf(db, organizationId, place.verificationId)
  const isOpen = ({ type, status, uploadedAt }: Pick<OwnDocumentRow, 'type' | 'status' | 'uploadedAt'>) =>
    place.kind !== 'closed' &&
    place.types.includes(type) &&
    place.removable.includes(status) &&
    (place.since === null || uploadedAt >= place.since)
  return {
    place,
    documents: withFileStates(documents, scanner !== null).map((document) => ({
      ...document,
      isReplaceable: true,
      isRemovable: document.fileState === 'infected' || isOpen(document),
    })),
  }
}
