import { redirect } from 'react-router'
import type { Route } from './+types/drafts'
import { servicesContext } from '../../context'
import { dropDraft, keepDraft } from '../../domain/drafts/drafts.server'
import { failure } from '../../http/failures.server'
import { readForm } from '../../http/form.server'
import { permit } from '../../http/permit.server'
import { localPath } from '../../http/safe-redirect'

export function loader({ context }: Route.LoaderArgs) {
  permit(context, 'settings.own')
  throw failure(context, 404)
}

/**
 * Keeps what is typed into the form at `?form=`, or forgets it with `?drop`: 204, or a redirect to `?to=` for a button of the
 * form that leads elsewhere.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { actor } = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const form = url.searchParams.get('form') ?? ''
  const typed = await readForm(request, context)
  await (url.searchParams.has('drop') ? dropDraft(services, actor, form) : keepDraft(services, actor, form, typed))
  const to = url.searchParams.get('to')
  return to === null ? new Response(null, { status: 204 }) : redirect(localPath(to))
}
