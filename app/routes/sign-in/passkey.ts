import type { Route } from './+types/passkey'
import { servicesContext } from '../../context'
import { assertionOptions } from '../../domain/passkeys/challenge.server'
import { failure } from '../../http/answers/failures.server'
import { answerOptions } from '../../http/sign-in/passkey-challenge.server'

/** Only asked by POST: each asking replaces the challenge of this browser. */
export function loader({ context }: Route.LoaderArgs) {
  throw failure(context, 404)
}

/** What the browser asks a passkey for to sign in; the same for everybody. */
export async function action({ context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  return answerOptions(services, await assertionOptions(services, null), { purpose: 'sign-in', sessionId: null })
}
