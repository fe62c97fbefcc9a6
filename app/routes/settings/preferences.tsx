import { redirect } from 'react-router'
import type { Route } from './+types/preferences'
import { servicesContext } from '../../context'
import { failure } from '../../http/failures.server'
import { readForm } from '../../http/form.server'
import { preferenceCookies, withoutLanguage } from '../../http/preferences.server'
import { localPath } from '../../http/safe-redirect'
import { redirectWithToast } from '../../http/toast.server'

export function loader({ context }: Route.LoaderArgs) {
  throw failure(context, 404)
}

/**
 * Remembers a language, theme, font, direction or sidebar in this browser and returns to the page one came from; with the
 * field `saved`, as of a form of settings, it says so.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const services = context.get(servicesContext)
  const isSecure = services.env.publicOrigin.startsWith('https:')
  const headers = new Headers()
  for (const cookie of preferenceCookies(form, isSecure)) headers.append('Set-Cookie', cookie)
  const to = withoutLanguage(localPath(String(form.get('redirect') ?? '')))
  return form.has('saved')
    ? redirectWithToast(services, to, 'success', 'settings:toast.saved', undefined, { headers })
    : redirect(to, { headers })
}
