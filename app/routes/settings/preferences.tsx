import { redirect } from 'react-router'
import type { Route } from './+types/preferences'
import { servicesContext } from '../../context'
import { failure } from '../../http/answers/failures.server'
import { readForm } from '../../http/forms/form.server'
import { preferenceCookies, withoutLanguage } from '../../http/preferences/preferences.server'
import { pagePath } from '../../http/sign-in/safe-redirect'

export function loader({ context }: Route.LoaderArgs) {
  throw failure(context, 404)
}

/** Remembers a language, theme, font, direction or sidebar in this browser and returns to the page one came from. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const isSecure = context.get(servicesContext).env.publicOrigin.startsWith('https:')
  const headers = new Headers()
  for (const cookie of preferenceCookies(form, isSecure)) headers.append('Set-Cookie', cookie)
  return redirect(withoutLanguage(pagePath(String(form.get('redirect') ?? ''))), { headers })
}
