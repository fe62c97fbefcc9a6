import type { Route } from './+types/organizations'
import { servicesContext } from '../../../context'
import { listJoinable } from '../../../domain/invites/joinable.server'
import { permit } from '../../../http/sign-in/permit.server'

/** Organizations to choose from while typing. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const creating = permit(context, 'invites.create')
  return listJoinable(context.get(servicesContext), creating, { words: url.searchParams.get('q') ?? '', chosenId: '' })
}
