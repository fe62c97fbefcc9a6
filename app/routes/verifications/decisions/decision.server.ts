import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { languageContext, servicesContext } from '../../../context'
import { can, type Permit } from '../../../domain/access'
import type { Outcome } from '../../../domain/outcome'
import {
  approveVerification,
  findDecisionForm,
  rejectVerification,
  requestMoreInfo,
  resubmitVerification,
  startReview,
} from '../../../domain/verifications/decisions/decide.server'
import type { DecisionResult, DecisionConflict, DecisionTarget } from '../../../domain/verifications/decisions/decision'
import {
  approveInput,
  rejectInput,
  requestInfoInput,
  resubmitInput,
  startInput,
  type StartInput,
} from '../../../domain/verifications/input'
import type { VerificationAction } from '../../../domain/verifications/verification-actions'
import {
  actionPath,
  isWorkView,
  listAfterLast,
  verificationList,
  type VerificationListState,
  verificationPath,
} from '../../../domain/verifications/queue/verification-list'
import { findDecisionTemplates } from '../../../domain/verifications/decisions/decision-templates.server'
import { findNextInQueue } from '../../../domain/verifications/queue/verification-queue.server'
import { addressOr, failure } from '../../../http/answers/failures.server'
import { formAction, restoreFormDraft, type Destination } from '../../../http/forms/form-action.server'
import { relativeMoment } from '../../../i18n/moment'
import { actorOf, permit } from '../../../http/sign-in/permit.server'
import { readerOf } from '../../../http/reader.server'
import { addressUnder, decisionInPage, isModeChangeAddress, pageOf, reviewAddressAt, targetOf } from '../addresses'
import { queueStateAt } from '../queue-state.server'
import type { Reader } from '../../../i18n/reader'
import {
  asRows,
  INSERT,
  insertFault,
  insertPosted,
  type PickFault,
} from '../../../domain/verifications/templates/insert-template'
import { isUuid } from '../../../uuid'

type RouteArgs = { context: Readonly<RouterContextProvider>; params: { id: string }; url: URL }
type Reviewing = Permit<'verifications.review'>

/** What the other reviewer did, in the reader's language and zone. */
export type ConflictView = ReturnType<typeof conflictView>

function conflictView({ latest, ...now }: DecisionConflict, { now: readAt, language, timeZone }: Reader) {
  return {
    because: now.because,
    status: now.status,
    version: now.version,
    files: now.documents.map(({ fileName }) => fileName),
    latest: latest && { ...latest, at: relativeMoment(latest.at, readAt, language, timeZone) },
  }
}

type Extra = { conflict: ConflictView; pickFault: PickFault }

/** Returns what a decision's form shows: 409 and the reason when it is not possible now, 403 and 404 as the command would. */
export async function readDecision(asked: RouteArgs, reviewing: Reviewing, action: VerificationAction) {
  const { kind, shown } = await findDecision(asked, reviewing, action)
  if (!shown) throw failure(asked.context, kind === 'missing' ? 404 : 403)
  return data(shown, { status: shown.obstacle ? 409 : 200 })
}

/** Returns the form that the page itself draws; null when none is open, or this person may not decide it. */
export async function readDecisionInPage(asked: RouteArgs): Promise<DecisionView | null> {
  const action = pageOf(asked.url.pathname) === asked.url.pathname.replace(/\/$/, '') && decisionInPage(asked.url)
  if (!action || !can(actorOf(asked.context), 'verifications.review')) return null
  return (await findDecision(asked, permit(asked.context, 'verifications.review'), action)).shown
}

async function findDecision(asked: RouteArgs, reviewing: Reviewing, action: VerificationAction) {
  const { context, params, url } = asked
  const services = context.get(servicesContext)
  const address = actionPath(reviewAddressAt(asked), action)
  const kept =
    action === 'start' ? undefined : await restoreFormDraft<Extra>({ context, url: new URL(address, url.origin) })
  const version = kept?.refusal.result.initialValue?.version
  const found = await findDecisionForm(services, reviewing, action, {
    id: params.id,
    mustBeModeChange: isModeChangeAddress(url),
    seen: typeof version === 'string' ? version : undefined,
  })
  if (found.kind !== 'done') return { kind: found.kind, shown: null }
  const { obstacle, newer, requestedMode, heldBy, ...rest } = found.value
  const view = (conflict: DecisionConflict | null) =>
    conflict && conflictView(conflict, readerOf(context, reviewing.actor))
  const conflict = view(newer)
  const restored = kept && conflict ? { ...kept, refusal: { ...kept.refusal, ...changedBy(conflict) } } : kept
  const shown = {
    ...rest,
    action,
    heldBy: heldBy && { ...heldBy, since: heldBy.since && sinceFor(heldBy.since, readerOf(context, reviewing.actor)) },
    address,
    restored,
    mode: requestedMode,
    closeTo: addressUnder(url),
    obstacle: view(obstacle),
    offer: await findDecisionTemplates(services, reviewing, {
      id: params.id,
      action,
      language: context.get(languageContext),
    }),
  }
  return { kind: found.kind, shown }
}

