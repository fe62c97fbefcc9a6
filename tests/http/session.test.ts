import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessions } from '../../app/db/schema/sessions'
import { users } from '../../app/db/schema/users'
import { openSession } from '../../app/domain/sessions/sessions.server'
import { RouterContextProvider } from 'react-router'
import { requestInfoContext, servicesContext } from '../../app/context'
import { readToast } from '../../app/http/answers/toast.server'
import { guardMiddleware } from '../../app/http/sign-in/guard.server'
import { readDevice } from '../../app/http/sign-in/device.server'
import { seal, unseal } from '../../app/http/cookies/seal.server'
import { readRecentSessionUserId } from '../../app/http/sign-in/session-cookie.server'
import { endSession, readSession, startSession } from '../../app/http/sign-in/session.server'
import type { Services } from '../../app/services.server'
import { openConsole } from '../support/console'
import { emptyTables, openTestDatabase } from '../support/database'
import { addUser } from '../support/people'
import { answerOf, visit } from '../support/requests'
import { testEnv, testServices, type TestServices } from '../support/services'
import { MINUTE_MS } from '../../app/durations'

const HTTPS = { MODE: 'demo', PUBLIC_ORIGIN: 'https://console.example.com' }

const db = await openTestDatabase()
let services: TestServices
let userId: string
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  userId = await addUser(db)
})

const request = (cookie?: string) => new Request('http://localhost:3000/users', { headers: cookie ? { cookie } : {} })
const askSession = (asked: Request, of: Services) => readSession(asked, of, 'REFERENCE1')
const pair = (line: string | undefined) => line?.split(';')[0] ?? ''

