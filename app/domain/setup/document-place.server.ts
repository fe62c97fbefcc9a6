import { findOrganizationWithDocuments, selectDocumentsOf } from '../../db/documents/documents'
import type { Queries } from '../../db/engine/database'
import type { Services } from '../../services.server'
import { DOCUMENT_TYPES, WAITS_FOR, type DocumentType } from '../../vocabulary'
import type { Permit } from '../access'
import { isOwn } from '../documents/own-organization'
import { hasLostFile, withFileStates } from '../files/file-state'
import { isFrozen } from '../organizations/status/organization-status'
import { findCurrentForApplicant } from './current-application.server'
import { isInSetup } from './setup-steps'
import { findAsked } from './verification-status.server'

/**
 * Where new documents of an organization go: to the setup, to the application that waits for an answer, or nowhere now. Only
 * those of its types are added or taken back there.
 */
export type DocumentPlace =
  | { kind: 'setup'; verificationId: null; since: null; types: readonly DocumentType[] }
  | { kind: 'answer'; verificationId: string; since: Date | null; types: readonly DocumentType[] }
  | { kind: 'closed' }

type Wanted = { organizationId: string; now: Date; lock: 'lock' | 'look' }

/**
 * As its partner sees it: a decision that may still be undone changes nothing yet. Null when there is no such organization.
 * `lock` keeps it as it is until the transaction ends.
 */
export async function placeOfDocuments(
  queries: Queries,
  { organizationId, now, lock }: Wanted,
): Promise<DocumentPlace | null> {
  const stored = await findOrganizationWithDocuments(queries, organizationId, lock)
  if (!stored) return null
  if (isFrozen(stored.status)) return { kind: 'closed' }
  const { before, application } = await findCurrentForApplicant(queries, organizationId, now)
  const { status } = before?.organizationBefore(stored) ?? stored
  if (isInSetup(status)) return { kind: 'setup', verificationId: null, since: null, types: DOCUMENT_TYPES }
  if (!application || WAITS_FOR[application.status] !== 'applicant') return { kind: 'closed' }
  const types = await askedTypes(queries, organizationId, application)
  if (types.length === 0) return { kind: 'closed' }
  return { kind: 'answer', verificationId: application.id, since: application.waitingSince, types }
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

/** Where documents may be added now, and what is there already; null when it is not the holder's organization. */
export async function findOwnDocuments(
  { db, now, scanner }: Pick<Services, 'db' | 'now' | 'scanner'>,
  permit: Permit<'setup.own'>,
  organizationId: string,
) {
  if (!isOwn(permit, organizationId)) return null
  const place = await placeOfDocuments(db, { organizationId, now: now(), lock: 'look' })
  if (!place) return null
  const documents = place.kind === 'closed' ? [] : await selectDocumentsOf(db, organizationId, place.verificationId)
  const isOpen = ({ type, uploadedAt }: { type: DocumentType; uploadedAt: Date }) =>
    place.kind !== 'closed' && place.types.includes(type) && (place.since === null || uploadedAt >= place.since)
  return {
    place,
    documents: withFileStates(documents, scanner !== null).map((document) => ({
      ...document,
      isReplaceable: true,
      isRemovable: document.fileState === 'infected' || (document.status === 'pending' && isOpen(document)),
    })),
  }
}
