import { isKeyedHash, keyedHash, randomToken } from '../../domain/sealing.server'
import { readCookie, writeCookie } from '../cookies/cookies.server'
import { cookieName, isHttps, type CookieEnv } from '../cookies/sealed-cookie.server'
import { readSessionUserId } from '../sign-in/session-cookie.server'

const COOKIE = 'form'
const PURPOSE = 'form-token'
const BROWSER = /^[\w-]{43}$/

/**
 * A token in every posted form, for browsers that send neither Origin nor Referer, such as Lynx from an address with a query. Only
 * this server can make it, for one browser and the account signed in there. A browser without a name cookie gets one.
 */
export function makeFormToken(env: CookieEnv, cookies: string | null): { token: string; setCookie: string | null } {
  const known = browserOf(env, cookies)
  const browser = known ?? randomToken()
  const token = keyedHash(env.sessionSecrets[0], PURPOSE, [browser, readSessionUserId(env, cookies) ?? ''])
  const options = { isHttpOnly: true, isSecure: isHttps(env) }
  return { token, setCookie: known === null ? writeCookie(cookieName(env, COOKIE), browser, options) : null }
}

export function isOwnFormToken(env: CookieEnv, cookies: string | null, token: string): boolean {
  const browser = browserOf(env, cookies)
  if (browser === null) return false
  return isKeyedHash(token, env.sessionSecrets, PURPOSE, [browser, readSessionUserId(env, cookies) ?? ''])
}

function browserOf(env: CookieEnv, cookies: string | null): string | null {
  const name = readCookie(cookies, cookieName(env, COOKIE))
  return name !== null && BROWSER.test(name) ? name : null
}
