import { parse, type SubmissionResult } from '@conform-to/dom'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import type { Outcome } from '../../domain/outcome'
import type { RestoredDraft } from '../../form-protocol'
import { isInDoubt, isUnavailable } from '../../domain/unavailable.server'
import type { Text, TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'
import { waitLabel, waitSeconds } from '../../i18n/wait-label'
import type { Draft } from '../../domain/drafts/drafts.server'
import { draftAsReply, readFormDrafts } from './drafts.server'
import { failure, recordFailure } from '../answers/failures.server'
import { readForm } from './form.server'
import { applyChosenPreferences } from '../preferences/preferences.server'
import { channelAsked, type ProofRequestAnswer } from '../sign-in/proof.server'
import { redirectWithToast, toastHere } from '../answers/toast.server'
import { forgetUnsent, markInDoubt, rememberUnsent } from './unsent.server'
import { fieldsFor, typedFields, parseSubmission } from './posted-fields.server'

/** What a form that was not carried out is drawn again with; `Extra` is what only this form says, such as its conflict. */
export type FormReply<Extra extends object = object> = {
  /** What was typed, and a sentence for each wrong field, by its name. */
  result: SubmissionResult
  /** What is wrong with the whole, in a sentence. */
  alert: string | null
  /** Hidden fields whose value is another now, such as the version after a conflict. */
  seen: Readonly<Record<string, string>>
} & Partial<Extra>

/** Why a form was not carried out. */
export type Rejection<Extra extends object = object> = {
  status?: 403 | 404 | 409 | 422 | 429 | 503
  fieldErrors?: Readonly<Record<string, Text | TextKey>>
  alert?: Text | TextKey
  seen?: Readonly<Record<string, string | number>>
  /** What was typed, as it is drawn again where the form has other fields by now. */
  typed?: Typed
  extra?: Partial<Extra>
  headers?: HeadersInit
}

/** Where a form leads once it was carried out; 'Content not modified!' instead of the toast when nothing was to be done. */
export type Destination = {
  to: string
  toast: TextKey
  values?: Text['values']
  /** The name of what was acted on, where the toast is read on another's page. */
  about?: string
  /** A sentence of ours under the toast, in place of that name. */
  detail?: Text
  /** The id of what later toasts may tell of too; the last of them stays. */
  thread?: string
  cookies?: readonly string[]
  /** The console is loaded anew there, as after another language. */
  reloads?: boolean
}

type RequestArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** One request: who asks is in the command's permit. */
type FormRequest = { requestId: string; posted: FormData }

/** The fields as they were typed, in the form's own shape. */
type Typed = Readonly<Record<string, unknown>>

type Given = object | undefined

type SuccessOutcome<Done> = { kind: 'done'; value: Done } | { kind: 'unchanged' }

type FormSpec<Schema extends z.ZodType, Done, Now, Extra extends object, Allowed extends Given> = {
  /** The fields as they are read and kept, such as the text of a file put into the field beside it. */
  readFields?: (posted: FormData) => Promise<FormData> | FormData
  /** Its messages are translation keys. */
  schema: Schema | ((posted: FormData) => Schema)
  command: (input: z.output<Schema>, request: FormRequest, allowed: Allowed) => Promise<Outcome<Done, Now>>
  /** Asked once the input is right, before the command: a permit, or the page that asks for fresh proof. */
  allow?: (input: z.output<Schema>, posted: FormData) => Promise<Exclude<Allowed, undefined> | ProofRequestAnswer>
  /** Asked when the input is wrong, so that who may not send the form is not told about its fields: throws 403 or 404. */
  checkAccess?: () => Promise<unknown>
  /** Buttons named `intent` that only look something up; the form is drawn again with what they found. */
  lookUps?: Readonly<Record<string, (posted: FormData) => Promise<Partial<Extra>> | Partial<Extra>>>
  /** What the form shows whenever it is drawn again. */
  extra?: (posted: FormData) => Promise<Partial<Extra>> | Partial<Extra>
  /** What is said for a conflict, beside what was typed: 409 unless it says otherwise. */
  conflict?: (now: Now, input: z.output<Schema>, typed: Typed) => Rejection<Extra> | Promise<Rejection<Extra>>
  /** Where a carried out form leads; what it shows in its place; or a whole answer of its own. */
  done: (outcome: SuccessOutcome<Done>, input: z.output<Schema>) => Leads | Shows<Extra> | Promise<Leads | Shows<Extra>>
  /** Said above the form when the command broke and trying again may help; null is a button alone: the page of the error. */
  failed?: TextKey | null
  /** Fields that are never written into the page again, such as a code. */
  secret?: readonly string[]
  /** The toast when it was not carried out for another reason than its input, unless `extra` has one; a broken command has one in any case. */
  failedToast?: TextKey
}

type Shows<Extra extends object> = { extra: Partial<Extra> }
type Leads = Destination | Response

/** Read by the running console: the redirect takes the place of the form, so that Back does not open it again. */
const IN_PLACE = { 'X-Remix-Replace': 'true' }

/**
 * Reads a posted form, carries it out, and answers:
 * - 302 with its toast, or 'Content not modified!' (304 semantics, specification 8)
 * - 200 drawn again: a row more or less, something looked up, another language; 403 that asks for fresh proof
 * - 422 wrong input, 409 conflict, 429 too often, 500 and 503 a broken command: always with what was typed
 * Forbidden 403 and missing 404 are thrown.
 */
export async function formAction<
  Schema extends z.ZodType,
  Done,
  Now = never,
  Extra extends object = object,
  Allowed extends Given = undefined,
>(args: RequestArgs, spec: FormSpec<Schema, Done, Now, Extra, Allowed>) {
  const { request, context } = args
  const sent = await readForm(request, context)
  // The page that is drawn then may fail as well.
  if (spec.failed !== null) rememberUnsent(args, sent, spec.secret)
  const isChosenIn = applyChosenPreferences(context, sent)
  const posted = (await spec.readFields?.(sent)) ?? sent
  const schema = typeof spec.schema === 'function' ? spec.schema(posted) : spec.schema
  const submission = parseSubmission(context, fieldsFor(schema, posted), (fields) =>
    parseWithZod(fields, { schema, disableAutoCoercion: true }),
  )
  const language = context.get(languageContext)
  const say = (text: Text | TextKey) => translate(language, typeof text === 'string' ? { key: text } : text)

  const failureToast = (code: number) => {
    const failed = channelAsked(posted) ? 'access:error.sendFailed' : spec.failedToast
    const key = failed ?? (code >= 500 ? 'common:form.failed' : undefined)
    return key && code >= 409 && code !== 422 ? toastHere(context, 'error', { key }) : {}
  }

  const again = async (
    { status, fieldErrors = {}, alert, seen = {}, typed, extra, headers }: Rejection<Extra>,
    code: number,
    shown = spec.extra,
  ) => {
    const spoken = Object.entries(fieldErrors).map(([name, text]): [string, string[]] => [name, [say(text)]])
    const result = submission.reply({
      hideFields: [...(spec.secret ?? [])],
      ...(spoken.length > 0 && { fieldErrors: Object.fromEntries(spoken) }),
    })
    const reply = {
      result: {
        ...result,
        ...(typed && { initialValue: typed }),
        ...(code === 200 ? { status: undefined, error: undefined } : { error: translateErrors(result.error, say) }),
      },
      alert: alert === undefined ? null : say(alert),
      seen: Object.fromEntries(Object.entries(seen).map(([name, value]) => [name, String(value)])),
      ...(await shown?.(posted)),
      ...extra,
      ...(extra && 'toast' in extra ? {} : failureToast(status ?? code)),
    } as FormReply<Extra>
    return data(reply, { status: status ?? code, headers })
  }

  if (isChosenIn) {
    await spec.checkAccess?.()
    return again({}, 200)
  }
  const lookUp = spec.lookUps?.[String(posted.get('intent'))]
  if (lookUp) return again({ extra: await lookUp(posted) }, 200)
  if (submission.status === 'error') await spec.checkAccess?.()
  if (submission.status !== 'success') return again({}, submission.status === 'error' ? 422 : 200)

  const input = submission.value
  let ended: SuccessOutcome<Done>
  try {
    const allowed = await spec.allow?.(input, posted)
    if (isProofRequestAnswer(allowed)) return allowed
    const posting = { requestId: context.get(requestInfoContext).requestId, posted }
    const outcome = await spec.command(input, posting, allowed as Allowed)
    switch (outcome.kind) {
      case 'conflict':
        return await again(
          (await spec.conflict?.(outcome.now, input, submission.reply().initialValue ?? {})) ?? {},
          409,
        )
      case 'forbidden':
        throw failure(context, 403)
      case 'missing':
        throw failure(context, 404)
    }
    ended = outcome
  } catch (error) {
    if (error instanceof Response || spec.failed === null) throw error
    recordFailure(error, request, context)
    if (isInDoubt(error)) markInDoubt(context)
    const alert = isInDoubt(error) ? 'ui:unsent.inDoubt' : (spec.failed ?? 'ui:unsent.failed')
    return again({ alert }, isUnavailable(error) ? 503 : 500)
  }
  // From here on it is carried out, and nothing may say that it was not.
  forgetUnsent(context)
  const leads = await spec.done(ended, input)
  if (!('extra' in leads)) return lead(context, leads, ended.kind)
  try {
    return await again(leads, 200)
  } catch (error) {
    recordFailure(error, request, context)
    return again(leads, 200, () => ({}))
  }
}

async function lead(context: RequestArgs['context'], leads: Leads, kind: 'done' | 'unchanged') {
  if (!('to' in leads)) return leads
  const headers = new Headers(IN_PLACE)
  for (const cookie of leads.cookies ?? []) headers.append('Set-Cookie', cookie)
  if (leads.reloads) headers.set('X-Remix-Reload-Document', 'true')
  const services = context.get(servicesContext)
  return kind === 'done'
    ? redirectWithToast(services, leads.to, 'success', leads.toast, leads.values, {
        headers,
        about: leads.about,
        detail: leads.detail,
        thread: leads.thread,
      })
    : redirectWithToast(services, leads.to, 'info', 'common:toast.notModified', undefined, { headers })
}

/**
 * The act of a page that has several, by the button that was pressed: the first is that of Enter. 400 for one that no button
 * names.
 */
export async function actionByIntent<Acts extends Readonly<Record<string, () => unknown>>>(
  { request, context }: RequestArgs,
  acts: Acts,
): Promise<Awaited<ReturnType<Acts[keyof Acts]>>> {
  const intent = (await readForm(request, context)).get('intent') ?? Object.keys(acts)[0]
  const act = typeof intent === 'string' && Object.hasOwn(acts, intent) ? acts[intent] : undefined
  if (!act) throw failure(context, 400)
  return (await act()) as Awaited<ReturnType<Acts[keyof Acts]>>
}

/** Too many tries: 429 with the wait, which the sentence names. */
export function tooSoon(context: RequestArgs['context'], waitMs: number, key: TextKey) {
  const wait = waitLabel(waitMs, context.get(languageContext))
  const headers = { 'Retry-After': String(waitSeconds(waitMs)) }
  return { status: 429, alert: { key, values: { wait } }, headers } as const satisfies Rejection
}

type DraftCheckResult<Extra extends object> = Partial<Extra> & { seen?: FormReply['seen']; typed?: Typed }
type DraftCheck<Extra extends object> = (
  posted: FormData,
  typed: Typed,
) => DraftCheckResult<Extra> | Promise<DraftCheckResult<Extra>>

/** The text kept of the form at this address, as the reply that it is drawn with; null when nothing is kept. */
export const restoreFormDraft = async <Extra extends object = object>(
  args: { context: Readonly<RouterContextProvider>; url: URL },
  look?: DraftCheck<Extra>,
) => restoreDraft(args.context, await readFormDrafts(args), look)

/** The same of texts that were read already. */
export async function restoreDraft<Extra extends object = object>(
  context: Readonly<RouterContextProvider>,
  drafts: readonly Draft[],
  look: DraftCheck<Extra> = () => ({}),
): Promise<RestoredDraft<FormReply<Extra>> | null> {
  return draftAsReply(context, drafts, async (posted) => {
    const { initialValue } = parse(typedFields(posted), { resolve: () => ({ value: null }) }).reply()
    const { typed, ...looked } = await look(posted, initialValue ?? {})
    return { result: { initialValue: typed ?? initialValue }, alert: null, seen: {}, ...looked } as FormReply<Extra>
  })
}

function translateErrors(errors: SubmissionResult['error'], say: (key: TextKey) => string): SubmissionResult['error'] {
  if (!errors) return errors
  const translateOne = (message: string) => (/^[\w-]+:[\w.-]+$/.test(message) ? say(message as TextKey) : message)
  return Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => [name, messages?.map(translateOne) ?? null]),
  )
}

const isProofRequestAnswer = (allowed: unknown): allowed is ProofRequestAnswer =>
  typeof allowed === 'object' && allowed !== null && 'init' in allowed && 'data' in allowed
