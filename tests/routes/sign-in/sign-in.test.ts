import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { rateLimits } from '../../../app/db/schema/limits'
import { sessions } from '../../../app/db/schema/sessions'
import { signInCodes } from '../../../app/db/schema/sign-in'
import { recoveryRequests, users } from '../../../app/db/schema/users'
import { selectRecovery } from '../../../app/db/users/recovery'
import { LIMITS } from '../../../app/domain/limits/limit'
import { addHit } from '../../../app/domain/limits/limits.server'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { formatPhone } from '../../../app/domain/phones/phone.server'
import { readProofs, writeProofs } from '../../../app/http/sign-in/device-proof.server'
import * as forgotPassword from '../../../app/routes/sign-in/forgot-password'
import * as otp from '../../../app/routes/sign-in/otp'
import * as signIn from '../../../app/routes/sign-in/sign-in'
import * as signOut from '../../../app/routes/sign-in/sign-out'
import * as verify from '../../../app/routes/sign-in/verify'
import * as kit from '../../../app/routes/demo/kit'
import * as outbox from '../../../app/routes/demo/outbox'
import { auditActions } from '../../support/audit'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addUser } from '../../support/people'
import { answerOf, browserWith, keepCookies, toastOf, visit, type Jar, type Visit } from '../../support/requests'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { signInAndKeep } from '../../support/sign-in'
import { MINUTE_MS } from '../../../app/durations'

const PHONE = '+77010000003'

const db = await openTestDatabase()
let services: TestServices
let jar: Jar
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  jar = new Map()
  await addUser(db)
})

const { get, post } = browserWith(
  () => services,
  () => jar,
)
const sendCode = (form: Record<string, string> = {}, more: Visit = {}) =>
  post(signIn, '/sign-in', { phone: PHONE, channel: 'sms', ...form }, more)
const WRONG = 'The code is incorrect or has expired. Check it or request a new one.'
const LOCKED = 'Too many incorrect codes. Request a new code.'
const errorOf = (body: unknown) => (body as { result: { error: { code: string[] } } }).result.error.code
async function codeSent() {
  await deliverDue(services)
  return /\d{6}/.exec(services.delivered.at(-1)?.text ?? '')?.[0] ?? ''
}

it.each([
  ['/sign-in', signIn],
  ['/verify', verify],
  ['/forgot-password', forgotPassword],
])('%s does not load the console script', (_, { handle }) => expect(handle.scripts).toBe(false))

describe('a browser that keeps no cookies', () => {
  it('is told that cookies are off, not that the right code is wrong', async () => {
    await sendCode()
    const form = { phone: PHONE, code: await codeSent() }
    const { status, body } = await post(verify, '/verify', form, { jar: new Map() })
    expect(status).toBe(422)
    expect((body as { alert: string }).alert).toBe(
      'Cookies are turned off in this browser, and you need them to sign in. Allow cookies for this site, then request a new code.',
    )
  })
})

