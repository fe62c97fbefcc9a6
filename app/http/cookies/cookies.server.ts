import { parse, serialize } from 'cookie'

/** One cookie's value, or null; a name given twice counts as none. */
export function readCookie(header: string | null, name: string): string | null {
  const given = (header ?? '').split(';').filter((part) => part.trim().startsWith(`${name}=`))
  return given.length === 1 ? (parse(given[0] ?? '')[name] ?? null) : null
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
