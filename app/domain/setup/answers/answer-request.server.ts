import { deleteDraftsOf } from '../../../db/drafts'
import type { Queries } from '../../../db/engine/database'
import { saveOrganization } from '../../../db/organizations/organization-changes'
import { findForSetup, type ForSetup } from '../../../db/organizations/stored-setup'
import { answerRequestedItems, type ItemAnswer } from '../../../db/verifications/requested-items'
import { selectApplicationDocuments } from '../../../db/verifications/verifications'
import type { Services } from '../../../services.server'
import { WAITS_FOR, type VerificationType } from '../../../vocabulary'
import type { Permit } from '../../access'
import type { AuditEntry } from '../../audit/audit.server'
import { isOwnOrganization } from '../../documents/own-organization'
import { searchKey } from '../../names/search-key.server'
import { isFrozen } from '../../organizations/status/organization-status'
import { isFormStep, type FormStep } from '../../organizations/organization-fields'
import { BRANCHES, columnsOfStep, snapshotOf, type Snapshot } from '../../organizations/snapshot'
import { conflict, missing, type Outcome } from '../../outcome'
import { keyOf, proposalIn, valuesOf, withProposal } from '../../verifications/comparison/proposals'
import { findProposal } from '../../verifications/comparison/submissions.server'
import type { DecisionConflict, DecisionResult } from '../../verifications/decisions/decision'
import { resubmitVerification } from '../../verifications/decisions/decide.server'
import { answerText } from '../../verifications/requested-items/answer-text.server'
import { moveDueDates } from '../../verifications/due-dates/due-dates.server'
import { letDecisionStand } from '../../verifications/decisions/undo.server'
import type { AnswersInput, FieldAnswer } from './answers-input.server'
import { lockChangedDecidedByTwo } from '../decided-by-two.server'
import { findCurrentForApplicant } from '../current-application.server'
import { columnsOf, saveRows } from '../save-step.server'
import { statusAddress } from '../../organizations/status-address'
import { changesOf } from '../section-changes'
import { findAsked, type AskedItem } from '../verification-status.server'

type Own = Permit<'setup.own'>

/** Why nothing was sent: the application moved on, or the organization was changed; null where it is no longer asked. */
type AnswerConflict = DecisionConflict | { because: 'organization'; version: number } | null

/** Takes the transaction back. */
class OrganizationChanged extends Error {
  constructor(readonly version: number) {
    super('The organization changed while it was answered')
  }
}

/**
 * Answers what was asked for, each where it belongs, and sends the application back: the fields are changed, the answers
 * kept with what stood there before, and all that is sent now, in one transaction. What the application itself proposes is proposed
 * otherwise and changes nothing before it is approved. Once it is decided nothing is taken: whoever answers is told of the decision,
 * which can be undone no more. Refusals: `missing`, `conflict`.
 */
export async function answerRequest(
  services: Services,
  permit: Own,
  { organizationId, named = null, requestId }: { organizationId: string; named?: string | null; requestId: string },
  { application: seen, version, organizationVersion, answers, note }: AnswersInput,
): Promise<Outcome<DecisionResult, AnswerConflict>> {
  if (!isOwnOrganization(permit, organizationId)) return missing
  const { db } = services
  const stored = await findForSetup(db, organizationId)
  const { application, isDecided } = await findCurrentForApplicant(db, organizationId, services.now(), named)
  if (!stored || !application) return missing
  if (isFrozen(stored.organization.status)) return conflict(null)
  // Another one that is asked about now may well have the same version.
  if (application.id !== seen) return conflict(null)
  const asked = await findAsked(db, application, await selectApplicationDocuments(db, application.id))
  if (asked.length !== answers.length) return conflict(null)
  if (isDecided)
    return WAITS_FOR[application.status] === 'applicant'
      ? letDecisionStand(services, permit, application.id)
      : conflict(null)
  const { type } = application
  const { written, proposed } = partsOf(type, answers)
  const { language } = permit.actor
  return resubmitVerification(services, permit, {
    id: application.id,
    version,
    isByApplicant: true,
    requestId,
    answer: note,
    answers: answers.map(({ text: words, fields }, index) =>
      answerText(language, {
        fields: fields && { step: fields.step, values: fields.whole ? null : fields.values },
        documents: asked[index]?.documents.length ?? 0,
        words,
      }),
    ),
    async saveAnswers(tx, { at }) {
      const held = await findForSetup(tx, organizationId)
      const entries: AuditEntry[] = []
      if (!held) return { proposed, entries }
      const proposal = await findProposal(tx, application)
      if (written.length > 0) {
        await refuseDecidedByTwo(tx, type, held, written)
        const seen = { id: organizationId, version: organizationVersion }
        const change = { seen, before: held, changed: written, actor: permit.actor, at, requestId }
        entries.push(await changeFields(tx, change))
      }
      const before = withProposal(type, held, proposal)
      const now = (await findForSetup(tx, organizationId)) ?? held
      const after = withProposal(type, withBrandOf(now, held), { ...proposal, ...proposed })
      const kept = asked.flatMap(({ id, documents }, index) =>
        id === null ? [] : [{ id, answer: answerOf(answers[index], type, before, after, documents) }],
      )
      await answerRequestedItems(tx, kept, at)
      const form = statusAddress(organizationId)
      // What other windows hold was an answer to the same request.
      await deleteDraftsOf(tx, { userId: permit.actor.id, form }, { field: 'application', value: application.id })
      return { proposed, entries }
    },
  }).catch((error: unknown) => {
    if (error instanceof OrganizationChanged)
      return conflict({ because: 'organization', version: error.version } as const)
    throw error
  })
}