describe('sending a code', () => {
  it('starts with the number from the address, cut to 40 characters', async () => {
    const phoneAt = async (phone: string) =>
      ((await get(signIn, `/sign-in?phone=${encodeURIComponent(phone)}`)).body as { phone: string }).phone
    expect(await phoneAt('+7 701 000 00 03')).toBe('+7 701 000 00 03')
    expect(await phoneAt('7'.repeat(1000))).toHaveLength(40)
  })

  it('uses SMS when there is no WhatsApp gateway, even if WhatsApp was chosen', async () => {
    services.env = { ...services.env, whatsappGateway: 'none' }
    expect((await get(signIn, '/sign-in')).body).toMatchObject({ channels: ['sms'] })
    await sendCode({ channel: 'whatsapp' })
    await deliverDue(services)
    expect(services.delivered).toMatchObject([{ channel: 'sms' }])
    expect((await get(verify, '/verify?phone=%2B77010000003')).body).toMatchObject({
      channel: 'sms',
      channels: ['sms'],
    })
  })

  it('redirects to the code page with the address to return to and a toast that names the channel', async () => {
    const answer = await sendCode({ phone: '8 701 000 00 03', channel: 'whatsapp', redirect: '/users/?page=2#row' })
    expect(answer.status).toBe(302)
    expect(answer.location).toBe('/verify?phone=%2B77010000003&redirect=%2Fusers%2F%3Fpage%3D2%23row')
    expect(toastOf(answer.headers)).toContain('access:toast.codeSentByWhatsapp')
    expect([...jar.keys()].sort()).toEqual(['challenge', 'device_id', 'toast'])
  })

  it.each([
    ['', 'Please enter your phone number'],
    ['abc', 'Invalid phone number'],
    ['+7701', 'Invalid phone number'],
  ])('to %j is refused with 422 and an error beside the field, and keeps the form', async (phone, message) => {
    const answer = await sendCode({ phone })
    expect(answer).toMatchObject({
      status: 422,
      body: { result: { error: { phone: [expect.stringContaining(message)] }, initialValue: { channel: 'sms' } } },
    })
    if (phone) expect(answer.body).toMatchObject({ result: { initialValue: { phone } } })
    expect(await db.$count(signInCodes)).toBe(0)
  })

  it('again within 60 seconds is 429 with Retry-After and the wait in words', async () => {
    await sendCode()
    services.clock.advance(15_000)
    const answer = await sendCode()
    expect(answer.status).toBe(429)
    expect(answer.headers.get('Retry-After')).toBe('45')
    expect(answer.body).toMatchObject({
      result: { initialValue: { phone: PHONE, channel: 'sms' } },
      alert: 'A code was sent a moment ago. Please wait 45 seconds, then try again.',
      toast: {
        type: 'error',
        text: 'Failed to send code',
        detail: 'A code was sent a moment ago. Please wait 45 seconds, then try again.',
      },
    })
  })

  it('makes the sign-in page offer the code page in this browser alone', async () => {
    const isOffered = async (more: Visit = {}) =>
      ((await get(signIn, '/sign-in?redirect=%2Fusers%2F', more)).body as { hasCode: boolean }).hasCode
    expect(await isOffered()).toBe(false)
    await sendCode({ phone: '+77010009999' })
    expect(await isOffered()).toBe(true)
    expect(await isOffered({ jar: new Map() })).toBe(false)
  })

  it('keeps an address to return to only when it is local', async () => {
    expect((await sendCode({ redirect: '//evil.example' })).location).toBe('/verify?phone=%2B77010000003')
  })

  it('gives the same answer for known, unknown and blocked numbers', async () => {
    await addUser(db, { phone: '+77010000004', status: 'suspended' })
    const shapes = []
    for (const phone of [PHONE, '+77010000004', '+77010009999', '+447911123456']) {
      const answer = await sendCode({ phone }, { jar: new Map() })
      const lines = answer.headers.getSetCookie().map((line) => line.replace(/^(challenge|device_id)=[^;]*/, '$1='))
      shapes.push({ status: answer.status, to: answer.location?.replace(encodeURIComponent(phone), ''), lines })
    }
    expect(shapes[0]?.status).toBe(302)
    for (const shape of shapes) expect(shape).toEqual(shapes[0])
  })
})

