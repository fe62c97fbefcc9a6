import type { Route } from './+types/unknown'
import { failure } from '../../http/answers/failures.server'

export function loader({ context }: Route.LoaderArgs) {
  throw failure(context, 404)
}

export function action({ context }: Route.ActionArgs) {
  throw failure(context, 404)
}

export default function Unknown() {
  return null
}
