import { findToDecide, type VerificationToDecide } from '../../../db/verifications/verification-decisions'
import { selectApplicationDocuments } from '../../../db/verifications/verifications'
import type { Services } from '../../../services.server'
import type { Permit } from '../../access'
import type { AuditEntry } from '../../audit/audit.server'
import { done, forbidden, missing } from '../../outcome'
import { carryOut, isHiddenFrom, type Decision } from './carry-out.server'
import { isHeldByOther, mayFinish, RESERVED_MS } from '../claims/claim'
import { waitEnded, type DecisionConflict, type DecisionTarget } from './decision'
import { conflictWithCurrent } from './decision-conflict.server'
import {
  answerInWords,
  findOrigins,
  saveRequestedItems,
  recordUses,
  OWN_WORDS,
  type NewItem,
  type Written,
} from '../requested-items/requested-items.server'
import { translateText } from '../templates/template-text.server'
import { documentsBlockingApproval, unopenedBy } from '../documents/application-documents'
import { needsSecond } from '../second-person/second-person'
import { saveSubmission } from '../comparison/submissions.server'
import type { Snapshot } from '../../organizations/snapshot'
import { permissionFor, ruleOf, type VerificationAction } from '../verification-actions'
import { isUuid } from '../../../uuid'

type Reviewing = Permit<'verifications.review'>

/**
 * What the form of a decision needs before it is drawn; `obstacle` says why the decision is not possible at present, `newer` what
 * has happened since the version that was `seen` when a kept text was written.
 * Refusals: `forbidden` by role or one's own application, `missing`.
 */
export async function findDecisionForm(
  services: Services,
  permit: Reviewing,
  action: VerificationAction,
  target: Pick<DecisionTarget, 'id' | 'mustBeModeChange'> & { seen?: string },
) {
  if (!isUuid(target.id)) return missing
  const verification = await findToDecide(services.db, target.id)
  if (!verification || isHiddenFrom(permit.actor, target, verification)) return missing
  const may = permissionFor(permit.actor, verification, action)
  if (may === 'role' || may === 'conflict-of-interest') return forbidden
  const { organizationName, type, requestedMode, version } = verification
  const current = async (...rest: [DecisionConflict['because'], DecisionConflict['documents']]) =>
    (await conflictWithCurrent(services.db, verification, ...rest)).now
  const needsDocuments = may === 'yes' && ruleOf(action).needs === 'no rejected document'
  const documents = needsDocuments ? await selectApplicationDocuments(services.db, verification.id) : []
  const rejected = documentsBlockingApproval(documents)
  const obstacle =
    may === 'state' ? await current('state', []) : rejected.length > 0 ? await current('document', rejected) : null
  const isOlder = target.seen !== undefined && target.seen !== String(version)
  const newer = isOlder && !obstacle ? await current('stale', []) : null
  const heldBy =
    isHeldByOther(verification, permit.actor.id) && ruleOf(action).isReview
      ? { name: verification.reviewerName ?? '', since: verification.claimedAt }
      : null
  const { unopened: unopenedDocuments, mustOpen } = unopenedBy(documents, verification.mustOpen)
  const unopened = unopenedDocuments.map(({ fileName }) => fileName)
  const isPreparing = needsSecond(verification, action)
  return done({
    organizationName,
    type,
    requestedMode,
    version,
    heldBy,
    obstacle,
    newer,
    unopened,
    mustOpen,
    isPreparing,
  })
}

/** The permit's holder becomes the reviewer (specification 4). */
export const startReview = (services: Services, permit: Reviewing, target: DecisionTarget) =>
  carryOut(services, permit, 'start', target, {
    note: null,
    items: [],
    change: (verification, at, actorId) => ({
      reviewerId: actorId,
      claimedAt: at,
      reservedFor: null,
      reservedUntil: null,
    }),
  })

/** Refused as a conflict while one of its documents is rejected. */
export const approveVerification = (
  services: Services,
  permit: Reviewing,
  { notes, ...target }: DecisionTarget & { notes: string | null },
) =>
  carryOut(services, permit, 'approve', target, {
    note: notes,
    items: [],
    typed: [['notes', notes ?? '']],
    change: (verification, at, actorId) => ({
      reviewerId: actorId,
      claimedAt: null,
      reviewedAt: at,
      reviewNotes: notes,
    }),
  })

