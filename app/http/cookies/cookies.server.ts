import { parse, serialize } from 'cookie'

/** One cookie's value, or null; a name given twice counts as none. */
export function readCookie(header: string | null, name: string): string | null {
  const part = header === null ? undefined : partsOf(header).get(name)
  return part ? (parse(part)[name] ?? null) : null
}

let last: { header: string; parts: Map<string, string | null> } | null = null

/** A `Cookie` header by the names in it, null for one that is given twice. One request asks for a dozen of them. */
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

/** A `Set-Cookie` line; SameSite=Lax and Path=/ always. `maxAgeS` 0 removes it, none makes it last as long as the browser. */
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
 * Whether this browser has cookies switched off: a page of this site led here, each of which sets one, and none came back. A
 * client that begins here, with or without a form, is told nothing.
 */
export function keepsNoCookies(request: Request): boolean {
  if (request.headers.has('cookie')) return false
  const referer = request.headers.get('referer')
  const isFromHere =
    referer !== null && URL.canParse(referer) && new URL(referer).origin === new URL(request.url).origin
  return isFromHere || request.headers.get('sec-fetch-site') === 'same-origin'
}
