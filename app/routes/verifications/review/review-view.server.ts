import { href } from 'react-router'
import { can, hasConflictOfInterest, rolesThatMay, type Actor } from '../../../domain/access'
import { rejectionIn } from '../../../domain/documents/rejection'
import { formatPhone } from '../../../domain/phones/phone.server'
import { isUndone } from '../../../domain/verifications/applicant-history'
import { firstDocument } from '../../../domain/verifications/documents/application-documents'
import { permissionFor } from '../../../domain/verifications/verification-actions'
import {
  rejectedIn,
  translateAsked,
  translateEvent,
} from '../../../domain/verifications/requested-items/requested-items.server'
import type { UnderReview } from '../../../domain/verifications/verification-detail.server'
import {
  verificationList,
  type VerificationListState,
  verificationPath,
} from '../../../domain/verifications/queue/verification-list'
import { formatAge, formatBytes, formatCountry, formatDate, formatDuration } from '../../../i18n/format'
import { relativeMoment } from '../../../i18n/moment'
import { searchWith } from '../addresses'
import type { HistoryEvent, Role, TimelineEvent } from '../../../vocabulary'
import { dueView } from '../due.server'
import { reservationSentence } from '../reservation.server'
import type { Reader } from '../../../i18n/reader'
import { comparisonView } from './facts/comparison-view.server'
import { claimView } from './claim-view.server'
import { preparedView } from '../decisions/prepared-view.server'

/** The person's current role; null when that role cannot do such actions, so they had another one then. */
const roleBeside = ({ event, actorRole }: { event: HistoryEvent; actorRole: Role | null }): Role | null =>
  actorRole && !isOfApplicant(event) && rolesThatMay('verifications.review').includes(actorRole) ? actorRole : null

const isOfApplicant = (event: HistoryEvent) => event === 'submitted' || event === 'resubmitted'

type Asked = { state: VerificationListState; actor: Actor }

