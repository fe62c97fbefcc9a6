import { parse, serialize } from 'cookie'

/** Returns one cookie's value; null when it is missing or given twice. */
export function readCookie(header: string | null, name: string): string | null {
  const part = header === null ? undefined : partsOf(header).get(name)
  return part ? (parse(part)[name] ?? null) : null
}

let last: { header: string; parts: Map<string, string | null> } | null = null

/** Splits a `Cookie` header by name; null for a name that is given twice. The last header is remembered: one request reads a dozen cookies. */
function partsOf(header: string): Map<string, string | null> {
  if (last?.header === header) return last.parts
  const parts = new Map<string, string | null>()
  for (const part of header.split(';')) {
    const text = part.trim()
    const name = text.slice(0, Math.max(text.indexOf('='), 0))
    parts.set(name, parts.has(name) ? null : part)
  }
  last = { header, parts }
  return parts
}

/**
 * Returns a `Set-Cookie` line, always with SameSite=Lax and Path=/. `maxAgeS` 0 removes the cookie; without it, the cookie lasts as
 * long as the browser session.
 */
export const writeCookie = (
  name: string,
  value: string,
  options: { maxAgeS?: number; isHttpOnly?: boolean; isSecure?: boolean } = {},
): string =>
  serialize(name, value, {
    path: '/',
    sameSite: 'lax',
    maxAge: options.maxAgeS,
    httpOnly: options.isHttpOnly,
    secure: options.isSecure,
  })

/**
 * Whether this browser has cookies switched off: it came from a page of this site, each of which sets a cookie, and sent none back.
 * False for a client whose first request this is.
 */
export function keepsNoCookies(request: Request): boolean {
  if (request.headers.has('cookie')) return false
  const referer = request.headers.get('referer')
  const isFromHere =
    referer !== null && URL.canParse(referer) && new URL(referer).origin === new URL(request.url).origin
  return isFromHere || request.headers.get('sec-fetch-site') === 'same-origin'
}
