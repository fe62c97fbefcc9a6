import type { Database, Queries } from '../../db/engine/database'
import {
  addTimelineEvent,
  changeOperationMode,
  findLatestEvent,
  findUnderDecision,
  lockRejectedDocuments,
  moveOrganization,
  moveVerification,
  type LatestEvent,
  type UnderDecision,
} from '../../db/verifications/verification-decisions'
import { listDocuments } from '../../db/verifications/verifications'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { TimelineEvent } from '../../vocabulary'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { wakeOutbox } from '../messages/outbox.server'
import { tellPartner } from '../messages/tell-partner.server'
import { sourcesOf } from '../organizations/organization-status'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { isNews, NEWS, waitEnded, type DecisionConflict, type DecisionResult, type DecisionTarget } from './decision'
import { notifyStaffOfApplication } from './notify-reviewers.server'
import { mayDecide, ruleOf, type Deciding, type VerificationAction } from './verification-actions'
import { isVerificationId } from './verification-list'

type Reviewing = Permit<'verifications.review'>
type Decided = Outcome<DecisionResult, DecisionConflict>
type Change = Parameters<typeof moveVerification>[1]['change']
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** What one action brings with it: a note and items for the timeline, columns for the row. */
type Decision = {
  note: string | null
  items: string[]
  change: (verification: UnderDecision, at: Date, actorId: string) => Change
}

type Act = {
  services: Services
  actor: Permit['actor']
  action: VerificationAction
  place: DecisionTarget
  decision: Decision
}

/**
 * What the form of a decision needs before it is drawn; `now` says why the decision is not possible at present, `newer` what
 * has happened since the version that was `seen` when a kept text was written.
 * Refusals: `forbidden` by role or one's own application, `missing`.
 */
export async function prepareDecision(
  services: Services,
  permit: Reviewing,
  action: VerificationAction,
  place: Pick<DecisionTarget, 'id' | 'mustBeModeChange'> & { seen?: string },
) {
  if (!isVerificationId(place.id)) return missing
  const verification = await findUnderDecision(services.db, place.id)
  if (!verification || isElsewhere(permit.actor, place, verification)) return missing
  const may = mayDecide(permit.actor, verification, action)
  if (may === 'role' || may === 'conflict-of-interest') return forbidden
  const { organizationName, type, requestedMode, version } = verification
  const current = async (...rest: [DecisionConflict['because'], DecisionConflict['rejectedDocuments']]) =>
    (await conflictWithCurrent(services.db, verification, ...rest)).now
  const needsDocuments = may === 'yes' && ruleOf(action).needs === 'no rejected document'
  const documents = needsDocuments ? await listDocuments(services.db, verification.id) : []
  const rejected = documents.filter((document) => document.status === 'rejected')
  const now =
    may === 'state' ? await current('state', []) : rejected.length > 0 ? await current('document', rejected) : null
  const isOlder = place.seen !== undefined && place.seen !== String(version)
  const newer = isOlder && !now ? await current('stale', []) : null
  return done({ organizationName, type, requestedMode, version, now, newer })
}

/** The permit's holder becomes the reviewer (specification 4). */
export const startReview = (services: Services, permit: Reviewing, place: DecisionTarget) =>
  decide(services, permit, 'start', place, {
    note: null,
    items: [],
    change: (verification, at, actorId) => ({ reviewerId: actorId }),
  })

/** Refused as a conflict while one of its documents is rejected. */
export const approveVerification = (
  services: Services,
  permit: Reviewing,
  { notes, ...place }: DecisionTarget & { notes: string | null },
) =>
  decide(services, permit, 'approve', place, {
    note: notes,
    items: [],
    change: (verification, at, actorId) => ({ reviewerId: actorId, reviewedAt: at, reviewNotes: notes }),
  })

export const rejectVerification = (services: Services, permit: Reviewing, input: DecisionTarget & { reason: string }) =>
  decide(services, permit, 'reject', input, {
    note: input.reason,
    items: [],
    change: (verification, at, actorId) => ({
      reviewerId: actorId,
      reviewedAt: at,
      rejectionReason: input.reason,
      ...waitEnded(verification, at),
    }),
  })

