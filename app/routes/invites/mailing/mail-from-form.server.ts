import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { languageContext, servicesContext, requestInfoContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import { listJoinable } from '../../../domain/invites/joinable.server'
import type { NotMailed } from '../../../domain/invites/mailing.server'
import { readRows, ROWS_MAX, type Row } from '../../../domain/invites/mailing'
import { previewInvitation } from '../../../domain/invites/preview.server'
import type { Dated } from '../../../domain/fresh-proof'
import { namedBy, type Target } from '../../../domain/invites/new-invite'
import type { Outcome } from '../../../domain/outcome'
import { isUnavailable } from '../../../domain/unavailable.server'
import { failure, noteFailure } from '../../../http/failures.server'
import { datedPermit, isAsked } from '../../../http/proof.server'
import { readForm } from '../../../http/form.server'
import { formatNumber, formatWait } from '../../../i18n/format'
import { translate } from '../../../i18n/texts.server'
import type { TextKey } from '../../../i18n/keys'
import type { Refusal } from '../making/make-from-form.server'
import { readTyped, type Typed } from '../making/typed.server'
import { translateErrors } from '../../../http/translate-errors.server'

/** Where a mailing stands, with everything typed so far. */
export type MailingAnswer = Refusal & {
  step: 'write' | 'check' | 'sent'
  rows: Row[]
  /** Rows that can be or were sent, and the others. */
  good: { count: number; text: string }
  bad: string
}

type Posted = { request: Request; context: Readonly<RouterContextProvider> }
type Mailing<Input> = {
  schema: z.ZodType<Input>
  command: (
    mailing: Dated<'invites.createAnyType'>,
    input: Input,
    rows: readonly Row[],
    requestId: string,
  ) => Promise<Outcome<Row[], NotMailed>>
}

/** Writing leads to the check of each row, the check to sending; wrong input 422 and a full day 429 lead back to writing. */
export async function mailFromForm<Input extends Target>(
  { request, context }: Posted,
  { creating, mailing }: { creating: Permit<'invites.create'>; mailing: Permit<'invites.createAnyType'> },
  { schema, command }: Mailing<Input>,
) {
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const form = await readForm(request, context)
  const intent = form.get('intent')
  const typed = await withFile(readTyped(form), form.get('list'))
  const say = (key: TextKey, values?: Record<string, string>) => translate(language, { key, values })
  const words = { words: typed.organizationWords, chosenId: typed.organizationId }
  const organizations = await listJoinable(services, creating, words)
  const rows = readRows(typed.rows)
  const answer = (more: Partial<MailingAnswer>, status = 200) => {
    const shown = more.rows ?? rows
    const good = shown.filter(({ verdict }) => verdict === 'ready' || verdict === 'sent').length
    return data<MailingAnswer>(
      {
        typed,
        organizations,
        rows: shown,
        step: 'write',
        errors: {},
        preview: null,
        failed: null,
        good: { count: good, text: formatNumber(good, language) },
        bad: formatNumber(shown.length - good, language),
        ...more,
      },
      status,
    )
  }
  if (intent === 'find' || intent === 'change') return answer({})
  if (intent === 'preview') return answer({ preview: await previewInvitation(services, creating, typed) })

  const parsed = schema.safeParse(typed)
  const errors = {
    ...(parsed.success ? {} : translateErrors(parsed.error, language)),
    ...(rows.length === 0 ? { rows: say('common:error.required') } : {}),
    ...(rows.length > ROWS_MAX ? { rows: say('invites:mailing.tooMany') } : {}),
  }
  if (!parsed.success || Object.keys(errors).length > 0) return answer({ errors }, 422)
  if (intent !== 'send') return answer({ step: 'check' })
  const { role } = namedBy(parsed.data)
  const given = await datedPermit({ request, context }, mailing, { action: 'invite.make', role }, form)
  if (isAsked(given)) return given
  try {
    const outcome = await command(given, parsed.data, rows, context.get(requestInfoContext).requestId)
    if (outcome.kind === 'done') return answer({ step: 'sent', rows: outcome.value })
    if (outcome.kind === 'conflict' && outcome.now.because === 'limit')
      return answer({ failed: say('invites:mailing.limit', { wait: formatWait(outcome.now.waitMs, language) }) }, 429)
    if (outcome.kind === 'conflict')
      return answer({ errors: { organizationId: say('invites:error.organizationClosed') } }, 422)
    throw failure(context, 403)
  } catch (error) {
    if (error instanceof Response) throw error
    noteFailure(error, request, context)
    return answer({ failed: say('invites:failed.again') }, isUnavailable(error) ? 503 : 500)
  }
}

/** The rows of a file stand after those that were typed. */
async function withFile(typed: Typed, file: FormDataEntryValue | null): Promise<Typed> {
  if (!(file instanceof File) || file.size === 0) return typed
  const text = (await file.text()).replace(/^\uFEFF/, '').replaceAll('\0', '')
  return { ...typed, rows: [typed.rows.trimEnd(), text].filter(Boolean).join('\n') }
}
