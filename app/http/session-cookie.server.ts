import { z } from 'zod'
import type { TokenResponse } from '../domain/sessions/sessions.server'
import type { Env } from '../env.server'
import { readCookie, writeCookie } from './cookies.server'
import { seal, unseal } from './seal.server'

const PURPOSE = 'session-cookie'

const content = z.object({
  user: z.object({ id: z.string() }),
  accessToken: z.string(),
  refreshToken: z.string(),
  tokenExpiresAt: z.number().nullable(),
  deviceId: z.string(),
})

/** What the session cookie holds (specification 3); `tokenExpiresAt` in milliseconds. */
export type AuthStorage = z.infer<typeof content>

export const isHttps = (env: Pick<Env, 'publicOrigin'>): boolean => env.publicOrigin.startsWith('https:')

export const sessionCookieName = (env: Pick<Env, 'publicOrigin'>): string =>
  isHttps(env) ? '__Host-auth-storage' : 'auth-storage'

/** The content of the session cookie; `isThere` also when it is not readable. */
export function readAuthStorage(
  request: Request,
  env: Pick<Env, 'publicOrigin' | 'sessionSecrets'>,
): { isThere: boolean; stored: AuthStorage | null } {
  const header = request.headers.get('cookie')
  const name = sessionCookieName(env)
  if (!header?.includes(`${name}=`)) return { isThere: false, stored: null }
  const sealed = readCookie(header, name)
  const opened = sealed === null ? null : content.safeParse(unseal(env.sessionSecrets, PURPOSE, sealed))
  return { isThere: true, stored: opened?.data ?? null }
}

/** The `Set-Cookie` line for a token response, received at `nowMs`. */
export function writeAuthStorage(
  env: Pick<Env, 'publicOrigin' | 'sessionSecrets' | 'sessionMaxMs'>,
  holder: { userId: string; deviceId: string },
  tokens: TokenResponse,
  nowMs: number,
): string {
  const stored: AuthStorage = {
    user: { id: holder.userId },
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    tokenExpiresAt: nowMs + tokens.expires_in * 1000,
    deviceId: holder.deviceId,
  }
  return writeCookie(sessionCookieName(env), seal(env.sessionSecrets, PURPOSE, stored), {
    maxAgeS: Math.floor(env.sessionMaxMs / 1000),
    isHttpOnly: true,
    isSecure: isHttps(env),
  })
}

export const clearAuthStorage = (env: Pick<Env, 'publicOrigin'>): string =>
  writeCookie(sessionCookieName(env), '', { maxAgeS: 0, isHttpOnly: true, isSecure: isHttps(env) })