type WrittenAnswer = FieldAnswer & { step: FormStep }

/** What is changed at once, and what is proposed and waits for the approval; that is single fields alone. */
function partsOf(
  type: VerificationType,
  answers: AnswersInput['answers'],
): { written: WrittenAnswer[]; proposed: Snapshot } {
  const proposed: Snapshot = {}
  const written = answers.flatMap(({ fields }): WrittenAnswer[] => {
    if (!fields || fields.whole) return fields ? [fields] : []
    const { step } = fields
    const named = Object.entries(fields.values).map(([name, value]) => ({ name, key: keyOf(step, name), value }))
    Object.assign(proposed, proposalIn(type, Object.fromEntries(named.map(({ key, value }) => [key, value]))))
    const rest = named.filter(({ key }) => !(key in proposed))
    return rest.length === 0 || !isFormStep(step)
      ? []
      : [{ step, whole: null, values: Object.fromEntries(rest.map(({ name, value }) => [name, value])) }]
  })
  return { written, proposed }
}

/** Two people may have come to decide, since it was asked, on what is answered: it is drawn again and answered in words. */
async function refuseDecidedByTwo(
  tx: Queries,
  type: VerificationType,
  { organization }: ForSetup,
  written: readonly WrittenAnswer[],
): Promise<void> {
  if (type === 'initial_registration') return
  for (const answer of written) {
    const input = { ...organization, ...(answer.whole ? columnsOf(answer.whole) : answer.values) }
    const decided = await lockChangedDecidedByTwo(tx, answer.step, organization, input)
    if (decided.length > 0) throw new OrganizationChanged(organization.version)
  }
}

type Change = {
  seen: { id: string; version: number }
  before: ForSetup
  changed: readonly WrittenAnswer[]
  actor: Own['actor']
  at: Date
  requestId: string
}

/** The fields that were unlocked and nothing else, from the version that was seen; what the log is to tell of it. */
async function changeFields(tx: Queries, { seen, before, changed, actor, at, requestId }: Change): Promise<AuditEntry> {
  const columns: Record<string, unknown> = {}
  for (const answer of changed) Object.assign(columns, answer.whole ? columnsOf(answer.whole) : answer.values)
  const { name, legalName } = { ...before.organization, ...columns }
  if ('name' in columns || 'legalName' in columns) columns.searchKey = searchKey(String(name), String(legalName))
  const version = await saveOrganization(tx, seen, columns)
  if (version === null) throw new OrganizationChanged(before.organization.version)
  await moveDueDates(tx, seen.id, before.organization, columns)
  for (const { whole } of changed) if (whole) await saveRows(tx, seen.id, before.brand?.id ?? null, whole)
  const sections = changed.map((answer) =>
    changesOf(answer.whole ?? ({ step: answer.step, input: answer.values } as Parameters<typeof changesOf>[0]), before),
  )
  return {
    at,
    actor,
    action: 'organization.edit',
    objectType: 'organization',
    objectId: seen.id,
    before: { ...Object.assign({}, ...sections.map((one) => one?.before)), version: seen.version },
    after: { ...Object.assign({}, ...sections.map((one) => one?.after)), version },
    requestId,
  }
}

/** The brand that was asked about, which may be gone while there are others. */
const withBrandOf = (now: ForSetup, held: ForSetup): ForSetup =>
  held.brand && now.brand?.id !== held.brand.id ? { ...now, brand: null } : now

/** What is kept with an item: the values before and after, the words, the documents that came. */
function answerOf(
  answer: AnswersInput['answers'][number] | undefined,
  type: VerificationType,
  before: ForSetup,
  after: ForSetup,
  documents: AskedItem['documents'],
): ItemAnswer {
  const { text = null, fields = null } = answer ?? {}
  return {
    ...(fields && { before: valuesIn(fields, type, before), after: valuesIn(fields, type, after) }),
    ...(text !== null && { words: text }),
    ...(documents.length > 0 && { documentIds: documents.map(({ id }) => id) }),
  }
}

/** The values of what an item opened, as they are stored or proposed, by `step.name`. */
function valuesIn(fields: FieldAnswer, type: VerificationType, stored: ForSetup): Record<string, unknown> {
  const keys = fields.whole
    ? keysOfStep(fields.step)
    : Object.keys(fields.values).map((name) => keyOf(fields.step, name))
  const all = { ...snapshotOf(stored), ...valuesOf(type, stored.organization) }
  return Object.fromEntries(keys.map((key) => [key, all[key] ?? null]))
}

const keysOfStep = (step: FormStep): string[] =>
  step === 'contact' ? [BRANCHES] : columnsOfStep(step).map((name) => `${step}.${name}`)