/** From here until the resubmission the time is the applicant's. */
export const requestMoreInfo = (services: Services, permit: Reviewing, input: DecisionTarget & { items: string[] }) =>
  decide(services, permit, 'request-info', input, {
    note: null,
    items: input.items,
    change: (verification, at, actorId) => ({ reviewerId: actorId, requestedChanges: input.items, waitingSince: at }),
  })

/** By the partner with an answer to each item, or by staff on the phone with them; back in the queue without a reviewer. */
export const resubmitVerification = (
  services: Services,
  permit: Reviewing | Permit<'setup.own'>,
  input: DecisionTarget & { answer: string | null; answers?: string[] },
) =>
  decide(services, permit, 'resubmit', input, {
    note: input.answer,
    items: input.answers ?? [],
    change: (verification, at) => ({ reviewerId: null, ...waitEnded(verification, at) }),
  })

/**
 * One transaction: the guarded move, its timeline event, its effect on the organization, its message and its audit entry.
 * Refusals: `forbidden` by role or one's own application, `missing`, `unchanged` for a repeat, else `conflict`.
 */
async function decide(
  services: Services,
  permit: Permit,
  action: VerificationAction,
  place: DecisionTarget,
  decision: Decision,
): Promise<Decided> {
  if (!isVerificationId(place.id)) return missing
  const { actor } = permit
  const act = { services, actor, action, place, decision }
  const outcome = await services.db.transaction(async (tx): Promise<Decided> => {
    const verification = await findUnderDecision(tx, place.id)
    if (!verification || isElsewhere(actor, place, verification)) return missing
    const may = mayDecide(actor, verification, action)
    if (may === 'role' || may === 'conflict-of-interest') return forbidden
    if (may === 'state') return resolveUnmoved(tx, act, verification)
    if (ruleOf(action).needs === 'no rejected document') {
      const rejectedDocuments = await lockRejectedDocuments(tx, place.id)
      if (rejectedDocuments.length > 0) return conflictWithCurrent(tx, verification, 'document', rejectedDocuments)
    }
    return move(tx, act, verification)
  })
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}

/** Not there for this person, or not at this address. */
const isElsewhere = (
  actor: Deciding,
  place: Pick<DecisionTarget, 'mustBeModeChange'>,
  verification: UnderDecision,
): boolean =>
  (actor.role === null && actor.organizationId !== verification.organizationId) ||
  (place.mustBeModeChange === true && verification.type !== 'operation_mode_change')

async function move(tx: Transaction, act: Act, verification: UnderDecision): Promise<Decided> {
  const { services, actor, action, place, decision } = act
  const { from, to, event } = ruleOf(action)
  const { note, items } = decision
  const at = services.now()
  const change = decision.change(verification, at, actor.id)
  const version = await moveVerification(tx, { id: place.id, from, version: place.version, to, change })
  if (version === null) {
    const now = await findUnderDecision(tx, place.id)
    return now ? resolveUnmoved(tx, act, now) : missing
  }
  await addTimelineEvent(tx, { verificationId: place.id, event, at, actorId: actor.id, note, items, version })
  const effect = await applyEffect(tx, action, verification)
  await tellApplicant(tx, act, event, verification)
  if (event === 'resubmitted') await notifyStaffOfApplication(tx, services, place.id)
  await recordAudit(tx, {
    at,
    actor,
    action: `verification.${action}`,
    objectType: 'verification',
    objectId: place.id,
    before: { status: verification.status, version: verification.version, ...effect?.before },
    after: { status: to, version, ...(items.length > 0 ? { items } : {}), ...effect?.after },
    reason: note ?? undefined,
    requestId: place.requestId,
  })
  return done({
    organizationId: verification.organizationId,
    organizationName: verification.organizationName,
    submittedAt: verification.submittedAt,
    status: to,
    version,
    didChangeOrganization: effect ? effect.after !== undefined : null,
    isModeKept: verification.type === 'operation_mode_change' && effect !== null && effect.after === undefined,
  })
}

