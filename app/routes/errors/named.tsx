import type { Route } from './+types/named'
import { failure, type FailureStatus } from '../../http/answers/failures.server'
import { actorOf } from '../../http/sign-in/permit.server'

const STATUSES: Record<string, FailureStatus> = {
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'internal-server-error': 500,
  'maintenance-error': 503,
  '401': 401,
  '403': 403,
  '404': 404,
  '500': 500,
  '503': 503,
}

export function loader({ params, context }: Route.LoaderArgs) {
  actorOf(context)
  throw failure(context, Object.hasOwn(STATUSES, params.error) ? (STATUSES[params.error] ?? 404) : 404)
}

export default function Named() {
  return null
}
