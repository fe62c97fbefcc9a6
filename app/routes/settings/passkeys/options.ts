import type { Route } from './+types/options'
import { servicesContext } from '../../../context'
import { assertionOptions, registrationOptions } from '../../../domain/passkeys/challenge.server'
import { failure } from '../../../http/answers/failures.server'
import { readForm } from '../../../http/forms/form.server'
import { answerOptions } from '../../../http/sign-in/passkey-challenge.server'
import { permit } from '../../../http/sign-in/permit.server'

/** Only asked by POST: each asking replaces the challenge of this browser. */
export function loader({ context }: Route.LoaderArgs) {
  permit(context, 'settings.own')
  throw failure(context, 404)
}

/** What the browser makes a passkey from, or asks one for that proves who acts. */
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