/** Returns the review page in words and links, for one reader. */
export function reviewView(found: UnderReview, { state, actor }: Asked, reader: Reader) {
  const { verification, organization, queue } = found
  const { language, timeZone, now } = reader
  const moment = (at: Date) => relativeMoment(at, now, language, timeZone)
  const path = verificationPath(verification)
  const search = verificationList.search(state)
  const optionalMoment = (at: Date | null) => at && moment(at)
  const timeline = found.timeline.map((event) => translateEvent(language, event, found.items))
  const noteOf = (event: TimelineEvent, text: string | null) =>
    text && (timeline.find((one) => one.event === event)?.note ?? text)
  const askedAt = found.timeline.find(
    ({ event }, index, history) => event === 'info_requested' && !isUndone(history, index),
  )?.at
  const isDecided = verification.reviewedAt !== null
  const mayJudge = can(actor, 'organizations.edit') && !isDecided && !hasConflictOfInterest(actor, verification)
  const isNew = (uploadedAt: Date) => askedAt !== undefined && uploadedAt > askedAt
  const documents = found.documents?.map((document) => {
    const at = { id: verification.id, documentId: document.id }
    const file = href('/verifications/:id/documents/:documentId', at)
    const isPicture = document.mediaType.startsWith('image/')
    return {
      id: document.id,
      type: document.type,
      fileName: document.fileName,
      isPicture,
      fileState: document.fileState,
      status: document.status,
      rejectionReason: rejectionIn(language, document),
      judged: document.reviewedAt && { at: moment(document.reviewedAt), by: document.reviewerName },
      size: formatBytes(document.sizeBytes, language),
      uploaded: moment(document.uploadedAt),
      file,
      /** The address of what is shown: the picture itself, or its pages as the server draws them. */
      shown: isPicture ? file : href('/verifications/:id/documents/:documentId/pages', at),
      isNew: isNew(document.uploadedAt),
      requestsBefore: document.requestsBefore,
      isReplaced: document.isReplaced,
      isToVerify: document.isToVerify,
      mayJudge: mayJudge && !document.isReplaced,
      isOpened: document.openedAt !== null,
      openHref: path + searchWith(search, { document: document.id }) + '#document',
    }
  })
  const rejections = (found.documents ?? []).flatMap((document) =>
    document.status === 'rejected' && document.reviewedAt
      ? {
          key: document.id,
          event: 'document_rejected' as const,
          fileName: document.fileName,
          at: document.reviewedAt,
          actorName: document.reviewerName,
          actorRole: null,
          note: rejectionIn(language, document),
          items: [],
          news: null,
        }
      : [],
  )
  return {
    path,
    search,
    listHref: verificationList.href(state),
    id: verification.id,
    type: verification.type,
    status: verification.status,
    submitted: moment(verification.submittedAt),
    due: dueView(verification, reader),
    submitterName: found.submitterName,
    reviewed: optionalMoment(verification.reviewedAt),
    reviewerName: found.reviewerName,
    keptFor: reservationSentence(found.claim.reserved, language),
    age: isDecided ? null : formatAge(now.getTime() - verification.submittedAt.getTime(), language),
    waited: verification.waitedForApplicantMs > 0 ? formatDuration(verification.waitedForApplicantMs, language) : null,
    reviewNotes: verification.reviewNotes,
    rejectionReason: noteOf('rejected', verification.rejectionReason),
    requestedChanges: translateAsked(language, found.items, verification.requestedChanges),
    modes:
      verification.currentMode && verification.requestedMode
        ? { current: verification.currentMode, requested: verification.requestedMode, reason: verification.modeReason }
        : null,
    organization: {
      href: href('/organizations/:id', { id: organization.id }),
      name: organization.name,
      legalName: organization.legalName,
      registrationNumber: organization.registrationNumber,
      country: formatCountry(organization.country, language),
      operationMode: organization.operationMode,
      status: organization.status,
      isTrial: organization.isTrial,
      address: organization.address,
      created: moment(organization.createdAt),
      contacts: found.contacts && { ...found.contacts, phone: formatPhone(found.contacts.phone) },
    },
    documents: documents ?? null,
    documentsErased: verification.documentsErasedAt && formatDate(verification.documentsErasedAt, language, timeZone),
    firstDocumentId: firstDocument(documents ?? [])?.id ?? null,
    timeline: [
      ...timeline.map((event) => ({
        ...event,
        key: String(event.version),
        fileName: null,
        actorRole: roleBeside(event),
      })),
      ...rejections,
    ]
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
      .map((entry) => ({ ...entry, at: moment(entry.at) })),
    changed: found.changed && {
      asked: found.changed.asked,
      answer: found.changed.answer,
      answers: found.changed.answers,
      newDocuments:
        found.changed.newDocuments?.map(({ id, fileName }) => ({
          fileName,
          openHref: path + searchWith(search, { document: id }) + '#document',
        })) ?? null,
    },
    comparison:
      found.comparison &&
      comparisonView(found.comparison, {
        language,
        openHref: (id, beside) => path + searchWith(search, { document: id, beside: beside ?? null }) + '#document',
      }),
    previousDecisions: found.previousDecisions.map((decision) => ({
      id: decision.id,
      href: verificationPath(decision),
      type: decision.type,
      status: decision.status,
      reviewed: optionalMoment(decision.reviewedAt),
      reviewerName: decision.reviewerName,
      reason: rejectedIn(language, decision),
    })),
    queue: {
      position: queue.position,
      total: queue.total,
      previousHref: queue.previous && verificationPath(queue.previous) + search,
      nextHref: queue.next && verificationPath(queue.next) + search,
    },
    withApplicant: verification.status === 'need_more_info' && askedAt ? moment(askedAt) : null,
    actions: found.actions,
    prepared: preparedView(found, actor),
    voidedOf: found.voidedOf,
    claim: claimView(found, actor, reader),
    whyNoAction: whyNoAction(found, actor),
    missing: found.missing,
    mayJudge,
    hasRejectedDocument: found.hasRejectedDocument,
  }
}

export type ReviewView = ReturnType<typeof reviewView>

function whyNoAction(
  { verification, actions }: UnderReview,
  actor: Actor,
): 'role' | 'admin' | 'own' | 'decided' | null {
  if (verification.reviewedAt !== null) return 'decided'
  if (actions.length > 0) return null
  if (permissionFor(actor, verification, 'reject') === 'conflict-of-interest') return 'own'
  return can(actor, 'verifications.review') ? 'admin' : 'role'
}
