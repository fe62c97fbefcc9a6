import type { Route } from './+types/organizations'
import { servicesContext } from '../../../context'
import { listJoinable } from '../../../domain/invites/joinable.server'
import { permit } from '../../../http/sign-in/permit.server'
import type { FoundOrganizations } from './invite-form.server'

/** Returns the organizations to choose from while typing. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const creating = permit(context, 'invites.create')
  const words = url.searchParams.get('q') ?? ''
  const organizations = await listJoinable(context.get(servicesContext), creating, { words, chosenId: '' })
  return { words, organizations } satisfies FoundOrganizations
}
