import { redirect } from 'react-router'
import type { Route } from './+types/drafts'
import { servicesContext } from '../../context'
import { KEPT_FIELD } from '../../domain/drafts/draft'
import { dropDraft, keepDraft } from '../../domain/drafts/drafts.server'
import { failure } from '../../http/failures.server'
import { readForm } from '../../http/form.server'
import { permit } from '../../http/permit.server'
import { preferenceCookies, withoutLanguage } from '../../http/preferences.server'
import { localPath } from '../../http/safe-redirect'

export function loader({ context }: Route.LoaderArgs) {
  permit(context, 'settings.own')
  throw failure(context, 404)
}

/**
 * Keeps what is typed into the form at `?form=`, or forgets it with `?drop`: 204, or a redirect to `?to=` for a button of the
 * form that leads elsewhere. Such a button may choose a preference too (`?language=`, `?theme=`, `?sidebar=`), as `/preferences`.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { actor } = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const form = url.searchParams.get('form') ?? ''
  const typed = await readForm(request, context)
  if (url.searchParams.has('drop')) await dropDraft(services, actor, form)
  else if (typed.has(KEPT_FIELD)) await keepDraft(services, actor, form, typed)
  const to = url.searchParams.get('to')
  if (to === null) return new Response(null, { status: 204 })
  const headers = new Headers()
  const cookies = preferenceCookies(url.searchParams, services.env.publicOrigin.startsWith('https:'))
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return redirect(cookies.length > 0 ? withoutLanguage(localPath(to)) : localPath(to), { headers })
}
