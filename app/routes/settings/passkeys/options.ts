import type { Route } from './+types/options'
import { servicesContext } from '../../../context'
import { assertionOptions, registrationOptions } from '../../../domain/passkeys/challenge.server'
import { failure } from '../../../http/answers/failures.server'
import { readForm } from '../../../http/forms/form.server'
import { answerOptions } from '../../../http/sign-in/passkey-challenge.server'
import { permit } from '../../../http/sign-in/permit.server'

/** POST only: each request replaces this browser's challenge. */
export function loader({ context }: Route.LoaderArgs) {
  permit(context, 'settings.own')
  throw failure(context, 404)
}

/** Returns the options to create a passkey, or to prove with one who acts. */
export async function action({ request, context }: Route.ActionArgs) {
  const own = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const { sessionId } = own.actor
  const purpose = (await readForm(request, context)).get('purpose')
  if (purpose === 'add')
    return answerOptions(services, await registrationOptions(services, own), { purpose, sessionId })
  if (purpose === 'prove')
    return answerOptions(services, await assertionOptions(services, own.actor), { purpose, sessionId })
  throw failure(context, 400)
}
