import type { Route } from './+types/preferences'
import { servicesContext } from '../../context'
import { failure } from '../../http/answers/failures.server'
import { readForm } from '../../http/forms/form.server'
import { redirectWithPreferences } from '../../http/preferences/preferences.server'
import { pagePath } from '../../http/sign-in/safe-redirect'

export function loader({ context }: Route.LoaderArgs) {
  throw failure(context, 404)
}

/** Stores a language, theme, font, direction or sidebar state in this browser and returns to the page before. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context)
  return redirectWithPreferences(context.get(servicesContext), form, pagePath(String(form.get('redirect') ?? '')))
}
