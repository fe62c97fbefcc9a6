import {
  findApplication,
  findDocumentToJudge,
  writeVerdict,
  lockDocument,
} from '../../db/organizations/organization-changes'
import { isStillActive } from '../../db/users/user-changes'
import { recordTemplateUses } from '../../db/verifications/templates'
import type { Services } from '../../services.server'
import type { DocumentStatus, Language } from '../../vocabulary'
import { hasConflictOfInterest, type Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { isUuid } from '../../uuid'

export type DocumentIds = { organizationId: string; documentId: string }
/** The template that a reason was filled in from, and the reason in every language. */
export type ReasonOrigin = { templateId: string; texts: Record<Language, string> }
export type Judgement = { status: 'verified' } | { status: 'rejected'; reason: string; origin?: ReasonOrigin | null }

/** Why it was not judged: somebody judged it meanwhile, its application is approved, or the file held a virus. */
export type VerdictConflict = { because: 'stale' | 'approved' | 'infected'; status: DocumentStatus }

/** A document to be judged; null when the organization has no such document. */
export const findOrganizationDocumentToJudge = async (
  { db }: Pick<Services, 'db'>,
  _permit: Permit<'organizations.edit'>,
  ids: DocumentIds,
) => (areIds(ids) ? findDocumentToJudge(db, ids.organizationId, ids.documentId) : null)

/**
 * Verifies or rejects a document in the status that was seen, with its audit entry. Refusals: `missing`, `forbidden` for a document of the
 * actor's own application and for an actor suspended meanwhile, `unchanged` for the same verdict and reason, else `conflict`.
 */
export async function judgeDocument(
  services: Services,
  { actor }: Permit<'organizations.edit'>,
  target: DocumentIds & { seen: DocumentStatus | null; requestId: string },
  judgement: Judgement,
): Promise<Outcome<void, VerdictConflict>> {
  if (!areIds(target)) return missing
  const at = services.now()
  const { status } = judgement
  return services.db.transaction(async (tx): Promise<Outcome<void, VerdictConflict>> => {
    if (!(await isStillActive(tx, actor))) return forbidden
    const document = await lockDocument(tx, target.organizationId, target.documentId)
    if (!document) return missing
    const application = document.verificationId ? await findApplication(tx, document.verificationId) : null
    if (application && hasConflictOfInterest(actor, application)) return forbidden
    const reason = judgement.status === 'rejected' ? judgement.reason : null
    if (document.status === status && (reason === null || reason === document.rejectionReason)) return unchanged
    if (status === 'verified' && document.scanState === 'infected')
      return conflict({ because: 'infected', status: document.status })
    // Checked before `seen`: the approval verified the document too, and looking at it again would not help.
    if (status === 'rejected' && application?.status === 'approved')
      return conflict({ because: 'approved', status: document.status })
    if (document.status !== target.seen) return conflict({ because: 'stale', status: document.status })
    const origin = (judgement.status === 'rejected' && judgement.origin) || null
    await writeVerdict(tx, document.id, {
      status,
      rejectionReason: reason,
      rejectionTemplateId: origin?.templateId ?? null,
      rejectionTexts: origin?.texts ?? null,
      reviewedBy: actor.id,
      reviewedAt: at,
    })
    if (origin) await recordTemplateUses(tx, [origin.templateId], at)
    await recordAudit(tx, {
      at,
      actor,
      action: status === 'verified' ? 'document.verify' : 'document.reject',
      objectType: 'organization',
      objectId: target.organizationId,
      before: { document: document.id, status: document.status },
      after: { document: document.id, type: document.type, status },
      reason: reason ?? undefined,
      requestId: target.requestId,
    })
    return done(undefined)
  })
}

const areIds = ({ organizationId, documentId }: DocumentIds) => isUuid(organizationId) && isUuid(documentId)
