import type { Route } from './+types/preview'
import { servicesContext } from '../../../context'
import { previewInvitation } from '../../../domain/invites/sending/invite-message.server'
import { failure } from '../../../http/answers/failures.server'
import { readForm } from '../../../http/forms/form.server'
import { permit } from '../../../http/sign-in/permit.server'
import { previewInput } from '../../../domain/invites/sending/preview-input'

/** POST only, so that nobody's text appears in an address. */
export function loader({ context }: Route.LoaderArgs) {
  permit(context, 'invites.create')
  throw failure(context, 404)
}

export async function action({ request, context }: Route.ActionArgs) {
  const creating = permit(context, 'invites.create')
  const draft = previewInput.parse(Object.fromEntries(await readForm(request, context)))
  return Response.json(await previewInvitation(context.get(servicesContext), creating, draft))
}
