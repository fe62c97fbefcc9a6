import { redirect, type RouterContextProvider } from 'react-router'
import { servicesContext, requestInfoContext } from '../../context'
import { findLandingPath } from '../../domain/join/landing-path.server'
import type { Entrance, SignedIn } from '../../domain/sign-in/let-in.server'
import { clearChallenge } from '../../http/challenge.server'
import { readProofs, writeProofs } from '../../http/device-proof.server'
import { readDevice } from '../../http/device.server'
import { safeRedirect } from '../../http/safe-redirect'
import { formerToken, startSession } from '../../http/session.server'

type Context = Readonly<RouterContextProvider>

/** The browser that somebody signs in with. */
export function entranceOf(request: Request, context: Context): Entrance {
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

/** Gives the browser its session and leads to the page that was asked for, or home. */
export async function enterConsole(request: Request, form: FormData, context: Context, signedIn: SignedIn) {
  const services = context.get(servicesContext)
  const device = readDevice(request, services.env)
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const holder = { userId: signedIn.userId, deviceId: device.id }
  const cookies = startSession(services, holder, signedIn.tokens)
  const kept = writeProofs(services.env, signedIn.proofs)
  for (const cookie of [...cookies, kept, clearChallenge(services.env), ...device.setCookie])
    headers.append('Set-Cookie', cookie)
  const target = safeRedirect(String(form.get('redirect') ?? ''))
  return redirect(target === '/' ? await findLandingPath(services, signedIn.userId) : target, { headers })
}