export async function rejectVerification(
  services: Services,
  permit: Reviewing,
  input: DecisionTarget & { reason: string } & Omit<Written, 'text'>,
) {
  const { reason: text, template, about } = input
  const [origin = OWN_WORDS] = await findOrigins(services.db, input.id, [{ text, template, about }])
  return carryOut(services, permit, 'reject', input, {
    note: input.reason,
    items: [],
    typed: [
      ['reason', input.reason],
      ['template', input.template ?? ''],
      ['about', input.about ?? ''],
    ],
    origin,
    inLanguage: (language) => ({ note: translateText(language, text, origin), items: [] }),
    also: async (tx, { at }) => {
      await recordUses(tx, [origin], at)
      return []
    },
    change: (verification, at, actorId) => ({
      reviewerId: actorId,
      claimedAt: null,
      reviewedAt: at,
      rejectionReason: input.reason,
      ...waitEnded(verification, at),
    }),
  })
}

/** From here until the resubmission the time is the applicant's. */
export async function requestMoreInfo(
  services: Services,
  permit: Reviewing,
  input: DecisionTarget & { items: readonly (string | NewItem)[] },
) {
  const items = input.items.map((item) => (typeof item === 'string' ? { text: item } : item))
  const origins = await findOrigins(services.db, input.id, items)
  const texts = items.map(({ text }) => text)
  return carryOut(services, permit, 'request-info', input, {
    note: null,
    items: texts,
    typed: items.flatMap(({ text, target, template, about }, position): [string, string][] => [
      [`items[${position}].text`, text],
      [`items[${position}].target`, target ?? ''],
      [`items[${position}].template`, template ?? ''],
      [`items[${position}].about`, about ?? ''],
    ]),
    inLanguage: (language) => ({
      note: null,
      items: texts.map((text, position) => translateText(language, text, origins[position] ?? OWN_WORDS)),
    }),
    also: async (tx, { verification, version, at }) => {
      await saveRequestedItems(tx, { verificationId: verification.id, version, at }, items, origins)
      return []
    },
    change: (verification, at, actorId) => ({
      reviewerId: actorId,
      claimedAt: null,
      requestedChanges: texts,
      waitingSince: at,
    }),
  })
}

/** By the partner with an answer to each item, or by staff on the phone with them; back in the queue, for a day for who asked. */
export const resubmitVerification = (
  services: Services,
  permit: Reviewing | Permit<'setup.own'>,
  input: DecisionTarget & {
    answer: string | null
    answers?: string[]
    /** Keeps the answers; gives what is proposed otherwise than before, and what the log is to tell of. */
    saveAnswers?: (
      ...made: Parameters<NonNullable<Decision['also']>>
    ) => Promise<{ proposed: Snapshot; entries: AuditEntry[] }>
  },
) =>
  carryOut(services, permit, 'resubmit', input, {
    note: input.answer,
    items: input.answers ?? [],
    async also(tx, made) {
      const { verification, version, at } = made
      const { proposed = {}, entries = [] } = (await input.saveAnswers?.(tx, made)) ?? {}
      if (!input.saveAnswers) await answerInWords(tx, verification.id, input.answer, at)
      const { id: verificationId, organizationId, type } = verification
      await saveSubmission(tx, { verificationId, organizationId, type, version, at, proposed })
      return entries
    },
    change: (verification, at) => ({
      reviewerId: null,
      ...reservedForAsker(verification, at),
      ...waitEnded(verification, at),
    }),
  })

/** For a while it waits for the one who asked, unless they may not go on with it any more. */
function reservedForAsker({ reviewerId, reviewerRole, reviewerStatus, type, people }: VerificationToDecide, at: Date) {
  const isReserved = mayFinish({ role: reviewerRole, status: reviewerStatus }, { type, people })
  return isReserved
    ? { reservedFor: reviewerId, reservedUntil: new Date(at.getTime() + RESERVED_MS) }
    : { reservedFor: null, reservedUntil: null }
}
