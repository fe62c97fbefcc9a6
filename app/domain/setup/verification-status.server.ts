import { selectDocumentsOf } from '../../db/documents/documents'
import { findForSetup } from '../../db/organizations/stored-setup'
import { listOtherApplications } from '../../db/setup'
import { selectRequestedItems, type RequestedItemRow } from '../../db/verifications/requested-items'
import { selectDecidedByTwo } from '../../db/verifications/review-people'
import { selectTimeline } from '../../db/verifications/verifications'
import type { Queries } from '../../db/engine/database'
import type { Services } from '../../services.server'
import type { DocumentStatus, ScanState, VerificationType } from '../../vocabulary'
import { can, type Permit } from '../access'
import { hasLostFile, withFileStates } from '../files/file-state'
import { isReplaceable } from '../documents/document-input'
import { isOwnOrganization } from '../documents/own-organization'
import { applicantHistory } from '../verifications/applicant-history'
import { withProposal } from '../verifications/comparison/proposals'
import { findProposal } from '../verifications/comparison/submissions.server'
import { decidingType, readTarget } from '../verifications/requested-items/items'
import { askedNow } from '../verifications/requested-items/requested-items.server'
import { placesOf, type AnswerPlace } from './answers/asked-items'
import { findCurrentForApplicant } from './current-application.server'
import { isInSetup } from './setup-steps'
import { isUuid } from '../../uuid'

/** One thing that is asked for: `row` where it was kept, and the documents that came for it since. */
export type AskedItem = {
  id: string | null
  text: string
  row: RequestedItemRow | null
  place: AnswerPlace
  documents: SentDocument[]
}

type SentDocument = { id: string; type: string; fileName: string; uploadedAt: Date; status: DocumentStatus }

type KeptDocument = SentDocument & { scanState: ScanState; fileMissingSince: Date | null }

type Application = {
  id: string
  type: VerificationType
  requestedChanges: string[]
  waitingSince: Date | null
}

type Needs = Pick<Services, 'db' | 'now' | 'scanner'>

/** The holder's organization and the application it asks about, if there is one; null when it is not theirs, or none is the named one. */
export const findVerificationStatus = async (
  services: Needs,
  permit: Permit<'setup.own'>,
  organizationId: string,
  named: string | null = null,
) => (isOwnOrganization(permit, organizationId) ? statusOf(services, organizationId, named) : null)

/** Any organization with what its application asks for, as the partner sees it, for staff. Without documents for those who may not read them. */
export async function findStatusForStaff(
  services: Needs,
  { actor }: Permit<'setup.read'>,
  organizationId: string,
  named: string | null,
) {
  const found = isUuid(organizationId) ? await statusOf(services, organizationId, named) : null
  if (!found?.application || can(actor, 'documents.read')) return found
  const asked = found.application.asked.map((item) => ({ ...item, documents: [] }))
  return { ...found, application: { ...found.application, asked, documents: [] } }
}

async function statusOf({ db, now, scanner }: Needs, organizationId: string, named: string | null) {
  const stored = await findForSetup(db, organizationId)
  if (!stored) return null
  const { before, application } = await findCurrentForApplicant(db, organizationId, now(), named)
  if (named !== null && !application) return null
  const organization = before?.organizationBefore(stored.organization) ?? stored.organization
  const base = { stored, organization, isInSetup: isInSetup(organization.status) }
  if (!application) return { ...base, application: null }
  const [rows, history, others] = await Promise.all([
    selectDocumentsOf(db, organizationId, application.id),
    selectTimeline(db, application.id),
    listOtherApplications(db, organizationId, application.id, before?.applications ?? []),
  ])
  const documents = before ? rows.map(before.documentBefore) : rows
  const timeline = applicantHistory(
    before ? history.filter((event) => !before.isUnknown(application.id, event)) : history,
  )
  return {
    ...base,
    stored: withProposal(application.type, stored, await findProposal(db, application)),
    application: {
      ...application,
      // A later one would tell that staff prepare something.
      version: timeline[0]?.version ?? application.version,
      documents: withFileStates(documents, scanner !== null).map((document) => ({
        ...document,
        isReplaceable: isReplaceable(application.status, organization.status),
      })),
      timeline,
      items: await selectRequestedItems(db, application.id),
      asked: await findAsked(db, application, documents),
      others,
    },
  }
}

export type VerificationStatusOf = NonNullable<Awaited<ReturnType<typeof statusOf>>>

/**
 * What an application is asked for now, and where each item is answered; what was asked in words alone is answered so, or by the
 * documents that came for nothing else, where it is the only such item. Once it is answered, the documents are those of the answer.
 */
export async function findAsked(
  queries: Queries,
  { id, type, requestedChanges, waitingSince }: Application,
  documents: readonly KeptDocument[],
): Promise<AskedItem[]> {
  const items = await selectRequestedItems(queries, id)
  const rows = askedNow(items, requestedChanges)
  const asked = rows.length > 0 ? rows : requestedChanges.map((text) => ({ text, target: null }))
  const deciders = asked.flatMap(({ target }) => decidingType(readTarget(target)) ?? [])
  const byTwo = deciders.length > 0 ? await selectDecidedByTwo(queries, deciders) : []
  const places = placesOf(
    asked,
    type,
    byTwo.map((one) => one.type),
  )
  const isOneInWords = places.filter(({ kind }) => kind === 'words').length === 1
  const answersAnother = (document: KeptDocument) =>
    places.some((place) => place.kind === 'document' && place.type === document.type) ||
    documents.some((lost) => hasLostFile(lost) && lost.type === document.type)
  return asked.map((item, index): AskedItem => {
    const place = places[index] ?? { kind: 'words', isGone: false }
    const row = 'id' in item ? item : null
    const isAnswer = ({ id: documentId, status, uploadedAt, ...file }: KeptDocument) =>
      waitingSince
        ? uploadedAt >= waitingSince && status !== 'rejected' && !hasLostFile(file)
        : row?.answer?.documentIds?.includes(documentId)
    return {
      id: row?.id ?? null,
      text: item.text,
      row,
      place,
      documents: documents.filter((document) => {
        if (place.kind === 'document') return document.type === place.type && isAnswer(document)
        return place.kind === 'words' && isOneInWords && row && !answersAnother(document) && isAnswer(document)
      }),
    }
  })
}
