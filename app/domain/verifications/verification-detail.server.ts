import { findDocumentFile, findVerification } from '../../db/verifications/verifications'
import type { Services } from '../../services.server'
import { can, type Permit } from '../access'
import { findDependence } from '../independent-people.server'
import { withFileStates } from '../files/file-state'
import { recordReading } from '../documents/record-reading.server'
import { limitTransfer, openDocument, readWhole } from '../documents/open-document.server'
import { takeTransfer } from '../documents/transfer.server'
import { claimOf, viewingAt } from './claims/claim'
import { missingForApproval } from './decisions/decision'
import type { VerificationListState } from './queue/verification-list'
import {
  documentsBlockingApproval,
  documentsToOpen,
  documentsToVerify,
  unopenedBy,
  withoutReplaced,
} from './documents/application-documents'
import { allowedActions, typesToDecide } from './verification-actions'
import { findPositionInQueue } from './queue/verification-queue.server'
import { compareSent } from './comparison/comparison.server'
import { whatChanged } from './comparison/what-changed'
import { isUuid } from '../../uuid'

/**
 * Everything on the review page; null when the application does not exist. Documents and contacts are read only for people who may see
 * them; for others everything that depends on documents is null or empty.
 */
export async function findForReview(
  services: Services,
  permit: Permit<'verifications.read'>,
  { id, state }: { id: string; state: VerificationListState },
) {
  if (!isUuid(id)) return null
  const { actor } = permit
  const mayReadDocuments = can(actor, 'documents.read')
  const mayReadContacts = can(actor, 'contacts.read')
  const now = services.now()
  const found = await findVerification(services.db, id, {
    contacts: mayReadContacts,
    documents: mayReadDocuments,
    viewing: viewingAt(now),
  })
  if (!found) return null
  const { organization, timeline, previousDecisions, documents = [] } = found
  const verification = { ...found.verification, people: found.people }
  const { vote } = found
  const prepared = vote?.isVoid ? null : vote
  const key = { ...verification, isPrepared: prepared !== null }
  const people = prepared && prepared.actorId !== actor.id && { firstId: prepared.actorId, secondId: actor.id }
  const queue = await findPositionInQueue(services, permit, state, key)
  const changed = whatChanged(timeline, documents)
  const { items, stored, submissions } = found
  const inTheWay = documentsBlockingApproval(documents)
  const [current, toVerify] = [withoutReplaced(documents), documentsToVerify(documents)]
  const told = documents.map((one) => ({
    ...one,
    isReplaced: !current.includes(one),
    isToVerify: toVerify.includes(one),
  }))
  const compare = { verification, items, documents, stored, submissions, mayReadDocuments, mayReadContacts }
  return {
    verification,
    organization,
    contacts: found.contacts ?? null,
    submitterName: found.submitterName,
    reviewerName: found.reviewerName,
    prepared,
    dependence: people ? await findDependence(services.db, services, people) : null,
    ...(mayReadDocuments ? unopenedBy(documents, found.mustOpen ?? false) : { unopened: [], mustOpen: false }),
    voidedOf: vote?.isVoid && verification.people > 1 ? vote.actorName : null,
    claim: claimOf({ ...found, verification }, actor.id, now),
    documents: mayReadDocuments ? withFileStates(told, services.scanner !== null) : null,
    timeline,
    items,
    comparison: compareSent(compare),
    previousDecisions,
    queue,
    actions: allowedActions(actor, verification),
    hasRejectedDocument: inTheWay.length > 0,
    missing: mayReadDocuments
      ? missingForApproval(verification, organization, inTheWay, {
          mayDecide: typesToDecide(actor).includes(verification.type),
          toOpen: found.mustOpen ? documentsToOpen(documents).length : 0,
        })
      : null,
    changed: changed && { ...changed, newDocuments: mayReadDocuments ? changed.newDocuments : null },
  }
}

export type UnderReview = NonNullable<Awaited<ReturnType<typeof findForReview>>>

type DocumentAsked = { verificationId: string; documentId: string; requestId: string; isHead: boolean }
type PagesAsked = DocumentAsked & { wanted: 'pages' | 'thumbnail' | 'count'; from: number }

/** The file of an application's document, or `TooMuch`; null when there is no such document or its file is gone. */
export async function readDocument(
  services: Services,
  permit: Permit<'documents.read'>,
  { verificationId, documentId, requestId, isHead }: DocumentAsked,
) {
  if (!isUuid(verificationId) || !isUuid(documentId)) return null
  const found = await findDocumentFile(services.db, verificationId, documentId)
  const file = await openDocument(services, found)
  if (!found || !file) return null
  const isOpening = found.openedAt === null
  return limitTransfer(services, permit.actor, file, () =>
    recordReading(services, permit, { documentId, requestId, isHead, isOpening }),
  )
}

/** How many pages are drawn at once, and the size of a page. */
const PAGES = { atMost: 5, widthPx: 1240, heightMaxPx: 12_000 }
const THUMBNAIL = { atMost: 1, widthPx: 96, heightMaxPx: 400 }

/**
 * Pages of an application's document as a picture, starting at page `from`, counted from 0. Null when it cannot be drawn, or `TooMuch`;
 * neither is recorded as reading. Nor is a thumbnail, which is too small to read, or a picture made only to `count` the pages.
 */
export async function drawDocument(
  services: Services,
  permit: Permit<'documents.read'>,
  { verificationId, documentId, requestId, isHead, wanted, from }: PagesAsked,
) {
  if (!isUuid(verificationId) || !isUuid(documentId)) return null
  const found = await findDocumentFile(services.db, verificationId, documentId)
  if (found?.mediaType !== 'application/pdf') return null
  const file = await openDocument(services, found)
  if (!file?.isForView) {
    await file?.content.cancel()
    return null
  }
  let isRead = false
  const asked = { group: verificationId, from, ...(wanted === 'thumbnail' ? THUMBNAIL : PAGES) }
  const read = () => {
    isRead = true
    return readWhole(file.content)
  }
  const drawn = await services.pages.draw(found.storageKey, asked, read).finally(async () => {
    if (!isRead) await file.content.cancel()
  })
  if (drawn === null) return null
  const waitMs = takeTransfer(services, permit.actor, wanted === 'count' ? 0 : drawn.picture.byteLength)
  if (waitMs > 0) return { waitMs }
  const isOpening = found.openedAt === null
  if (wanted === 'pages') await recordReading(services, permit, { documentId, requestId, isHead, isOpening })
  return drawn
}
