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
  it('names the browser once, in a cookie that no script reads and no neighbour sets', () => {
    const { setCookie } = makeFormToken(env, null)
    expect(setCookie).toMatch(/^__Host-form=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(makeFormToken(env, pairOf(setCookie ?? '')).setCookie).toBeNull()
    const chosen = makeFormToken(env, '__Host-form=chosen')
    expect(chosen.setCookie).toMatch(/^__Host-form=[\w-]{43};/)
    expect(isOwnFormToken(env, '__Host-form=chosen', chosen.token)).toBe(false)
  })

  it('holds for its own browser alone', () => {
    const [one, other] = [firstPage(), firstPage()]
    expect(isOwnFormToken(env, one.cookies, one.token)).toBe(true)
    expect(isOwnFormToken(env, other.cookies, one.token)).toBe(false)
    expect(isOwnFormToken(env, null, one.token)).toBe(false)
    expect(isOwnFormToken(env, `${one.cookies}; ${one.cookies}`, one.token)).toBe(false)
  })

  it('cannot be made without a secret of ours, and outlives a change of secrets', () => {
    const { cookies, token } = firstPage({ ...env, sessionSecrets: [former] })
    expect(isOwnFormToken(env, cookies, token)).toBe(false)
    expect(isOwnFormToken({ ...env, sessionSecrets: [now, former] }, cookies, token)).toBe(true)
    expect(isOwnFormToken(env, '__Host-form=chosen', token)).toBe(false)
  })

  it('is another one for each account: what was drawn before signing in, or for somebody else, does not hold', async () => {
    const { cookies, token } = firstPage()
    const [asha, boris] = [await signedIn(cookies, 'asha'), await signedIn(cookies, 'boris')]
    const hers = makeFormToken(env, asha).token
    expect(isOwnFormToken(env, asha, hers)).toBe(true)
    expect(isOwnFormToken(env, asha, token)).toBe(false)
    expect(isOwnFormToken(env, boris, hers)).toBe(false)
    expect(isOwnFormToken(env, cookies, hers)).toBe(false)
  })
})
