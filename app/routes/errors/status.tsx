import type { Route } from './+types/status'
import { failure, type FailureStatus } from '../../http/answers/failures.server'

/** /401, /403, /404, /413, /429, /500, /503: each answers with its own status and may name the reference of the failure that led here. */
export function loader({ url, context }: Route.LoaderArgs) {
  const status = Number(url.pathname.replaceAll('/', '')) as FailureStatus
  throw failure(context, status, url.searchParams.get('reference'))
}

export default function Status() {
  return null
}
