import { findPaper, listDocuments } from '../../db/verifications/verifications'
import type { Services } from '../../services.server'
import type { DocumentStatus } from '../../vocabulary'
import type { Permit } from '../access'
import { checkDocument, type Judgement, type NotJudged } from '../organizations/check-document.server'
import { done, missing, type Outcome } from '../outcome'
import { nextPaper } from './papers'
import { isVerificationId } from './verification-list'

export type PaperPlace = {
  verificationId: string
  documentId: string
  /** True at an address of mode change requests: papers of other types are not there. */
  mustBeModeChange: boolean
}

/** A paper where it is read; null when the verification has no such paper. */
export async function findPaperToJudge(
  { db }: Pick<Services, 'db'>,
  _permit: Permit<'organizations.edit'>,
  { verificationId, documentId, mustBeModeChange }: PaperPlace,
) {
  if (!isVerificationId(verificationId) || !isVerificationId(documentId)) return null
  const paper = await findPaper(db, verificationId, documentId)
  return paper && mustBeModeChange && paper.verificationType !== 'operation_mode_change' ? null : paper
}

/** A verdict on a paper, and the one to be read next: refusals as of `checkDocument`. */
export async function judgePaper(
  services: Services,
  permit: Permit<'organizations.edit'>,
  place: PaperPlace & { seen: DocumentStatus | null; requestId: string },
  judgement: Judgement,
): Promise<Outcome<{ fileName: string; nextId: string }, NotJudged>> {
  const paper = await findPaperToJudge(services, permit, place)
  if (!paper) return missing
  const { documentId, seen, requestId } = place
  const outcome = await checkDocument(
    services,
    permit,
    { organizationId: paper.organizationId, documentId, seen, requestId },
    judgement,
  )
  if (outcome.kind !== 'done') return outcome
  const papers = await listDocuments(services.db, place.verificationId)
  return done({ fileName: paper.fileName, nextId: nextPaper(papers, documentId)?.id ?? documentId })
}
