import { redirect, href } from 'react-router'
import type { Route } from './+types/sign-out'
import { servicesContext, requestInfoContext } from '../../context'
import { endSession } from '../../http/sign-in/session.server'
import { redirectWithToast } from '../../http/answers/toast.server'

/** A visit changes nothing; only the button signs out. */
export function loader() {
  throw redirect('/')
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const { requestId } = context.get(requestInfoContext)
  const headers = await endSession(request, services, requestId)
  services.log.info({ requestId }, 'signed out')
  headers.set('X-Remix-Reload-Document', 'true')
  return redirectWithToast(services, href('/sign-in'), 'info', 'access:toast.signedOut', undefined, { headers })
}