/**
 * Nothing was moved: a repeat of what this person did in the same words, or of what they already saw without a word of their
 * own, changes nothing; anything else is a conflict, so that no written word is swallowed.
 */
async function resolveUnmoved(
  tx: Queries,
  { actor, action, place, decision }: Act,
  now: UnderDecision,
): Promise<Decided> {
  const { note, items } = decision
  const rule = ruleOf(action)
  const latest = await findLatestEvent(tx, place.id)
  const holds = now.status === rule.to && latest?.event === rule.event
  const isSame = holds && latest.note === note && latest.items.join('\n') === items.join('\n')
  const isWordless = note === null && items.length === 0
  if (isSame && latest.actorId === actor.id) return unchanged
  if (holds && place.version === now.version && (isSame || isWordless)) return unchanged
  return conflictWithCurrent(tx, now, rule.from.includes(now.status) ? 'stale' : 'state', [], latest)
}

/** The conflict that says what holds instead. */
async function conflictWithCurrent(
  tx: Queries,
  { id: verificationId, status, version }: UnderDecision,
  because: DecisionConflict['because'],
  rejected: DecisionConflict['rejectedDocuments'],
  known?: LatestEvent | null,
) {
  const latest = known ?? (await findLatestEvent(tx, verificationId))
  return conflict<DecisionConflict>({
    because,
    status,
    version,
    latest: latest && withoutActorId(latest),
    rejectedDocuments: rejected.map(({ id, type, fileName }) => ({ id, type, fileName })),
  })
}

const withoutActorId = ({ actorId: _, ...latest }: LatestEvent) => latest

/** For the audit entry; `after` is absent when the organization had moved on and was left as it is. */
type Effect = { before?: Record<string, unknown>; after?: Record<string, unknown> }

/** What a decision does to the organization (decisions, Effects); null when it concerns the organization in no way. */
async function applyEffect(
  tx: Queries,
  action: VerificationAction,
  { organizationId, type, currentMode, requestedMode }: UnderDecision,
): Promise<Effect | null> {
  if (type === 'initial_registration' && (action === 'approve' || action === 'reject')) {
    const to = action === 'approve' ? 'approved' : 'rejected'
    const didMove = await moveOrganization(tx, { id: organizationId, from: sourcesOf(to), to })
    return didMove ? { after: { organizationStatus: to } } : {}
  }
  if (type === 'operation_mode_change' && action === 'approve' && currentMode && requestedMode) {
    const didChange = await changeOperationMode(tx, { organizationId, from: currentMode, to: requestedMode })
    return didChange ? { before: { operationMode: currentMode }, after: { operationMode: requestedMode } } : {}
  }
  return null
}

/** Tells the applicant what happened, what to do and where; the start of a review is no news: it asks for nothing. */
async function tellApplicant(
  tx: Queries,
  { services, decision: { note, items } }: Act,
  event: TimelineEvent,
  verification: UnderDecision,
): Promise<void> {
  if (!isNews(event)) return
  const { organizationId, organizationName, type } = verification
  const link = new URL(`/organizations/${organizationId}/verification-status`, services.env.publicOrigin).href
  await tellPartner(tx, services, {
    organization: {
      id: organizationId,
      phone: verification.organizationPhone,
      language: verification.organizationLanguage,
    },
    submittedBy: verification.submittedBy,
    kind: `verification_${event}`,
    verificationId: verification.id,
    text: (language) =>
      translate(language, {
        key: NEWS[event].text,
        values: {
          organization: organizationName,
          type: translate(language, { key: `verifications:type.${type}` }),
          reason: note ?? '',
          items: items.map((item, index) => `${index + 1}. ${item}`).join('\n'),
        },
      }),
    next: (language) => translate(language, { key: NEWS[event].next, values: { link } }),
  })
}
