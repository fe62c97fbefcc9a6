import { randomUUID } from 'node:crypto'
import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { languageContext, servicesContext, requestInfoContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import type { CreateRefusal, CreatedInvite } from '../../../domain/invites/create-invite.server'
import { listJoinable } from '../../../domain/invites/joinable.server'
import { previewInvitation } from '../../../domain/invites/preview.server'
import type { Dated } from '../../../domain/fresh-proof'
import { namedBy, type Target } from '../../../domain/invites/new-invite'
import type { Outcome } from '../../../domain/outcome'
import { isUnavailable } from '../../../domain/unavailable.server'
import { noteFailure } from '../../../http/failures.server'
import { datedPermit, isAsked } from '../../../http/proof.server'
import { readForm } from '../../../http/form.server'
import { respond } from '../../../http/respond.server'
import { formatWait } from '../../../i18n/format'
import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import { dialogOver, listUnder } from '../addresses'
import { translateErrors } from '../../../http/translate-errors.server'
import { readTyped, type Typed } from './typed.server'

export type FoundOrganization = Awaited<ReturnType<typeof listJoinable>>[number]

/** What a form that made nothing is drawn again with: the typed text always, and why or what was asked for. */
export type Refusal = {
  typed: Typed
  errors: Partial<Record<string, string>>
  organizations: FoundOrganization[]
  preview: { subject: string; text: string } | null
  /** Why nothing could be made, in words. */
  failed: string | null
  /** This form was taken before with other words: where what it made is shown. */
  sentBefore?: { made: string | null }
}

type Posted = { request: Request; context: Readonly<RouterContextProvider>; url: URL }
type Making<Input> = {
  schema: z.ZodType<Input>
  command: (
    creating: Dated<'invites.create'>,
    input: Input,
    requestId: string,
  ) => Promise<Outcome<CreatedInvite, CreateRefusal>>
  toast: TextKey
  /** Whether the new code itself is shown afterwards, and not the list. */
  showsCode: boolean
}

/**
 * Reads a posted form and makes the code. Looking for an organization and the preview draw the form again; wrong input 422,
 * a full day 429, a form that was sent before with other words 409, a broken command 500 or 503: each keeps what was typed.
 * Else a redirect with its toast.
 */
export async function makeFromForm<Input extends Target>(
  { request, context, url }: Posted,
  creating: Permit<'invites.create'>,
  { schema, command, toast, showsCode }: Making<Input>,
) {
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const form = await readForm(request, context)
  const typed = readTyped(form)
  const intent = form.get('intent')
  const organizations = await listJoinable(services, creating, {
    words: typed.organizationWords,
    chosenId: typed.organizationId,
  })
  const refusal: Refusal = { typed, errors: {}, organizations, preview: null, failed: null }
  const again = (more: Partial<Refusal>, status = 200) => data<Refusal>({ ...refusal, ...more }, status)
  if (intent === 'find') return again({})
  if (intent === 'preview') return again({ preview: await previewInvitation(services, creating, typed) })

  const parsed = schema.safeParse(typed)
  if (!parsed.success) {
    const errors = translateErrors(parsed.error, language)
    const isOurs = Object.keys(errors).every((name) => name === 'id')
    return again({ errors, failed: isOurs ? translate(language, { key: 'invites:failed.again' }) : null }, 422)
  }
  const { role } = namedBy(parsed.data)
  const given = await datedPermit({ request, context }, creating, { action: 'invite.make', role }, form)
  if (isAsked(given)) return given
  const { requestId } = context.get(requestInfoContext)
  try {
    const outcome = await command(given, parsed.data, requestId)
    if (outcome.kind === 'conflict') {
      if (outcome.now.because === 'limit') {
        const values = { wait: formatWait(outcome.now.waitMs, language) }
        return again({ failed: translate(language, { key: 'invites:failed.limit', values }) }, 429)
      }
      if (outcome.now.because === 'sent') {
        const { answer } = outcome.now
        const sentBefore = { made: answer && dialogOver(url, answer.id) }
        return again({ sentBefore, typed: { ...typed, id: randomUUID() } }, 409)
      }
      const closed = translate(language, { key: 'invites:error.organizationClosed' })
      return again({ errors: { organizationId: closed } }, 422)
    }
    const done = showsCode && outcome.kind === 'done' ? dialogOver(url, outcome.value.id) : listUnder(url)
    return await respond(context, outcome, { done, toast, unchanged: listUnder(url) })
  } catch (error) {
    if (error instanceof Response) throw error
    noteFailure(error, request, context)
    const failed = translate(language, { key: 'invites:failed.again' })
    return again({ failed }, isUnavailable(error) ? 503 : 500)
  }
}
