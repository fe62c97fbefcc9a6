import type { Queries } from '../../../db/engine/database'
import { findPaper, listDocuments } from '../../../db/verifications/verifications'
import type { Services } from '../../../services.server'
import { LANGUAGES, type DocumentStatus } from '../../../vocabulary'
import type { Permit } from '../../access'
import { checkDocument, type NotJudged, type ReasonOrigin } from '../../organizations/check-document.server'
import { done, missing, type Outcome } from '../../outcome'
import { nextPaper } from './papers'
import { findOrigins, speakerOf } from '../requested-items/requested-items.server'
import { isVerificationId } from '../queue/verification-list'

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

/** A rejection says which template its reason may have been filled in from. */
type Verdict = { status: 'verified' } | { status: 'rejected'; reason: string; template?: string | null }

/** A verdict on a paper, and the one to be read next: refusals as of `checkDocument`. */
export async function judgePaper(
  services: Services,
  permit: Permit<'organizations.edit'>,
  place: PaperPlace & { seen: DocumentStatus | null; requestId: string },
  verdict: Verdict,
): Promise<Outcome<{ fileName: string; nextId: string }, NotJudged>> {
  const paper = await findPaperToJudge(services, permit, place)
  if (!paper) return missing
  const { documentId, seen, requestId } = place
  const outcome = await checkDocument(
    services,
    permit,
    { organizationId: paper.organizationId, documentId, seen, requestId },
    verdict.status === 'rejected' ? { ...verdict, origin: await originOfReason(services.db, place, verdict) } : verdict,
  )
  if (outcome.kind !== 'done') return outcome
  const papers = await listDocuments(services.db, place.verificationId)
  return done({ fileName: paper.fileName, nextId: nextPaper(papers, documentId)?.id ?? documentId })
}

async function originOfReason(
  queries: Queries,
  { verificationId, documentId }: PaperPlace,
  { reason, template }: { reason: string; template?: string | null },
): Promise<ReasonOrigin | null> {
  const [origin] = await findOrigins(queries, verificationId, [{ text: reason, template, about: documentId }])
  if (!origin?.templateId) return null
  const words = await speakerOf(queries, [{ text: reason, origin }])
  const inEach = LANGUAGES.map((language) => [language, words(language)[0] ?? reason])
  return { templateId: origin.templateId, words: Object.fromEntries(inEach) as ReasonOrigin['words'] }
}