export type DecisionView = NonNullable<Awaited<ReturnType<typeof findDecision>>['shown']>

const sinceFor = (since: Date, { now, language, timeZone }: Reader) => relativeMoment(since, now, language, timeZone)

/** The next submission of the form uses the version that the conflict shows. */
const changedBy = (conflict: ConflictView) => ({ conflict, seen: { version: String(conflict.version) } })

/** Carries out a posted decision, and redirects to the application or to the next one of the same queue. */
export function postDecision(
  asked: RouteArgs & { request: Request },
  reviewing: Reviewing,
  action: VerificationAction,
) {
  const { context, params, url } = asked
  const services = context.get(servicesContext)

  const post = <Schema extends z.ZodType<StartInput>>(
    schema: Schema,
    command: (target: DecisionTarget, input: z.output<Schema>) => Promise<Outcome<DecisionResult, DecisionConflict>>,
  ) =>
    formAction<Schema, DecisionResult, DecisionConflict, Extra>(asked, {
      readFields(sent) {
        const posted = asRows(sent)
        return posted.get('intent') === INSERT ? withTemplate(asked, reviewing, action, posted) : posted
      },
      schema,
      lookUps: {
        [INSERT]: async (posted) => {
          await readDecision(asked, reviewing, action)
          return insertFault(posted)
        },
      },
      checkAccess: () => readDecision(asked, reviewing, action),
      command: (input, { requestId }) => {
        return command(targetOf(asked, input.version, requestId), input)
      },
      conflict(now) {
        const { conflict, seen } = changedBy(conflictView(now, readerOf(context, reviewing.actor)))
        return { seen, extra: { conflict } }
      },
      failedToast: 'common:form.failed',
      async done(outcome, { openNext }) {
        if (outcome.kind === 'unchanged') {
          // Sent twice, it leads where it led the first time.
          const leads = openNext ? await nextToDecide(asked, reviewing) : { to: addressUnder(url) }
          return { ...leads, toast: `verifications:toast.${action}` }
        }
        const { isPrepared, organizationName: about } = outcome.value
        const isModeUnchanged = action === 'approve' && outcome.value.isModeUnchanged
        const toast = isPrepared
          ? 'verifications:toast.prepared'
          : isModeUnchanged
            ? 'verifications:toast.approveModeKept'
            : (`verifications:toast.${action}` as const)
        const leads = openNext ? await nextToDecide(asked, reviewing, outcome.value) : { to: addressUnder(url) }
        return { ...leads, toast, about, thread: params.id }
      },
    })

  switch (action) {
    case 'start':
      return post(startInput, (target) => startReview(services, reviewing, target))
    case 'approve':
      return post(approveInput, (target, { notes }) => approveVerification(services, reviewing, { ...target, notes }))
    case 'reject':
      return post(rejectInput, (target, { version: _, openNext: __, ...rejection }) =>
        rejectVerification(services, reviewing, { ...target, ...rejection }),
      )
    case 'request-info':
      return post(requestInfoInput, (target, { items }) => requestMoreInfo(services, reviewing, { ...target, items }))
    case 'resubmit':
      return post(resubmitInput, (target, { answer }) =>
        resubmitVerification(services, reviewing, { ...target, answer }),
      )
  }
}

/** Returns the posted form with the requested template inserted. */
async function withTemplate(
  { context, params }: RouteArgs,
  reviewing: Reviewing,
  action: VerificationAction,
  posted: FormData,
): Promise<FormData> {
  const asked = { id: params.id, action, language: context.get(languageContext) }
  const isKnown = isUuid(params.id)
  return insertPosted(
    isKnown ? await findDecisionTemplates(context.get(servicesContext), reviewing, asked) : null,
    posted,
  )
}

/**
 * Returns the next application of the same queue. When none is left, the list that says what waits elsewhere; if that may have rows,
 * the toast says that this queue is done. When the next one cannot be read, the queue as it was.
 */
export function nextToDecide(
  asked: RouteArgs & { request: Request },
  reviewing: Reviewing,
  decided?: Pick<DecisionResult, 'submittedAt'>,
): Promise<Pick<Destination, 'to' | 'detail'>> {
  const { context, params, url } = asked
  const state = queueStateAt(url, reviewing.actor)
  const nextIn = (queue: VerificationListState) =>
    findNextInQueue(context.get(servicesContext), reviewing, queue, { id: params.id, ...decided })
  const find = async () => {
    const next = await nextIn(state)
    if (next) return { to: verificationList.href(state, {}, verificationPath(next)) }
    const end = listAfterLast(state)
    const isEmpty = end === state ? isWorkView(end) : !(await nextIn(end))
    const to = verificationList.href(end)
    return isEmpty ? { to } : { to, detail: { key: 'verifications:toast.lastInList' } as const }
  }
  return addressOr({ to: verificationList.href(state) }, find(), asked)
}
