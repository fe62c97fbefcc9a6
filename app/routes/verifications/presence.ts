import { data } from 'react-router'
import type { Route } from './+types/presence'
import { servicesContext } from '../../context'
import { recordViewing } from '../../domain/verifications/claims/presence.server'
import { failure } from '../../http/answers/failures.server'
import { permit } from '../../http/sign-in/permit.server'

/** POST only: an open page reports itself. */
export function loader({ context }: Route.LoaderArgs) {
  permit(context, 'verifications.review')
  throw failure(context, 404)
}

/** Records that a page is open; returns who else looks at the same application. */
export async function action({ context, params }: Route.ActionArgs) {
  const reviewing = permit(context, 'verifications.review')
  const viewers = await recordViewing(context.get(servicesContext), reviewing, params.id)
  if (!viewers) throw failure(context, 404)
  return data({ viewers })
}
