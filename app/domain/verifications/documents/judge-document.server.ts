import type { Queries } from '../../../db/engine/database'
import { findApplicationDocument, selectApplicationDocuments } from '../../../db/verifications/verifications'
import type { Services } from '../../../services.server'
import { LANGUAGES, type DocumentStatus } from '../../../vocabulary'
import type { Permit } from '../../access'
import {
  judgeDocument,
  findOrganizationDocumentToJudge,
  type DocumentIds,
  type VerdictConflict,
  type ReasonOrigin,
} from '../../organizations/judge-document.server'
import { done, missing, type Outcome } from '../../outcome'
import { nextDocument } from './application-documents'
import { findOrigins } from '../requested-items/requested-items.server'
import { translateText } from '../templates/template-text.server'
import { isUuid } from '../../../uuid'

type ApplicationDocumentIds = {
  verificationId: string
  documentId: string
  /** True on pages of mode change requests, where documents of other types do not exist. */
  mustBeModeChange: boolean
}

/** A document to judge; null when the application has no such document. */
export async function findApplicationDocumentToJudge(
  { db }: Pick<Services, 'db'>,
  _permit: Permit<'organizations.edit'>,
  { verificationId, documentId, mustBeModeChange }: ApplicationDocumentIds,
) {
  if (!isUuid(verificationId) || !isUuid(documentId)) return null
  const document = await findApplicationDocument(db, verificationId, documentId)
  return document && mustBeModeChange && document.verificationType !== 'operation_mode_change' ? null : document
}

/** `template`: the template that the reason may have been filled in from. */
type Verdict = { status: 'verified' } | { status: 'rejected'; reason: string; template?: string | null }

/** Judges a document of an application and returns the next one to read. Refusals as for `judgeDocument`. */
export async function judgeApplicationDocument(
  services: Services,
  permit: Permit<'organizations.edit'>,
  target: ApplicationDocumentIds & { seen: DocumentStatus | null; requestId: string },
  verdict: Verdict,
): Promise<Outcome<{ fileName: string; nextId: string }, VerdictConflict>> {
  const document = await findApplicationDocumentToJudge(services, permit, target)
  if (!document) return missing
  const { documentId, seen, requestId } = target
  const at = { organizationId: document.organizationId, documentId, seen, requestId }
  const outcome = await judgeOrganizationDocument(services, permit, at, verdict)
  if (outcome.kind !== 'done') return outcome
  const documents = await selectApplicationDocuments(services.db, target.verificationId)
  return done({ fileName: document.fileName, nextId: nextDocument(documents, documentId)?.id ?? documentId })
}

/** Judges a document of an organization; finds the template that the reason came from. Refusals as for `judgeDocument`. */
export async function judgeOrganizationDocument(
  services: Services,
  permit: Permit<'organizations.edit'>,
  target: DocumentIds & { seen: DocumentStatus | null; requestId: string },
  verdict: Verdict,
): Promise<Outcome<void, VerdictConflict>> {
  if (verdict.status === 'verified') return judgeDocument(services, permit, target, verdict)
  const document = await findOrganizationDocumentToJudge(services, permit, target)
  if (!document) return missing
  const { documentId } = target
  const { verificationId } = document
  const origin = verificationId ? await originOfReason(services.db, { verificationId, documentId }, verdict) : null
  return judgeDocument(services, permit, target, { ...verdict, origin })
}

async function originOfReason(
  queries: Queries,
  { verificationId, documentId }: Pick<ApplicationDocumentIds, 'verificationId' | 'documentId'>,
  { reason, template }: { reason: string; template?: string | null },
): Promise<ReasonOrigin | null> {
  const [origin] = await findOrigins(queries, verificationId, [{ text: reason, template, about: documentId }])
  if (!origin?.templateId) return null
  const inEach = LANGUAGES.map((language) => [language, translateText(language, reason, origin)])
  return { templateId: origin.templateId, texts: Object.fromEntries(inEach) as ReasonOrigin['texts'] }
}
