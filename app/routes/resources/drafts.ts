import type { Route } from './+types/drafts'
import { servicesContext } from '../../context'
import { saveNumber, sentNumber } from '../../domain/drafts/draft'
import { keepDraft, preferDraft, forgetDraft } from '../../domain/drafts/drafts.server'
import { failure } from '../../http/answers/failures.server'
import { readForm } from '../../http/forms/form.server'
import { permit } from '../../http/sign-in/permit.server'
import { redirectWithPreferences } from '../../http/preferences/preferences.server'
import { safeRedirect } from '../../http/sign-in/safe-redirect'
import { FORM_FIELDS, UNLOAD_SAVE } from '../../form-protocol'

export function loader({ context }: Route.LoaderArgs) {
  permit(context, 'settings.own')
  throw failure(context, 404)
}

/**
 * Keeps the text of the form at `?form=`, or deletes it with `?drop`: 204, 413 when it is too long. With `?to=`, for a button of the
 * form that leads elsewhere, redirects there; such a button may choose another kept text of the form (`?show=`), or a preference
 * (`?language=`, `?theme=`, `?sidebar=`), as `/preferences` does.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { actor } = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const { searchParams } = url
  const form = searchParams.get('form') ?? ''
  const typed = await readForm(request, context)
  const number = saveNumber(searchParams.get(UNLOAD_SAVE)) ?? sentNumber(typed)
  if (searchParams.has('drop')) await forgetDraft(services, actor, form, typed)
  else if (typed.has(FORM_FIELDS.keep) && (await keepDraft(services, actor, form, typed, number)) === 'too-long')
    throw failure(context, 413)
  const shown = searchParams.get('show')
  if (shown !== null) await preferDraft(services, actor, form, shown)
  const to = searchParams.get('to')
  if (to === null) return new Response(null, { status: 204 })
  return redirectWithPreferences(services, searchParams, safeRedirect(to))
}
