import type { Actor } from '../../domain/access'
import { findActor, refreshSession, signOut, type TokenResponse } from '../../domain/sessions/sessions.server'
import { isExpired } from '../../domain/sessions/session'
import { isUnavailable } from '../../domain/unavailable.server'
import type { Services } from '../../services.server'
import { isBeat } from './beats'
import { clearDevice } from './device.server'
import { clearAuthStorage, readAuthStorage, writeAuthStorage } from './session-cookie.server'

/**
 * Returns who sends a request. `expired`: there was a session, and it is no longer valid. `setCookie`: lines for the answer.
 * Refreshes an expired access token; clears the device id together with an ended session (specification 4). Throws when the database
 * is away: that signs nobody out.
 */
export async function readSession(
  request: Request,
  services: Services,
  requestId: string,
): Promise<{ actor: Actor | null; expired: boolean; setCookie: string[] }> {
  const { env } = services
  const { isThere, stored } = readAuthStorage(request, env)
  if (!isThere) return { actor: null, expired: false, setCookie: [] }
  const reset = async () => [await clearAuthStorage(env), clearDevice(env)]
  if (!stored) return { actor: null, expired: false, setCookie: await reset() }

  const nowMs = services.now().getTime()
  const asked = { isBeat: isBeat(request) }
  const actor = isExpired(stored.tokenExpiresAt, nowMs) ? null : await findActor(services, stored.accessToken, asked)
  if (actor) return { actor, expired: false, setCookie: [] }
  const refreshed = await refreshSession(services, stored.refreshToken, requestId, asked)
  if (!refreshed) return { actor: null, expired: true, setCookie: await reset() }
  const holder = { userId: refreshed.actor.id, deviceId: stored.deviceId }
  const cookie = await writeAuthStorage(env, holder, refreshed.tokens, nowMs)
  return { actor: refreshed.actor, expired: false, setCookie: [cookie] }
}

/** The cookie lines of a sign-in. */
export const startSession = async (
  services: Services,
  holder: { userId: string; deviceId: string },
  tokens: TokenResponse,
): Promise<string[]> => [await writeAuthStorage(services.env, holder, tokens, services.now().getTime())]

/** The refresh token in this browser's cookie, valid or not. */
export const formerToken = (request: Request, services: Services): string | null =>
  readAuthStorage(request, services.env).stored?.refreshToken ?? null

/**
 * Ends the session on the server and removes session and device id from the browser, even when the database is away: the next person
 * at that machine must not be signed in.
 */
export async function endSession(request: Request, services: Services, requestId: string): Promise<Headers> {
  const token = formerToken(request, services)
  if (token !== null)
    await signOut(services, token, requestId).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      services.log.error({ err: error, requestId }, 'a session is ended in the browser alone')
      const { pathname: route } = new URL(request.url)
      services.tracker.report({ error, requestId, route, method: request.method, status: 503 })
    })
  const headers = new Headers({ 'Clear-Site-Data': '"cache", "storage"', 'Cache-Control': 'no-store' })
  headers.append('Set-Cookie', await clearAuthStorage(services.env))
  headers.append('Set-Cookie', clearDevice(services.env))
  return headers
}

/** For public pages, which must work without the database: while it is away, nobody counts as signed in. */
export const readSessionIfPossible: typeof readSession = (request, services, requestId) =>
  readSession(request, services, requestId).catch((error: unknown) => {
    if (isUnavailable(error)) return { actor: null, expired: false, setCookie: [] }
    throw error
  })
