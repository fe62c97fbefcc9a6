import { describe, expect, it } from 'vitest'
import { isOwnFormToken, makeFormToken } from '../../app/http/forms/form-token.server'
import { writeAuthStorage } from '../../app/http/sign-in/session-cookie.server'

const [now, former] = ['first secret of thirty two bytes.', 'former secret of thirty-two bytes']
const env = {
  publicOrigin: 'https://console.example',
  sessionSecrets: [now] as const satisfies [string],
  sessionMaxMs: 86_400_000,
}

const pairOf = (line: string) => line.split(';')[0] ?? ''

/** The token of a first page, and the cookies that the browser sends from then on. */
function firstPage(given: typeof env = env) {
  const { token, setCookie } = makeFormToken(given, null)
  return { token, cookies: pairOf(setCookie ?? '') }
}

async function signedIn(cookies: string, userId: string) {
  const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 600 }
  const holder = { userId, deviceId: 'd' }
  return `${cookies}; ${pairOf(await writeAuthStorage(env, holder, tokens as never, 0))}`
}

describe('a form token', () => {
  it('identifies the browser by a __Host- and HttpOnly cookie, which is set once and cannot be chosen', () => {
    const { setCookie } = makeFormToken(env, null)
    expect(setCookie).toMatch(/^__Host-form=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(makeFormToken(env, pairOf(setCookie ?? '')).setCookie).toBeNull()
    const chosen = makeFormToken(env, '__Host-form=chosen')
    expect(chosen.setCookie).toMatch(/^__Host-form=[\w-]{43};/)
    expect(isOwnFormToken(env, '__Host-form=chosen', chosen.token)).toBe(false)
  })

  it('is valid in its own browser only', () => {
    const [one, other] = [firstPage(), firstPage()]
    expect(isOwnFormToken(env, one.cookies, one.token)).toBe(true)
    expect(isOwnFormToken(env, other.cookies, one.token)).toBe(false)
    expect(isOwnFormToken(env, null, one.token)).toBe(false)
    expect(isOwnFormToken(env, `${one.cookies}; ${one.cookies}`, one.token)).toBe(false)
  })

  it('cannot be made without one of our secrets, and outlives a change of secrets', () => {
    const { cookies, token } = firstPage({ ...env, sessionSecrets: [former] })
    expect(isOwnFormToken(env, cookies, token)).toBe(false)
    expect(isOwnFormToken({ ...env, sessionSecrets: [now, former] }, cookies, token)).toBe(true)
    expect(isOwnFormToken(env, '__Host-form=chosen', token)).toBe(false)
  })

  it('differs for each account: one made before sign-in or for another account is not valid', async () => {
    const { cookies, token } = firstPage()
    const [asha, boris] = [await signedIn(cookies, 'asha'), await signedIn(cookies, 'boris')]
    const hers = makeFormToken(env, asha).token
    expect(isOwnFormToken(env, asha, hers)).toBe(true)
    expect(isOwnFormToken(env, asha, token)).toBe(false)
    expect(isOwnFormToken(env, boris, hers)).toBe(false)
    expect(isOwnFormToken(env, cookies, hers)).toBe(false)
  })
})
