/** One cookie's value, or null; a name given twice counts as none. */
export function readCookie(header: string | null, name: string): string | null {
  const found = (header ?? '').split(';').flatMap((part) => {
    const [key, ...rest] = part.trim().split('=')
    return key === name ? [rest.join('=')] : []
  })
  if (found.length !== 1) return null
  try {
    return decodeURIComponent(found[0] ?? '')
  } catch {
    return null
  }
}

/** A `Set-Cookie` line; SameSite=Lax and Path=/ always. `maxAgeS` 0 removes it, none makes it last as long as the browser. */
export function writeCookie(
  name: string,
  value: string,
  options: { maxAgeS?: number; isHttpOnly?: boolean; isSecure?: boolean } = {},
): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', 'SameSite=Lax']
  if (options.maxAgeS !== undefined) parts.push(`Max-Age=${options.maxAgeS}`)
  if (options.isHttpOnly) parts.push('HttpOnly')
  if (options.isSecure) parts.push('Secure')
  return parts.join('; ')
}
