import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { languageContext, servicesContext, requestInfoContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import type { Outcome } from '../../../domain/outcome'
import { isUnavailable } from '../../../domain/unavailable.server'
import type { DecisionResult, DecisionConflict, DecisionTarget } from '../../../domain/verifications/decision'
import type { VerificationAction } from '../../../domain/verifications/verification-actions'
import { noteFailure } from '../../../http/failures.server'
import { readForm } from '../../../http/form.server'
import { respond } from '../../../http/respond.server'
import { addressUnder, isModeChangeAddress } from '../addresses'
import { addressAfter } from './address-after.server'
import { prepareDialog } from './prepare.server'
import { conflictView, type ConflictView } from './conflict-view.server'
import { speakErrors } from './speak-errors.server'
import { readTyped, type Typed } from './typed.server'

/** What a refused form is drawn again with: the typed text always, and why. */
export type Refusal = {
  typed: Typed
  errors: Partial<Record<string, string>>
  conflict: ConflictView | null
  /** Something broke; trying again may help. */
  hasFailed: boolean
}

type Posted = { request: Request; context: Readonly<RouterContextProvider>; params: { id: string }; url: URL }
type Form<Input> = {
  action: VerificationAction
  schema: z.ZodType<Input>
  command: (place: DecisionTarget, input: Input) => Promise<Outcome<DecisionResult, DecisionConflict>>
}

/**
 * Reads a posted decision and carries it out. Wrong input 422, conflict 409, a broken command 500 or 503: each keeps the text.
 * Else a redirect with its toast.
 */
export async function decideFromForm<Input extends { version: number; openNext: boolean }>(
  { request, context, params, url }: Posted,
  reviewing: Permit<'verifications.review'>,
  { action, schema, command }: Form<Input>,
) {
  const typed = readTyped(await readForm(request, context))
  const refusal: Refusal = { typed, errors: {}, conflict: null, hasFailed: false }
  const language = context.get(languageContext)
  const parsed = schema.safeParse(typed)
  if (!parsed.success) {
    await prepareDialog({ context, params, url }, reviewing, action)
    const errors = speakErrors(parsed.error, language)
    return data({ ...refusal, errors, hasFailed: Object.keys(errors).length === 0 }, { status: 422 })
  }
  const { requestId } = context.get(requestInfoContext)
  const place = { id: params.id, version: parsed.data.version, requestId, mustBeModeChange: isModeChangeAddress(url) }
  try {
    const outcome = await command(place, parsed.data)
    if (outcome.kind === 'conflict') {
      const reader = { language, timeZone: reviewing.actor.timeZone, now: context.get(servicesContext).now() }
      return data({ ...refusal, conflict: conflictView(outcome.now, reader) }, { status: 409 })
    }
    const to =
      outcome.kind === 'done' ? await addressAfter({ context, params, url }, reviewing, parsed.data, outcome.value) : ''
    const isModeKept = outcome.kind === 'done' && action === 'approve' && outcome.value.isModeKept
    const toast = isModeKept ? 'verifications:toast.approveModeKept' : (`verifications:toast.${action}` as const)
    return await respond(context, outcome, { done: to, toast, unchanged: addressUnder(url) })
  } catch (error) {
    if (error instanceof Response) throw error
    noteFailure(error, request, context)
    return data({ ...refusal, hasFailed: true }, { status: isUnavailable(error) ? 503 : 500 })
  }
}