describe('entering the code', () => {
  const enter = (code: string, form: Record<string, string> = {}, more: Visit = {}) =>
    post(verify, '/verify', { intent: 'verify', phone: PHONE, code, ...form }, more)

  it('signs in and redirects to the requested page', async () => {
    await sendCode()
    const code = await codeSent()
    const answer = await enter(`${code.slice(0, 3)} ${code.slice(3)}`, { redirect: '/invites/?type=invite_to_user' })
    expect(answer).toMatchObject({ status: 302, location: '/invites/?type=invite_to_user' })
    expect([...jar.keys()].sort()).toEqual(['auth-storage', 'device-proof', 'device_id', 'toast'])
    expect((await get(signIn, '/sign-in?redirect=/users/')).location).toBe('/users/')
    expect((await get(verify, '/verify?redirect=//evil.example')).location).toBe('/')
  })

  it('keeps the language chosen in this browser for another 7 days', async () => {
    await sendCode()
    const code = await codeSent()
    jar.set('lng', 'kk')
    const { headers } = await enter(code)
    const kept = headers.getSetCookie().filter((line) => line.startsWith('lng='))
    expect(kept).toEqual([expect.stringMatching(/^lng=kk; Max-Age=604800;/)])
  })

  it('redirects to the person’s start page when no page was requested, also when already signed in', async () => {
    await db.update(users).set({ startPage: 'invites' })
    await sendCode()
    expect((await enter(await codeSent())).location).toBe('/invites/')
    expect((await get(signIn, '/sign-in')).location).toBe('/invites/')
  })

  it('sent twice redirects both times and opens one session', async () => {
    await sendCode()
    const code = await codeSent()
    expect((await enter(code, { redirect: '/invites/' })).location).toBe('/invites/')
    expect(await enter(code, { redirect: '/invites/' })).toMatchObject({ status: 302, location: '/invites/' })
    expect(await db.$count(sessions)).toBe(1)
    jar.delete('auth-storage')
    expect((await enter(code)).status).toBe(422)
  })

  it('checks the address to return to again before the redirect', async () => {
    await sendCode()
    expect((await enter(await codeSent(), { redirect: '/\\evil.example' })).location).toBe('/')
  })

  it.each(['', '12345', 'abcdef', '1234567'])(
    'refuses %j, which is not six digits, without using up an attempt',
    async (code) => {
      await sendCode()
      const { status, body } = await enter(code)
      expect([status, errorOf(body)]).toEqual([422, ['Verification code must be 6 digits']])
      expect((await db.select().from(signInCodes))[0]?.tries).toBe(0)
    },
  )

  it('gives the same error for a wrong code, an expired code and a code of another browser', async () => {
    await sendCode()
    const code = await codeSent()
    const first = await enter(code === '000000' ? '000001' : '000000')
    expect(first).toMatchObject({ status: 422, body: { triesLeft: 4 } })
    const other: Jar = new Map()
    await get(verify, '/verify', { jar: other })
    const elsewhere = await enter(code, {}, { jar: other })
    services.clock.advance(5 * MINUTE_MS)
    const late = await enter(code)
    expect([elsewhere.status, late.status]).toEqual([422, 422])
    for (const { body } of [first, elsewhere, late]) expect(errorOf(body)).toEqual([WRONG])
    expect(await db.$count(sessions)).toBe(0)
  })

  it('for an earlier number says that a newer code was requested for another number, and uses up no attempt', async () => {
    await sendCode()
    const code = await codeSent()
    await sendCode({ phone: '+77010000002' })
    const answer = await enter(code)
    expect(answer.status).toBe(422)
    expect((answer.body as { alert: string }).alert).toContain('A newer code, for another number, was requested')
    expect((await db.select().from(signInCodes)).map(({ tries }) => tries)).toEqual([0, 0])
    services.clock.advance(61_000)
    await sendCode()
    expect((await enter(await codeSent())).status).toBe(302)
  })

  it('refuses even the right code after five wrong ones and asks to request a new code', async () => {
    await sendCode()
    const code = await codeSent()
    for (let tries = 0; tries < 5; tries++) await enter(code === '000000' ? '000001' : '000000')
    const { status, body } = await enter(code)
    expect([status, errorOf(body)]).toEqual([422, [LOCKED]])
  })

  it('never shows the code in a page, a redirect or a header', async () => {
    await sendCode()
    const code = await codeSent()
    const answers = [
      await get(verify, `/verify?phone=%2B77010000003`),
      await enter(code),
      await get(signIn, '/sign-in'),
    ]
    const told = JSON.stringify(answers.map(({ body, location, headers }) => [body, location, [...headers]]))
    // Six digits of these may happen to equal the code.
    const withoutKnown = told.replaceAll(PHONE.slice(1), '').replaceAll(/Max-Age=\d+/g, '')
    expect(withoutKnown).not.toContain(code)
  })

  it('never writes the typed code back into the page', async () => {
    await sendCode()
    expect(JSON.stringify((await enter('135790')).body)).not.toContain('135790')
  })

  it('ends the earlier session of this browser', async () => {
    await sendCode()
    await enter(await codeSent())
    const before = new Map(jar)
    await sendCode()
    await enter(await codeSent())
    expect(await db.$count(sessions)).toBe(2)
    expect((await get(signIn, '/sign-in', { jar: before })).status).toBe(200)
    expect((await get(signIn, '/sign-in')).status).toBe(302)
  })

  it('shows the seconds until a code can be sent again, also after a reload, and the channel used', async () => {
    await sendCode()
    services.clock.advance(20_000)
    for (let visitNumber = 0; visitNumber < 2; visitNumber++)
      expect((await get(verify, '/verify?phone=%2B77010000003')).body).toMatchObject({ resendInS: 40, channel: 'sms' })
    services.clock.advance(40_000)
    expect((await get(verify, '/verify?phone=%2B77010000003')).body).toMatchObject({ resendInS: 0 })
    const again = await post(verify, '/verify', {
      intent: 'resend',
      phone: PHONE,
      channel: 'whatsapp',
      redirect: '/users/',
    })
    expect(again).toMatchObject({ status: 302, location: '/verify?phone=%2B77010000003&redirect=%2Fusers%2F' })
    expect((await get(verify, '/verify?phone=%2B77010000003')).body).toMatchObject({
      resendInS: 120,
      channel: 'whatsapp',
    })
  })

  it('does not reveal to other browsers whether a code was requested or entered', async () => {
    const stranger: Jar = new Map()
    const pageOf = async (phone: string) => {
      const { status, body } = await get(verify, `/verify?phone=${encodeURIComponent(phone)}`, { jar: stranger })
      return JSON.stringify([status, body]).replaceAll(phone, '').replaceAll(formatPhone(phone), '')
    }
    const untouched = await pageOf(PHONE)
    expect(untouched).toContain('"resendInS":0')
    await sendCode()
    expect(await pageOf(PHONE)).toBe(untouched)
    await enter(await codeSent())
    expect(await pageOf(PHONE)).toBe(untouched)
    expect(await pageOf('+77010009999')).toBe(untouched)
  })

  it('counts down only for the number that this browser requested a code for', async () => {
    await sendCode()
    expect((await get(verify, '/verify?phone=%2B77010000003')).body).toMatchObject({ resendInS: 60 })
    expect((await get(verify, '/verify?phone=%2B77010000004')).body).toMatchObject({ resendInS: 0 })
  })

  it('keeps a sealed device proof in the browser for 180 days, also after signing out', async () => {
    await sendCode()
    const answer = await enter(await codeSent())
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('device-proof=')) ?? ''
    expect(line).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(Buffer.from(line.slice(13).split(';')[0] ?? '', 'base64url').toString()).not.toContain('proofs')
    await post(signOut, '/sign-out', {})
    services.clock.advance(1000)
    await sendCode({}, { jar: new Map() })
    expect((await sendCode()).status).toBe(302)
    expect((await sendCode({}, { jar: new Map() })).status).toBe(429)
  })

  it('keeps the device proofs of the last five people who signed in', () => {
    const cookie = writeProofs(services.env, [...'123456']).split(';')[0] ?? ''
    const request = new Request('http://localhost/', { headers: { cookie } })
    expect(readProofs(request, services.env)).toEqual([...'12345'])
  })

  it('keeps the device proof in a Secure __Host- cookie behind https', async () => {
    services.env = { ...services.env, publicOrigin: 'https://console.example' }
    await sendCode()
    const answer = await enter(await codeSent())
    const line = answer.headers.getSetCookie().find((cookie) => cookie.includes('device-proof=')) ?? ''
    expect(line).toMatch(/^__Host-device-proof=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('has a page even without a phone number', async () => {
    expect(await get(verify, '/verify')).toMatchObject({ status: 200, body: { phone: null, resendInS: 0 } })
  })

  it('uses the number that this browser requested a code for when the address has none', async () => {
    await sendCode()
    expect((await get(verify, '/verify')).body).toMatchObject({ phone: PHONE, resendInS: 60 })
    expect((await get(verify, '/verify', { jar: new Map() })).body).toMatchObject({ phone: null })
    expect((await get(verify, '/verify?phone=%2B77010000004')).body).toMatchObject({ phone: '+77010000004' })
  })

  it('asks for a phone number when there is none, instead of calling the code wrong', async () => {
    await get(verify, '/verify')
    const { status, body } = await enter('123456', { phone: '' })
    expect(status).toBe(422)
    expect(body).toMatchObject({ alert: 'Please enter your phone number' })
    expect(JSON.stringify(body)).not.toContain('incorrect')
  })
})

describe('signing out', () => {
  it('is a POST that ends the session; a GET changes nothing', async () => {
    await sendCode()
    await post(verify, '/verify', { phone: PHONE, code: await codeSent() })
    const before = new Map(jar)
    expect(await answerOf(() => signOut.loader())).toMatchObject({ status: 302, location: '/' })
    expect((await get(signIn, '/sign-in')).status).toBe(302)
    const answer = await post(signOut, '/sign-out', {})
    expect(answer).toMatchObject({ status: 302, location: '/sign-in' })
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    // A page that stayed open would go on showing what it has in memory.
    expect(answer.headers.get('X-Remix-Reload-Document')).toBe('true')
    expect([...jar.keys()].sort()).toEqual(['device-proof', 'toast'])
    expect((await get(signIn, '/sign-in', { jar: before })).status).toBe(200)
  })
})

it('/otp redirects to /verify with the same parameters', async () => {
  expect(await get(otp, '/otp?phone=%2B77010000003&redirect=%2Fusers')).toMatchObject({
    status: 302,
    location: '/verify?phone=%2B77010000003&redirect=%2Fusers',
  })
})

describe('a recovery request for a changed number', () => {
  const form = { name: 'Динара', oldPhone: '+7 701 000 00 03', newPhone: '+77010000099', message: 'Қойма №4' }
  const file = (more: Partial<typeof form> = {}) => post(forgotPassword, '/forgot-password', { ...form, ...more })

  it('is filed for staff, with the same answer for known and unknown numbers', async () => {
    const known = await file()
    const unknown = await file({ oldPhone: '+77010009998' })
    expect(known).toMatchObject({ status: 302, location: '/sign-in' })
    expect(toastOf(unknown.headers)).toBe(toastOf(known.headers))
    expect(await db.select().from(recoveryRequests).orderBy(recoveryRequests.oldPhone)).toMatchObject([
      { name: 'Динара', oldPhone: PHONE, newPhone: '+77010000099', message: 'Қойма №4', handledAt: null },
      { oldPhone: '+77010009998' },
    ])
  })

  it('leads back to sign-in with the page to return to, but never to another site', async () => {
    const page = (redirect: string) => `/forgot-password?redirect=${encodeURIComponent(redirect)}`
    const back = async (redirect: string) => [
      (await get(forgotPassword, page(redirect))).body,
      (await post(forgotPassword, page(redirect), form)).location,
    ]
    const kept = '/sign-in?redirect=%2Fusers%2F%3Fpage%3D2'
    expect(await back('/users/?page=2')).toEqual([expect.objectContaining({ signInHref: kept }), kept])
    expect(await back('https://evil.example/')).toEqual([
      expect.objectContaining({ signInHref: '/sign-in' }),
      '/sign-in',
    ])
  })

  it('ranks higher when its name matches the owner of the old number, and is logged', async () => {
    await file({ name: 'Айгерім Нұрланқызы' })
    expect(await selectRecovery(db, { state: [], sort: 'likely' }, 1, 0)).toMatchObject([{ likelihood: 1 }])
    expect(await auditActions(db)).toEqual(['recovery.file'])
  })

  it('needs every field, and keeps what was typed', async () => {
    expect(await file({ name: ' ', oldPhone: 'x' })).toMatchObject({
      status: 422,
      body: {
        result: {
          error: { name: ['This field is required'], oldPhone: [expect.stringContaining('Invalid phone number')] },
          initialValue: { message: 'Қойма №4' },
        },
      },
    })
  })

  it('limits the name to 120 characters and the message to 2,000', async () => {
    expect(await file({ name: 'x'.repeat(121), message: 'x'.repeat(2001) })).toMatchObject({
      status: 422,
      body: {
        result: {
          error: {
            name: ['At most 120 characters. Shorten this text.'],
            message: ['At most 2,000 characters. Shorten this text.'],
          },
        },
      },
    })
  })

  it('is refused when no codes can be sent to the new number, whoever owns the old one', async () => {
    for (const oldPhone of [form.oldPhone, '+77010009998', '+33612345679'])
      expect(await file({ oldPhone, newPhone: '+33612345678' })).toMatchObject({
        status: 422,
        body: { result: { error: { newPhone: [expect.stringContaining('Codes cannot be sent to this country')] } } },
      })
    expect(await db.$count(recoveryRequests)).toBe(0)
    expect((await file({ oldPhone: '+33612345679' })).status).toBe(302)
  })

  it('is refused when the new number is the old one, however it is spelled', async () => {
    expect(await file({ newPhone: '8 701 000 00 03' })).toMatchObject({
      status: 422,
      body: { result: { error: { newPhone: ['Enter a number other than the old one'] } } },
    })
    expect(await db.$count(recoveryRequests)).toBe(0)
  })

  it('can be filed three times a day for one old number from one network', async () => {
    for (let filed = 0; filed < 3; filed++) expect((await file()).status).toBe(302)
    const refusal = await file()
    expect(refusal.status).toBe(429)
    expect(Number(refusal.headers.get('Retry-After'))).toBeGreaterThan(3600)
    expect((await file({ oldPhone: '+77010009998', newPhone: '+77010000098' })).status).toBe(302)
  })

  describe('60 false requests for a number', () => {
    const OWN = { oldPhone: '+7 701 000 00 03', newPhone: '+77010000077' }
    const fileFrom = (address: string, more: Partial<typeof form> = {}, jar: Jar = new Map()) =>
      post(forgotPassword, '/forgot-password', { ...form, ...more }, { address, jar })
    let proofs: string[]
    beforeEach(async () => {
      proofs = await signInAndKeep(services, { address: '203.0.113.20' })
      services.clock.advance(24 * 3_600_000)
      const statuses: number[] = []
      for (let n = 0; n < 60; n++)
        statuses.push((await fileFrom(`10.1.${Math.floor(n / 3)}.1`, { newPhone: number(n) })).status)
      expect(statuses.filter((status) => status === 302)).toHaveLength(12)
    })
    const ofNumber = () => db.$count(recoveryRequests, eq(recoveryRequests.oldPhone, PHONE))

    it('leave room for three from a network that its owner has signed in from', async () => {
      expect((await fileFrom('10.2.0.1', OWN)).status).toBe(429)
      for (let n = 0; n < 3; n++) expect((await fileFrom('203.0.113.99', OWN)).status).toBe(302)
      expect((await fileFrom('203.0.113.99', OWN)).status).toBe(429)
      expect(await ofNumber()).toBe(15)
      expect(await db.$count(recoveryRequests, eq(recoveryRequests.isFromOwnBrowser, true))).toBe(0)
    })

    it('leave room for three from a browser that its owner has signed in with, which rank first', async () => {
      const jar: Jar = new Map()
      keepCookies(jar, new Headers({ 'set-cookie': writeProofs(services.env, proofs) }))
      for (let n = 0; n < 3; n++) expect((await fileFrom('10.2.0.1', OWN, new Map(jar))).status).toBe(302)
      expect((await fileFrom('10.2.0.1', OWN, new Map(jar))).status).toBe(429)
      expect(await ofNumber()).toBe(15)
      const [first] = await selectRecovery(db, { state: [], sort: 'likely' }, 1, 0)
      expect(first).toMatchObject({ newPhone: OWN.newPhone, likelihood: 0 })
      expect((await fileFrom('10.2.0.1', { ...OWN, oldPhone: '+77010009998' }, jar)).status).toBe(302)
      const rows = await db.select().from(recoveryRequests)
      expect(rows.filter(({ isFromOwnBrowser }) => isFromOwnBrowser)).toHaveLength(3)
    })

    it('make the refusal mention the places reserved for the owner', async () => {
      expect((await fileFrom('10.2.0.1', OWN)).body).toMatchObject({
        alert: expect.stringContaining('a few requests are always reserved for those'),
      })
    })
  })

  it('can be filed three times a day for one new number from one network', async () => {
    const forOne = (n: number) => file({ oldPhone: `+7701000999${n}` })
    for (let n = 0; n < 3; n++) expect((await forOne(n)).status).toBe(302)
    expect((await forOne(3)).status).toBe(429)
  })

  const from = (address: string, n: number) =>
    post(
      forgotPassword,
      '/forgot-password',
      { ...form, oldPhone: number(2 * n), newPhone: number(2 * n + 1) },
      { address },
    )
  const number = (n: number) => `+7701${String(2_000_000 + n)}`

  it('can be filed five times an hour from one address; the sixth keeps its input and says how long to wait', async () => {
    for (let n = 0; n < 5; n++) expect((await from('203.0.113.9', n)).status).toBe(302)
    const refusal = await from('203.0.113.9', 5)
    expect(refusal).toMatchObject({
      status: 429,
      body: {
        result: { initialValue: { ...form, oldPhone: number(10), newPhone: number(11) } },
        alert: expect.stringMatching(/\d+ minutes|1 hour/),
      },
    })
    services.clock.advance(3_600_000)
    expect((await from('203.0.113.9', 5)).status).toBe(302)
  })

  it('can be filed five times an hour even from an address where all its owners have signed in', async () => {
    for (let n = 0; n < 6; n++) {
      await addUser(db, { phone: number(2 * n) })
      await signInAndKeep(services, { phone: number(2 * n), address: '203.0.113.9' })
    }
    for (let n = 0; n < 5; n++) expect((await from('203.0.113.9', n)).status).toBe(302)
    expect((await from('203.0.113.9', 5)).status).toBe(429)
    expect((await from('198.51.100.20', 5)).status).toBe(302)
  })

  it.each([
    ['IPv4', (n: number) => `203.0.113.${n}`],
    ['IPv6', (n: number) => `2001:db8:5:${n}::1`],
  ])(
    'can be filed twenty times a day from the range of addresses that one %s provider hands out',
    async (_, addressOf) => {
      for (let n = 0; n < 20; n++) expect((await from(addressOf(n), n)).status).toBe(302)
      expect((await from(addressOf(20), 20)).status).toBe(429)
      expect((await from('198.51.100.20', 20)).status).toBe(302)
    },
  )

  it('can be filed 1,000 times a day in all, 200 of them only from networks the owner has signed in from', async () => {
    await signInAndKeep(services, { address: '198.51.100.21' })
    const overall = { limit: LIMITS.recoveryOverall, subject: 'all' }
    await db.delete(rateLimits)
    await addHit(db, services, overall)
    await db.update(rateLimits).set({ count: 799 })
    expect((await from('203.0.113.9', 20)).status).toBe(302)
    expect((await from('203.0.113.9', 21)).status).toBe(429)
    expect((await file()).status).toBe(302)
  })

  it('from a browser the owner has signed in with counts towards the 1,000', async () => {
    keepCookies(jar, new Headers({ 'set-cookie': writeProofs(services.env, await signInAndKeep(services)) }))
    await db.delete(rateLimits)
    await addHit(db, services, { limit: LIMITS.recoveryOverall, subject: 'all' })
    await db.update(rateLimits).set({ count: 999 })
    expect((await file()).status).toBe(302)
    expect((await file()).status).toBe(429)
    expect(await db.select().from(recoveryRequests)).toMatchObject([{ isFromOwnBrowser: true }])
  })
})

describe('the demo pages', () => {
  it('show an empty outbox at first', async () => {
    expect(await outbox.loader(visit(services, '/demo/outbox') as never)).toEqual([])
  })

  it.each([
    [outbox, '/demo/outbox'],
    [kit, '/demo/kit'],
  ])('are 404 in production: %#', async (page, address) => {
    expect((await get(page, address)).status).toBe(200)
    services = await testServices({ env: { ...testEnv(), isDemo: false, isProduction: true } })
    expect((await get(page, address)).status).toBe(404)
  })
})