async function signIn(of = services): Promise<string> {
  const browser = { deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7' }
  const tokens = await openSession(db, of, userId, browser)
  const [line] = await startSession(of, { userId, deviceId: 'device' }, tokens)
  return line ?? ''
}

const nobody = { actor: null, expired: false }

describe('the session cookie', () => {
  it('is auth-storage, HttpOnly and Lax, and nothing in it can be read', async () => {
    const line = await signIn()
    expect(line).toMatch(/^auth-storage=[\w-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(line.length).toBeLessThan(1024)
    const readable = Buffer.from(pair(line).slice('auth-storage='.length), 'base64url').toString('latin1')
    expect(readable).not.toMatch(/accessToken|refreshToken|manager|7701/)
    expect(readable).not.toContain(userId)
  })

  it('names its holder for as long as a browser keeps it, even after the session has ended', async () => {
    const cookie = pair(await signIn())
    const holderIn = (days: number) =>
      readRecentSessionUserId(services.env, cookie, services.now().getTime() + days * 24 * 60 * MINUTE_MS)
    expect([holderIn(0), holderIn(7)]).toEqual([userId, userId])
    expect(holderIn(31)).toBeNull()
    expect(readRecentSessionUserId(services.env, null, services.now().getTime())).toBeNull()
  })

  it('is kept for 7 days, or for as long as a session may last if that is longer', async () => {
    const long = await testServices({ env: testEnv({ MODE: 'demo', SESSION_MAX_HOURS: '720' }) })
    expect(await signIn(long)).toContain('Max-Age=2592000;')
    const cookie = pair(await signIn())
    services.clock.advance(6 * 24 * 60 * MINUTE_MS)
    expect(await askSession(request(cookie), services)).toMatchObject({ actor: null, expired: true })
  })

  it('is __Host-auth-storage and Secure behind https', async () => {
    const behindHttps = await testServices({ env: testEnv(HTTPS) })
    const line = await signIn(behindHttps)
    expect(line).toMatch(/^__Host-auth-storage=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(line).not.toContain('Domain')
    expect((await askSession(request(pair(line)), behindHttps)).actor?.id).toBe(userId)
    expect(await askSession(request(pair(line).replace('__Host-', '')), behindHttps)).toMatchObject(nobody)
  })

  it('identifies who sends the request, and is not set again', async () => {
    const cookie = pair(await signIn())
    expect(await askSession(request(cookie), services)).toMatchObject({ actor: { id: userId }, setCookie: [] })
  })

  it('identifies each browser’s own user, one after another and at the same time', async () => {
    const first = pair(await signIn())
    const [firstUser, secondUser] = [userId, await addUser(db, { phone: '+77010000077' })]
    userId = secondUser
    const second = pair(await signIn())
    const idOf = async (cookie?: string) => (await askSession(request(cookie), services)).actor?.id
    const inTurn = [await idOf(first), await idOf(second), await idOf(first), await idOf()]
    expect(inTurn).toEqual([firstUser, secondUser, firstUser, undefined])
    expect(await Promise.all([first, second, first].map(idOf))).toEqual([firstUser, secondUser, firstUser])
  })

  it('when missing counts as not signed in, with nothing to clear', async () => {
    expect(await askSession(request(), services)).toEqual({ ...nobody, setCookie: [] })
    expect(await askSession(request('theme=dark'), services)).toEqual({ ...nobody, setCookie: [] })
  })

  it.each<[string, (cookie: string) => string]>([
    ['changed', (cookie) => cookie.slice(0, -3) + (cookie.endsWith('AAA') ? 'BBB' : 'AAA')],
    ['changed in the middle', (cookie) => cookie.slice(0, 80) + (cookie[80] === 'A' ? 'B' : 'A') + cookie.slice(81)],
    ['cut', (cookie) => cookie.slice(0, -20)],
    ['empty', () => 'auth-storage='],
    ['doubled', (cookie) => `${cookie}; ${cookie}`],
    ['no seal at all', () => 'auth-storage=eyJ1c2VyIjp7ImlkIjoiMSJ9fQ'],
    ['badly encoded', () => 'auth-storage=%zz'],
    ['with more behind it', (cookie) => `${cookie}.x`],
    ['with another letter behind it', (cookie) => `${cookie}A`],
    ['with a space in it', (cookie) => `${cookie.slice(0, 50)}%20${cookie.slice(50)}`],
  ])('%s counts as not signed in', async (_, change) => {
    const cookie = pair(await signIn())
    expect(await askSession(request(change(cookie)), services)).toMatchObject(nobody)
  })

  it('of another product, purpose or content counts as not signed in', async () => {
    const content = { user: { id: userId }, accessToken: 'a', refreshToken: 'b', tokenExpiresAt: 1, deviceId: 'c' }
    const foreign = seal(['a secret of somebody else that is long enough'], 'session-cookie', content)
    const otherPurpose = seal(services.env.sessionSecrets, 'challenge-cookie', content)
    const otherContent = seal(services.env.sessionSecrets, 'session-cookie', { user: 1 })
    for (const value of [foreign, otherPurpose, otherContent])
      expect(await askSession(request(`auth-storage=${value}`), services)).toMatchObject(nobody)
  })

  it('is valid while its secret is in the list, and not after', async () => {
    const cookie = pair(await signIn())
    const [old] = services.env.sessionSecrets
    const fresh = 'another secret that is long enough for it'
    const rotating = await testServices({ env: testEnv({ SESSION_SECRET: `${fresh},${old}` }) })
    const rotated = await testServices({ env: testEnv({ SESSION_SECRET: fresh }) })
    expect((await askSession(request(cookie), rotating)).actor?.id).toBe(userId)
    expect(await askSession(request(cookie), rotated)).toMatchObject(nobody)
  })
})

describe('a request with an expired access token', () => {
  it('is refreshed and answered; using the old cookie after 11 seconds ends the session', async () => {
    const first = pair(await signIn())
    services.clock.advance(14 * MINUTE_MS)
    const answer = await askSession(request(first), services)
    expect(answer).toMatchObject({ actor: { id: userId }, expired: false })
    const second = pair(answer.setCookie[0])
    expect((await askSession(request(second), services)).setCookie).toEqual([])
    services.clock.advance(11_000)
    expect(await askSession(request(first), services)).toMatchObject({ actor: null, expired: true })
    expect(await askSession(request(second), services)).toMatchObject({ actor: null, expired: true })
  })

  it.each([
    ['a page that is not there', 'GET', `/users/${randomUUID()}`, 404],
    ['an address without a page', 'GET', '/drafts', 404],
    ['a file that is not there', 'GET', `/organizations/${randomUUID()}/documents/${randomUUID()}/file`, 404],
    ['a form for something that is not there', 'POST', `/invites/${randomUUID()}/delete`, 404],
    ['a form without what it needs', 'POST', '/settings/account', 400],
  ] as const)('gets the new cookie even from %s', async (_, method, address, status) => {
    await db.update(users).set({ role: 'manager' })
    const cookie = pair(await signIn())
    services.clock.advance(16 * MINUTE_MS)
    const gatehouse = await openConsole()
    const form = 'intent=unheard-of&version=1'
    const answer = await gatehouse.send(services, method, address, { cookie, form })
    expect(answer.status).toBe(status)
    const renewed = answer.headers.getSetCookie().find((line) => line.startsWith('auth-storage='))
    expect(renewed).toBeDefined()
    services.clock.advance(11_000)
    expect((await askSession(request(pair(renewed)), services)).actor?.id).toBe(userId)
  })

  it('sent 50 times at once is answered each time, with one session', async () => {
    const cookie = pair(await signIn())
    services.clock.advance(20 * MINUTE_MS)
    const answers = await Promise.all(Array.from({ length: 50 }, () => askSession(request(cookie), services)))
    expect(answers.filter((answer) => answer.actor?.id === userId)).toHaveLength(50)
    for (const answer of answers)
      expect((await askSession(request(pair(answer.setCookie[0])), services)).actor?.id).toBe(userId)
    expect(await db.$count(sessions)).toBe(1)
  })

  it('after an hour learns that its session is over, and loses its session and device cookies', async () => {
    const cookie = pair(await signIn())
    services.clock.advance(60 * MINUTE_MS)
    const answer = await askSession(request(cookie), services)
    expect(answer).toMatchObject({ actor: null, expired: true })
    expect(answer.setCookie).toEqual([
      'auth-storage=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'device_id=; Max-Age=0; Path=/; SameSite=Lax',
    ])
  })

  it('of a suspended user is over at once', async () => {
    const cookie = pair(await signIn())
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, userId))
    expect(await askSession(request(cookie), services)).toMatchObject({ actor: null, expired: true })
  })

  it('is not signed out by a database failure', async () => {
    const cookie = pair(await signIn())
    services.clock.advance(20 * MINUTE_MS)
    const away = new Proxy(db, {
      get: () => () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      },
    })
    await expect(askSession(request(cookie), { ...services, db: away })).rejects.toThrow('ECONNREFUSED')
    expect((await askSession(request(cookie), services)).actor?.id).toBe(userId)
  })
})

describe('signing out', () => {
  it('ends the session, and removes session and device id from the browser', async () => {
    const cookie = pair(await signIn())
    const headers = await endSession(request(cookie), services, 'REFERENCE1')
    expect(headers.getSetCookie()).toEqual([
      'auth-storage=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'device_id=; Max-Age=0; Path=/; SameSite=Lax',
    ])
    expect(headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    expect((await askSession(request(cookie), services)).actor).toBeNull()
  })
})

describe('the device id', () => {
  const random = '0b7c1f1e-6a52-4c4f-9a0e-2f1f6c1d2a3b'
  const hash = 'a'.repeat(64)
  const read = (cookie?: string) => readDevice(request(cookie), services.env)

  it('is random and lasts 7 days for a browser without one', () => {
    const device = read()
    expect(device.setCookie).toEqual([`device_id=${device.id}; Max-Age=604800; Path=/; SameSite=Lax`])
    expect(read().id).not.toBe(device.id)
  })
  it('is kept, with or without the fingerprint hash', () => {
    expect(read(`device_id=${random}`)).toEqual({ id: random, random, setCookie: [] })
    expect(read(`device_id=${hash}.${random}`)).toEqual({ id: `${hash}.${random}`, random, setCookie: [] })
  })
  it.each(['x', `${random}x`, `<b>.${random}`, `${hash}${random}`])('replaces the malformed %j', (value) =>
    expect(read(`device_id=${value}`).setCookie).toHaveLength(1),
  )
})

it('a sealed value opens as it was', () => {
  const sealed = seal(services.env.sessionSecrets, 'test', { name: 'Айгерім' })
  expect(unseal(services.env.sessionSecrets, 'test', sealed)).toEqual({ name: 'Айгерім' })
})

describe('a page of the console', () => {
  it('is never cached, neither when it is shown nor when it redirects to sign-in', async () => {
    await db.update(users).set({ role: 'manager' })
    const gatehouse = await openConsole()
    const open = (cookie?: string) => gatehouse.send(services, 'GET', '/glossary', { cookie })
    const [signedIn, strange] = [await open(pair(await signIn())), await open()]
    expect([signedIn.status, signedIn.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect([strange.status, strange.headers.get('cache-control')]).toEqual([302, 'no-store'])
    expect(strange.headers.get('location')).toBe('/sign-in?redirect=%2Fglossary')
  })

  it('without a session tells a data request that it is over, and an upload that its file was not sent', async () => {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(requestInfoContext, { requestId: 'REFERENCE1', nonce: 'nonce', address: '198.51.100.7' })
    const ask = (path: string, headers = {}, method = 'GET'): Promise<Response> => {
      const asked = new Request(`http://localhost:3000${path}`, { headers, method })
      const args = { request: asked, context, params: {}, url: new URL(asked.url), pattern: '' }
      const next = () => Promise.reject(new Error('let in'))
      return Promise.resolve(guardMiddleware(args as Parameters<typeof guardMiddleware>[0], next)).then(
        () => Promise.reject(new Error('let in')),
        (thrown: Response) => thrown,
      )
    }
    const toastOf = async ({ headers }: Response) => {
      const cookie = pair(headers.getSetCookie().find((line) => line.startsWith('toast=')))
      return (await readToast(request(cookie), services)).toast?.text.key
    }
    expect(await toastOf(await ask('/glossary.data'))).toBe('access:toast.sessionExpired')
    expect(await toastOf(await ask('/glossary'))).toBeUndefined()
    const documents = `/organizations/${randomUUID()}/setup/documents`
    for (const path of [documents, `${documents}.data`]) {
      const sent = await ask(path, {}, 'POST')
      expect(await toastOf(sent)).toBe('access:toast.fileNotSent')
      expect(sent.headers.get('location')).toBe(`/sign-in?redirect=${encodeURIComponent(documents)}`)
    }
    expect(await toastOf(await ask(documents))).toBeUndefined()
    expect((await ask('/glossary.data')).headers.get('x-remix-reload-document')).toBe('true')
    const ahead = await ask('/glossary.data', { 'sec-purpose': 'prefetch' })
    expect([ahead.status, ahead.headers.getSetCookie()]).toEqual([401, []])
  })

  it.each([
    ['lapsed', '/invites/new.data'],
    ['none', '/invites/new'],
  ])('that gets a form without a session (%s) redirects and is marked as not carried out', async (_, path) => {
    const args = visit(services, path, { form: { type: 'invite_to_user' } })
    const answer = await answerOf(() => guardMiddleware(args as never, () => Promise.reject(new Error('let in'))))
    expect([answer.status, args.context.get(requestInfoContext).isRedirectedInstead]).toEqual([302, true])
  })

  it.each(['image', 'empty', 'document'])(
    'opened by a browser that never had a session redirects to sign-in, for the destination %s',
    async (destination) => {
      const gatehouse = await openConsole()
      const headers = { 'sec-fetch-dest': destination }
      const answer = await gatehouse.send(services, 'GET', '/glossary', { headers })
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/sign-in?redirect=%2Fglossary'])
    },
  )

  it.each([
    ['a picture of it', 'image', 401],
    ['what it reads itself', 'empty', 401],
    ['the page itself', 'document', 302],
  ])(
    'with an ended session redirects only the page itself to sign-in, and answers its other requests 401: %s',
    async (_, destination, status) => {
      const cookie = pair(await signIn())
      services.clock.advance(60 * MINUTE_MS)
      const gatehouse = await openConsole()
      const headers = { 'sec-fetch-dest': destination }
      expect((await gatehouse.send(services, 'GET', '/glossary', { cookie, headers })).status).toBe(status)
    },
  )
})

describe('a review page left open', () => {
  const id = '0b7c1f1e-6a52-4c4f-9a0e-2f1f6c1d2a3b'
  const BEATS = [
    ['POST', `/verifications/${id}/presence`],
    ['GET', '/verifications/rail'],
    ['GET', '/verifications/rail.data?_routes=routes%2Fverifications%2Frail'],
  ] as const
  type Asked = readonly ['GET' | 'POST', string]

  /** A browser that keeps the cookies it is given; each request returns whether it was let in. */
  async function desk() {
    await db.update(users).set({ role: 'manager' })
    let cookie = pair(await signIn())
    const gatehouse = await openConsole()
    return async ([method, address]: Asked): Promise<boolean> => {
      const headers = { cookie, 'sec-fetch-dest': 'empty' }
      const asked = new Request(`http://localhost:3000${address}`, { method, headers })
      const answer = address.includes('.data')
        ? await gatehouse.answer(services, asked, { requestId: 'REFERENCE1', nonce: 'nonce', address: '198.51.100.7' })
        : await gatehouse.send(services, method, address, { cookie, headers })
      const renewed = answer.headers.getSetCookie().find((line) => line.startsWith('auth-storage='))
      if (renewed) cookie = pair(renewed)
      const isLedAway = answer.headers.has('location') || (await answer.text()).includes('/sign-in?redirect=')
      return answer.status !== 401 && !isLedAway
    }
  }
  async function beat(ask: (asked: Asked) => Promise<boolean>, asked: Asked, minutes: number) {
    let isLetIn = false
    for (let minute = 0; minute < minutes; minute += 2) {
      services.clock.advance(2 * MINUTE_MS)
      isLetIn = await ask(asked)
    }
    return isLetIn
  }

  it.each(BEATS)('is signed out after an hour of nothing but %s %s', async (...asked) => {
    const ask = await desk()
    expect(await beat(ask, asked, 58)).toBe(true)
    expect(await beat(ask, asked, 2)).toBe(false)
  })

  it.each(BEATS)('stays signed in for another hour after a user’s own request between %s %s', async (...asked) => {
    const ask = await desk()
    expect(await beat(ask, asked, 40)).toBe(true)
    expect(await ask(['POST', `/drafts?form=/verifications/${id}/reject`])).toBe(true)
    expect(await beat(ask, asked, 58)).toBe(true)
    expect(await beat(ask, asked, 2)).toBe(false)
  })

  it('stays signed in by a user’s request in the very moment in which a beat renews the tokens', async () => {
    const cookie = pair(await signIn())
    services.clock.advance(40 * MINUTE_MS)
    const presence = new Request(`http://localhost:3000/verifications/${id}/presence`, { headers: { cookie } })
    const [renewed] = (await askSession(presence, services)).setCookie
    expect((await askSession(request(cookie), services)).actor?.id).toBe(userId)
    services.clock.advance(21 * MINUTE_MS)
    expect((await askSession(request(pair(renewed)), services)).actor?.id).toBe(userId)
  })

  it('has no timers beyond the known ones, so nothing else can keep it signed in', () => {
    const files = fs.readdirSync('app', { recursive: true, encoding: 'utf8' })
    const beating = files.filter(
      (file) =>
        /^(routes|ui|http|i18n)\/.*\.(tsx?|js)$/.test(file) &&
        /\bsetInterval\(/.test(fs.readFileSync(`app/${file}`, 'utf8')),
    )
    expect(beating.toSorted()).toEqual([
      'routes/verifications/review/queue-rail.tsx',
      'routes/verifications/review/use-presence.ts',
      // These only count down and send nothing.
      'ui/forms/codes/confirm-identity.tsx',
      'ui/forms/codes/countdown.js',
    ])
  })
})
