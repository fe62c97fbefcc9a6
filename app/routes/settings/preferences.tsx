import { redirect } from 'react-router'
import type { Route } from './+types/preferences'
import { servicesContext } from '../../context'
import { failure } from '../../http/failures.server'
import { readForm } from '../../http/form.server'
import { preferenceCookies, withoutLanguage } from '../../http/preferences.server'
import { localPath } from '../../http/safe-redirect'

export function loader({ context }: Route.LoaderArgs) {
  throw failure(context, 404)
}

/** Remembers a language, theme, font, direction or sidebar in this browser and returns to the page one came from. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const isSecure = context.get(servicesContext).env.publicOrigin.startsWith('https:')
  const headers = new Headers()
  for (const cookie of preferenceCookies(form, isSecure)) headers.append('Set-Cookie', cookie)
  return redirect(withoutLanguage(localPath(String(form.get('redirect') ?? ''))), { headers })
}
