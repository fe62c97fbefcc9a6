import type { z } from 'zod'
import type { Env } from '../../env.server'
import { readCookie, writeCookie } from './cookies.server'
import { seal, unseal } from './seal.server'

export type CookieEnv = Pick<Env, 'publicOrigin' | 'sessionSecrets'>

export const isHttps = (env: Pick<Env, 'publicOrigin'>): boolean => env.publicOrigin.startsWith('https:')

/** `__Host-name` behind https, so that neither a neighbouring subdomain nor an unencrypted page can set it. */
export const cookieName = (env: Pick<Env, 'publicOrigin'>, name: string): string =>
  isHttps(env) ? `__Host-${name}` : name

/** A cookie that only this server can read: encrypted, authenticated, sealed for one purpose, HttpOnly. */
type SealedCookie<Content> = {
  /** Returns the content from a `Cookie` header; null when the cookie is missing, changed, sealed elsewhere, or of another shape. */
  read(header: string | null): Content | null
  write(content: Content, maxAgeS: number): string
  clear(): string
}

export function sealedCookie<Content extends object>(
  env: CookieEnv,
  { name, purpose, content }: { name: string; purpose: string; content: z.ZodType<Content> },
): SealedCookie<Content> {
  const given = cookieName(env, name)
  const line = (value: string, maxAgeS: number) =>
    writeCookie(given, value, { maxAgeS, isHttpOnly: true, isSecure: isHttps(env) })
  return {
    read(header) {
      const sealed = readCookie(header, given)
      return sealed === null ? null : (content.safeParse(unseal(env.sessionSecrets, purpose, sealed)).data ?? null)
    },
    write: (value, maxAgeS) => line(seal(env.sessionSecrets, purpose, value), maxAgeS),
    clear: () => line('', 0),
  }
}
