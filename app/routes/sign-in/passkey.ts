import type { Route } from './+types/passkey'
import { servicesContext } from '../../context'
import { assertionOptions } from '../../domain/passkeys/challenge.server'
import { failure } from '../../http/answers/failures.server'
import { answerOptions } from '../../http/sign-in/passkey-challenge.server'

/** POST only: each request replaces this browser's challenge. */
export function loader({ context }: Route.LoaderArgs) {
  throw failure(context, 404)
}

/** Returns the options for signing in with a passkey; the same for everybody. */
export async function action({ context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  return answerOptions(services, await assertionOptions(services, null), { purpose: 'sign-in', sessionId: null })
}
