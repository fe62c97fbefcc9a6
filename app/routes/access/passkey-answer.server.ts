import { data, type RouterContextProvider } from 'react-router'
import { servicesContext, requestInfoContext } from '../../context'
import { assertionInput } from '../../domain/passkeys/input'
import { signInByPasskey } from '../../domain/sign-in/sign-in-by-passkey.server'
import { readPasskeyChallenge } from '../../http/passkey-challenge.server'
import { enterConsole, entranceOf } from './enter-console.server'
import { refused } from './send-code-answer.server'

/** Judges what a passkey answered: 302 signed in, or 422 in the same words whatever does not hold. */
export async function answerPasskey(request: Request, form: FormData, context: Readonly<RouterContextProvider>) {
  const services = context.get(servicesContext)
  const assertion = assertionInput.safeParse(form.get('passkey'))
  const challenge = readPasskeyChallenge(request, services, { purpose: 'sign-in', sessionId: null })
  const { requestId } = context.get(requestInfoContext)
  const signedIn =
    assertion.success && challenge !== null
      ? await signInByPasskey(
          services,
          { assertion: assertion.data, challenge, requestId },
          entranceOf(request, context),
        )
      : null
  if (signedIn) return enterConsole(request, form, context, signedIn)
  return data(refused(form, { notice: { text: { key: 'access:error.passkeyFailed' } } }), 422)
}
