import { createCookieSessionStorage, createSession, type Cookie, type SessionStorage } from 'react-router'
import { z } from 'zod'
import { LAPSED_KEPT_MS } from '../../domain/drafts/draft'
import type { TokenResponse } from '../../domain/sessions/sessions.server'
import type { Env } from '../../env.server'
import { cookieName, sealedCookie, type CookieEnv } from '../cookies/sealed-cookie.server'

const NAME = 'auth-storage'

const content = z.object({
  user: z.object({ id: z.string() }),
  accessToken: z.string(),
  refreshToken: z.string(),
  tokenExpiresAt: z.number().nullable(),
  deviceId: z.string(),
})

/** What the session cookie holds (specification 3); `tokenExpiresAt` in milliseconds. */
type AuthStorage = z.infer<typeof content>

type SessionEnv = CookieEnv & Pick<Env, 'sessionMaxMs'>

const sealedIn = (env: CookieEnv) => sealedCookie(env, { name: NAME, purpose: 'session-cookie', content })

/** The account that a `Cookie` header names; whether its session is still valid is checked elsewhere. */
export const readSessionUserId = (env: CookieEnv, cookies: string | null): string | null =>
  sealedIn(env).read(cookies)?.user.id ?? null

/** Like `readSessionUserId`, but null once a browser would have dropped the cookie. */
export function readRecentSessionUserId(env: SessionEnv, cookies: string | null, nowMs: number): string | null {
  const stored = sealedIn(env).read(cookies)
  return stored && nowMs < (stored.tokenExpiresAt ?? 0) + keptMs(env) ? stored.user.id : null
}

/** Sessions end on the server; the cookie lasts at least as long as text posted after the end may be kept for its owner. */
const keptMs = ({ sessionMaxMs }: SessionEnv): number => Math.max(sessionMaxMs, LAPSED_KEPT_MS)

/** React Router's cookie storage, in a cookie that is sealed rather than only signed. */
function storageOf(env: SessionEnv): SessionStorage<AuthStorage> {
  const sealed = sealedIn(env)
  const cookie: Cookie = {
    name: cookieName(env, NAME),
    isSigned: true,
    parse: async (header) => sealed.read(header),
    serialize: async (stored: AuthStorage | '') =>
      stored === '' ? sealed.clear() : sealed.write(stored, Math.floor(keptMs(env) / 1000)),
  }
  return createCookieSessionStorage({ cookie })
}

/** Returns the content of the session cookie; `isThere` is true even when it cannot be read. */
export function readAuthStorage(request: Request, env: SessionEnv): { isThere: boolean; stored: AuthStorage | null } {
  const header = request.headers.get('cookie')
  if (!header?.includes(`${cookieName(env, NAME)}=`)) return { isThere: false, stored: null }
  return { isThere: true, stored: sealedIn(env).read(header) }
}

/** The `Set-Cookie` line for a token response, received at `nowMs`. */
export function writeAuthStorage(
  env: SessionEnv,
  holder: { userId: string; deviceId: string },
  tokens: TokenResponse,
  nowMs: number,
): Promise<string> {
  const stored: AuthStorage = {
    user: { id: holder.userId },
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    tokenExpiresAt: nowMs + tokens.expires_in * 1000,
    deviceId: holder.deviceId,
  }
  return storageOf(env).commitSession(createSession(stored))
}

export const clearAuthStorage = (env: SessionEnv): Promise<string> => storageOf(env).destroySession(createSession())
