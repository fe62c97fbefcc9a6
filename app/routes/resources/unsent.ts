import type { Route } from './+types/unsent'
import { requestInfoContext, servicesContext } from '../../context'
import { failure } from '../../http/answers/failures.server'
import { readForm } from '../../http/forms/form.server'
import { permit } from '../../http/sign-in/permit.server'
import { localPath } from '../../http/sign-in/safe-redirect'

const MOST = 20
const PATH_LIMIT = 200

export function loader({ context }: Route.LoaderArgs) {
  permit(context, 'settings.own')
  throw failure(context, 404)
}

/**
 * The console reports forms that the network lost, once it is connected again: these failed mutations reach the tracker too
 * (specification 7), as one kind, since nothing proves that a reported path has a form. 204.
 */
export async function action({ request, context }: Route.ActionArgs) {
  permit(context, 'settings.own')
  const { tracker } = context.get(servicesContext)
  const { requestId } = context.get(requestInfoContext)
  const paths = (await readForm(request, context)).getAll('path').slice(0, MOST)
  for (const path of paths) {
    const route = localPath(String(path)).split(/[?#]/, 1)[0]?.slice(0, PATH_LIMIT)
    tracker.report({
      error: new UnsentForm(),
      requestId,
      route,
      method: 'POST',
      level: 'warning',
      fingerprint: ['unsent form'],
    })
  }
  return new Response(null, { status: 204 })
}

class UnsentForm extends Error {
  constructor() {
    super('a form did not arrive')
    this.name = 'UnsentForm'
  }
}
