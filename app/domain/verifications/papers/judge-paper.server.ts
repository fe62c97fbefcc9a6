import type { Queries } from '../../../db/engine/database'
import { findPaper, listDocuments } from '../../../db/verifications/verifications'
import type { Services } from '../../../services.server'
import { LANGUAGES, type DocumentStatus } from '../../../vocabulary'
import type { Permit } from '../../access'
import {
  checkDocument,
  findDocumentToCheck,
  type DocumentPlace,
  type NotJudged,
  type ReasonOrigin,
} from '../../organizations/check-document.server'
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
  const at = { organizationId: paper.organizationId, documentId, seen, requestId }
  const outcome = await judgeDocument(services, permit, at, verdict)
  if (outcome.kind !== 'done') return outcome
  const papers = await listDocuments(services.db, place.verificationId)
  return done({ fileName: paper.fileName, nextId: nextPaper(papers, documentId)?.id ?? documentId })
}

/** A verdict on a document of an organization, whose reason may be a template's: refusals as of `checkDocument`. */
export async function judgeDocument(
  services: Services,
  permit: Permit<'organizations.edit'>,
  place: DocumentPlace & { seen: DocumentStatus | null; requestId: string },
  verdict: Verdict,
): Promise<Outcome<void, NotJudged>> {
  if (verdict.status === 'verified') return checkDocument(services, permit, place, verdict)
  const document = await findDocumentToCheck(services, permit, place)
  if (!document) return missing
  const { documentId } = place
  const { verificationId } = document
  const origin = verificationId ? await originOfReason(services.db, { verificationId, documentId }, verdict) : null
  return checkDocument(services, permit, place, { ...verdict, origin })
}

async function originOfReason(
  queries: Queries,
  { verificationId, documentId }: Pick<PaperPlace, 'verificationId' | 'documentId'>,
  { reason, template }: { reason: string; template?: string | null },
): Promise<ReasonOrigin | null> {
  const [origin] = await findOrigins(queries, verificationId, [{ text: reason, template, about: documentId }])
  if (!origin?.templateId) return null
  const words = await speakerOf(queries, [{ text: reason, origin }])
  const inEach = LANGUAGES.map((language) => [language, words(language)[0] ?? reason])
  return { templateId: origin.templateId, words: Object.fromEntries(inEach) as ReasonOrigin['words'] }
}
