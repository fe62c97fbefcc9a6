import { findOrganizationWithDocuments, selectDocumentsOf } from '../../db/documents/documents'
import type { Queries } from '../../db/engine/database'
import type { Services } from '../../services.server'
import { WAITS_FOR } from '../../vocabulary'
import type { Permit } from '../access'
import { isOwn } from '../documents/own-organization'
import { withFileStates } from '../files/file-state'
import { isFrozen } from '../organizations/organization-status'
import { findCurrentAsSeen } from './current-application.server'
import { isInSetup } from './setup-steps'

/** Where new documents of an organization go: to the setup, to the application that waits for an answer, or nowhere now. */
export type DocumentPlace =
  | { kind: 'setup'; verificationId: null; since: null }
  | { kind: 'answer'; verificationId: string; since: Date | null }
  | { kind: 'closed' }

type Asked = { organizationId: string; now: Date; lock: 'lock' | 'look' }

/**
 * As its partner sees it: a decision that may still be undone changes nothing yet. Null when there is no such organization.
 * `lock` keeps it as it is until the transaction ends.
 */
export async function placeOfDocuments(
  queries: Queries,
  { organizationId, now, lock }: Asked,
): Promise<DocumentPlace | null> {
  const stored = await findOrganizationWithDocuments(queries, organizationId, lock)
  if (!stored) return null
  if (isFrozen(stored.status)) return { kind: 'closed' }
  const { before, application } = await findCurrentAsSeen(queries, organizationId, now)
  const { status } = before?.organizationBefore(stored) ?? stored
  if (isInSetup(status)) return { kind: 'setup', verificationId: null, since: null }
  if (!application || WAITS_FOR[application.status] !== 'applicant') return { kind: 'closed' }
  return { kind: 'answer', verificationId: application.id, since: application.waitingSince }
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
  const isRecent = (at: Date) => place.kind !== 'answer' || place.since === null || at >= place.since
  return {
    place,
    documents: withFileStates(documents, scanner !== null).map((document) => ({
      ...document,
      isRemovable:
        document.fileState === 'infected' || (document.status === 'pending' && isRecent(document.uploadedAt)),
    })),
  }
}
