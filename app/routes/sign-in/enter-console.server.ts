import { redirect, type RouterContextProvider } from 'react-router'
import { servicesContext, requestInfoContext } from '../../context'
import { findLandingPath } from '../../domain/join/landing-path.server'
import { conflict, done, resultOf } from '../../domain/outcome'
import { passkeyInput } from '../../domain/sign-in/input.server'
import type { SignInBrowser, SignedIn } from '../../domain/sign-in/open-signed-in-session.server'
import { signInByPasskey } from '../../domain/sign-in/sign-in-by-passkey.server'
import { isHttps } from '../../http/cookies/sealed-cookie.server'
import { renewedLanguage } from '../../http/preferences/language.server'
import { clearChallenge } from '../../http/sign-in/challenge.server'
import { readProofs, writeProofs } from '../../http/sign-in/device-proof.server'
import { readDevice } from '../../http/sign-in/device.server'
import { addressOr } from '../../http/answers/failures.server'
import { formAction } from '../../http/forms/form-action.server'
import { readPasskeyChallenge } from '../../http/sign-in/passkey-challenge.server'
import { safeRedirect } from '../../http/sign-in/safe-redirect'
import { formerToken, readSessionIfPossible, startSession } from '../../http/sign-in/session.server'

type ActionArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** Returns the cookies of a sign-in page; redirects a person who is already signed in. */
export async function guestCookies({ request, context }: ActionArgs, target: string): Promise<Headers> {
  const services = context.get(servicesContext)
  const session = await readSessionIfPossible(request, services, context.get(requestInfoContext).requestId)
  const cookies = new Headers()
  for (const cookie of session.setCookie) cookies.append('Set-Cookie', cookie)
  if (session.actor) {
    const to = target === '/' ? await findLandingPath(services, session.actor.id) : target
    throw redirect(to, { headers: cookies })
  }
  for (const cookie of readDevice(request, services.env).setCookie) cookies.append('Set-Cookie', cookie)
  return cookies
}

/** The browser in which somebody signs in. */
export async function signInBrowserOf({ request, context }: ActionArgs): Promise<SignInBrowser> {
  const services = context.get(servicesContext)
  const { address, requestId } = context.get(requestInfoContext)
  return {
    deviceId: readDevice(request, services.env).id,
    userAgent: request.headers.get('user-agent') ?? '',
    address,
    requestId,
    formerToken: formerToken(request, services),
    proofs: readProofs(request, services.env),
  }
}

/** Starts the browser's session and redirects to the page that was asked for, or home. */
export async function enterConsole(args: ActionArgs, signedIn: SignedIn, asked: string): Promise<Response> {
  const { request, context } = args
  const services = context.get(servicesContext)
  const device = readDevice(request, services.env)
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const holder = { userId: signedIn.userId, deviceId: device.id }
  const cookies = await startSession(services, holder, signedIn.tokens)
  const kept = writeProofs(services.env, signedIn.proofs)
  const language = renewedLanguage(request, isHttps(services.env))
  for (const cookie of [...cookies, kept, clearChallenge(services.env), ...device.setCookie, ...language])
    headers.append('Set-Cookie', cookie)
  const target = safeRedirect(asked)
  const home = () => addressOr('/', findLandingPath(services, signedIn.userId), args)
  return redirect(target === '/' ? await home() : target, { headers })
}

/** Checks a passkey's answer: 302 signed in, or 422 with the same message whatever is wrong. */
export function postPasskey(args: ActionArgs) {
  const { request, context } = args
  const services = context.get(servicesContext)
  return formAction(args, {
    schema: passkeyInput,
    async command({ passkey }, { requestId }) {
      const challenge = readPasskeyChallenge(request, services, { purpose: 'sign-in', sessionId: null })
      if (passkey === null || challenge === null) return conflict(null)
      const answered = { assertion: passkey, challenge, requestId }
      const signedIn = await signInByPasskey(services, answered, await signInBrowserOf(args))
      return signedIn ? done(signedIn) : conflict(null)
    },
    conflict: () => ({ status: 422, alert: 'access:error.passkeyFailed' }),
    done: (outcome, input) => enterConsole(args, resultOf(outcome), input.redirect),
    secret: ['passkey'],
  })
}
