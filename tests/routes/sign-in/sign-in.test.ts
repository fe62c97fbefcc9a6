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
])('%s comes without the script of the console', (_, { handle }) => expect(handle.scripts).toBe(false))

describe('a browser that keeps no cookies', () => {
  it('is told so, instead of calling the right code wrong', async () => {
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
  it('begins with the number of the address, of which no more is taken than a number can have', async () => {
    const phoneAt = async (phone: string) =>
      ((await get(signIn, `/sign-in?phone=${encodeURIComponent(phone)}`)).body as { phone: string }).phone
    expect(await phoneAt('+7 701 000 00 03')).toBe('+7 701 000 00 03')
    expect(await phoneAt('7'.repeat(1000))).toHaveLength(40)
  })

  it('goes by SMS alone when there is no WhatsApp gateway, whatever was asked for', async () => {
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

  it('leads to the page that takes it, with the address to return to and a toast naming the channel', async () => {
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
  ])('to %j is refused with the words of the field, and the form is kept', async (phone, message) => {
    const answer = await sendCode({ phone })
    expect(answer).toMatchObject({
      status: 422,
      body: { result: { error: { phone: [expect.stringContaining(message)] }, initialValue: { channel: 'sms' } } },
    })
    if (phone) expect(answer.body).toMatchObject({ result: { initialValue: { phone } } })
    expect(await db.$count(signInCodes)).toBe(0)
  })

  it('again within 60 s is 429 with Retry-After and the wait in words', async () => {
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

  it('is entered on the page that the first one leads to, which whoever asked for it finds again; nobody else does', async () => {
    const isOffered = async (more: Visit = {}) =>
      ((await get(signIn, '/sign-in?redirect=%2Fusers%2F', more)).body as { hasCode: boolean }).hasCode
    expect(await isOffered()).toBe(false)
    await sendCode({ phone: '+77010009999' })
    expect(await isOffered()).toBe(true)
    expect(await isOffered({ jar: new Map() })).toBe(false)
  })

  it('keeps only local addresses to return to', async () => {
    expect((await sendCode({ redirect: '//evil.example' })).location).toBe('/verify?phone=%2B77010000003')
  })

  it('answers alike for known, unknown and blocked numbers', async () => {
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

  it('signs in and leads to the page asked for', async () => {
    await sendCode()
    const code = await codeSent()
    const answer = await enter(`${code.slice(0, 3)} ${code.slice(3)}`, { redirect: '/invites/?type=invite_to_user' })
    expect(answer).toMatchObject({ status: 302, location: '/invites/?type=invite_to_user' })
    expect([...jar.keys()].sort()).toEqual(['auth-storage', 'device-proof', 'device_id', 'toast'])
    expect((await get(signIn, '/sign-in?redirect=/users/')).location).toBe('/users/')
    expect((await get(verify, '/verify?redirect=//evil.example')).location).toBe('/')
  })

  it('keeps the language that was chosen in this browser for another seven days', async () => {
    await sendCode()
    const code = await codeSent()
    jar.set('lng', 'kk')
    const { headers } = await enter(code)
    const kept = headers.getSetCookie().filter((line) => line.startsWith('lng='))
    expect(kept).toEqual([expect.stringMatching(/^lng=kk; Max-Age=604800;/)])
  })

  it('leads to the page that they chose to start with where none was asked for, also whoever is signed in already', async () => {
    await db.update(users).set({ startPage: 'invites' })
    await sendCode()
    expect((await enter(await codeSent())).location).toBe('/invites/')
    expect((await get(signIn, '/sign-in')).location).toBe('/invites/')
  })

  it('sent twice leads on the second time too, with the one session', async () => {
    await sendCode()
    const code = await codeSent()
    expect((await enter(code, { redirect: '/invites/' })).location).toBe('/invites/')
    expect(await enter(code, { redirect: '/invites/' })).toMatchObject({ status: 302, location: '/invites/' })
    expect(await db.$count(sessions)).toBe(1)
    jar.delete('auth-storage')
    expect((await enter(code)).status).toBe(422)
  })

  it('checks the address again at the last step', async () => {
    await sendCode()
    expect((await enter(await codeSent(), { redirect: '/\\evil.example' })).location).toBe('/')
  })

  it.each(['', '12345', 'abcdef', '1234567'])('%j is not six digits and uses no try', async (code) => {
    await sendCode()
    const { status, body } = await enter(code)
    expect([status, errorOf(body)]).toEqual([422, ['Verification code must be 6 digits']])
    expect((await db.select().from(signInCodes))[0]?.tries).toBe(0)
  })

  it('says the same of a wrong, an expired and another browser’s code', async () => {
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

  it('of a number after another one was asked for in this browser says why it opens nothing, and costs no try', async () => {
    await sendCode()
    const code = await codeSent()
    await sendCode({ phone: '+77010000002' })
    const answer = await enter(code)
    expect(answer.status).toBe(422)
    expect((answer.body as { alert: string }).alert).toContain('A newer code, for another number, was requested')
    services.clock.advance(61_000)
    await sendCode()
    expect((await enter(await codeSent())).status).toBe(302)
  })

  it('after five wrong ones a new code is needed', async () => {
    await sendCode()
    const code = await codeSent()
    for (let tries = 0; tries < 5; tries++) await enter(code === '000000' ? '000001' : '000000')
    const { status, body } = await enter(code)
    expect([status, errorOf(body)]).toEqual([422, [LOCKED]])
  })

  it('never shows a code', async () => {
    await sendCode()
    const code = await codeSent()
    const answers = [
      await get(verify, `/verify?phone=%2B77010000003`),
      await enter(code),
      await get(signIn, '/sign-in'),
    ]
    const told = JSON.stringify(answers.map(({ body, location, headers }) => [body, location, [...headers]]))
    // Six digits of these may be those of the code.
    const withoutKnown = told.replaceAll(PHONE.slice(1), '').replaceAll(/Max-Age=\d+/g, '')
    expect(withoutKnown).not.toContain(code)
  })

  it('is never written into the page again', async () => {
    await sendCode()
    expect(JSON.stringify((await enter('135790')).body)).not.toContain('135790')
  })

  it('ends the session that this browser had before', async () => {
    await sendCode()
    await enter(await codeSent())
    const before = new Map(jar)
    await sendCode()
    await enter(await codeSent())
    expect(await db.$count(sessions)).toBe(2)
    expect((await get(signIn, '/sign-in', { jar: before })).status).toBe(200)
    expect((await get(signIn, '/sign-in')).status).toBe(302)
  })

  it('the page shows the seconds left, also after a reload, and the channel taken', async () => {
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

  it('the page tells nobody else whether a code was asked for or entered', async () => {
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

  it('the page counts down only for the number that this browser asked for', async () => {
    await sendCode()
    expect((await get(verify, '/verify?phone=%2B77010000003')).body).toMatchObject({ resendInS: 60 })
    expect((await get(verify, '/verify?phone=%2B77010000004')).body).toMatchObject({ resendInS: 0 })
  })

  it('keeps a proof in the browser, sealed, for 180 days; signing out leaves it', async () => {
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

  it('keeps the proofs of the five who signed in last', () => {
    const cookie = writeProofs(services.env, [...'123456']).split(';')[0] ?? ''
    const request = new Request('http://localhost/', { headers: { cookie } })
    expect(readProofs(request, services.env)).toEqual([...'12345'])
  })

  it('behind https the proof is a __Host- cookie with Secure', async () => {
    services.env = { ...services.env, publicOrigin: 'https://console.example' }
    await sendCode()
    const answer = await enter(await codeSent())
    const line = answer.headers.getSetCookie().find((cookie) => cookie.includes('device-proof=')) ?? ''
    expect(line).toMatch(/^__Host-device-proof=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('without a phone it is still a page', async () => {
    expect(await get(verify, '/verify')).toMatchObject({ status: 200, body: { phone: null, resendInS: 0 } })
  })

  it('without a phone it is of the number that this browser asked a code for', async () => {
    await sendCode()
    expect((await get(verify, '/verify')).body).toMatchObject({ phone: PHONE, resendInS: 60 })
    expect((await get(verify, '/verify', { jar: new Map() })).body).toMatchObject({ phone: null })
    expect((await get(verify, '/verify?phone=%2B77010000004')).body).toMatchObject({ phone: '+77010000004' })
  })

  it('without any phone no code is called wrong', async () => {
    await get(verify, '/verify')
    const { status, body } = await enter('123456', { phone: '' })
    expect(status).toBe(422)
    expect(body).toMatchObject({ alert: 'Please enter your phone number' })
    expect(JSON.stringify(body)).not.toContain('incorrect')
  })
})

describe('signing out', () => {
  it('is a POST that ends the session; visiting changes nothing', async () => {
    await sendCode()
    await post(verify, '/verify', { phone: PHONE, code: await codeSent() })
    const before = new Map(jar)
    expect(await answerOf(() => signOut.loader())).toMatchObject({ status: 302, location: '/' })
    expect((await get(signIn, '/sign-in')).status).toBe(302)
    const answer = await post(signOut, '/sign-out', {})
    expect(answer).toMatchObject({ status: 302, location: '/sign-in' })
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    // A page that stayed would go on showing what it has in memory.
    expect(answer.headers.get('X-Remix-Reload-Document')).toBe('true')
    expect([...jar.keys()].sort()).toEqual(['device-proof', 'toast'])
    expect((await get(signIn, '/sign-in', { jar: before })).status).toBe(200)
  })
})

it('/otp is the former address of /verify', async () => {
  expect(await get(otp, '/otp?phone=%2B77010000003&redirect=%2Fusers')).toMatchObject({
    status: 302,
    location: '/verify?phone=%2B77010000003&redirect=%2Fusers',
  })
})

describe('a changed number', () => {
  const form = { name: 'Динара', oldPhone: '+7 701 000 00 03', newPhone: '+77010000099', message: 'Қойма №4' }
  const file = (more: Partial<typeof form> = {}) => post(forgotPassword, '/forgot-password', { ...form, ...more })

  it('is filed for staff, with the same answer for any number', async () => {
    const known = await file()
    const unknown = await file({ oldPhone: '+77010009998' })
    expect(known).toMatchObject({ status: 302, location: '/sign-in' })
    expect(toastOf(unknown.headers)).toBe(toastOf(known.headers))
    expect(await db.select().from(recoveryRequests).orderBy(recoveryRequests.oldPhone)).toMatchObject([
      { name: 'Динара', oldPhone: PHONE, newPhone: '+77010000099', message: 'Қойма №4', handledAt: null },
      { oldPhone: '+77010009998' },
    ])
  })

  it('leads back to sign-in with the page to return to, and to no other site', async () => {
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

  it('stands above others where the name is that of whose number it is, and is told to the log', async () => {
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

  it('says how much a name and a message may have', async () => {
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

  it('is not filed for a new number to which no code is ever sent, whoever has the old one', async () => {
    for (const oldPhone of [form.oldPhone, '+77010009998', '+33612345679'])
      expect(await file({ oldPhone, newPhone: '+33612345678' })).toMatchObject({
        status: 422,
        body: { result: { error: { newPhone: [expect.stringContaining('Codes cannot be sent to this country')] } } },
      })
    expect(await db.$count(recoveryRequests)).toBe(0)
    expect((await file({ oldPhone: '+33612345679' })).status).toBe(302)
  })

  it('is not filed for the old number again, however it is spelled', async () => {
    expect(await file({ newPhone: '8 701 000 00 03' })).toMatchObject({
      status: 422,
      body: { result: { error: { newPhone: ['Enter a number other than the old one'] } } },
    })
    expect(await db.$count(recoveryRequests)).toBe(0)
  })

  it('can be filed three times a day for one number by one network', async () => {
    for (let filed = 0; filed < 3; filed++) expect((await file()).status).toBe(302)
    const refusal = await file()
    expect(refusal.status).toBe(429)
    expect(Number(refusal.headers.get('Retry-After'))).toBeGreaterThan(3600)
    expect((await file({ oldPhone: '+77010009998', newPhone: '+77010000098' })).status).toBe(302)
  })

  describe('false requests for a number', () => {
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

    it('do not use up the place of its owner in a network that they have signed in from', async () => {
      expect((await fileFrom('10.2.0.1', OWN)).status).toBe(429)
      for (let n = 0; n < 3; n++) expect((await fileFrom('203.0.113.99', OWN)).status).toBe(302)
      expect((await fileFrom('203.0.113.99', OWN)).status).toBe(429)
      expect(await ofNumber()).toBe(15)
      expect(await db.$count(recoveryRequests, eq(recoveryRequests.isFromOwnBrowser, true))).toBe(0)
    })

    it('nor in a browser that they have signed in with, wherever it is; and that one stands first', async () => {
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

    it('and the answer says the way on', async () => {
      expect((await fileFrom('10.2.0.1', OWN)).body).toMatchObject({
        alert: expect.stringContaining('a few requests are always reserved for those'),
      })
    })
  })

  it('can be filed three times a day for one new number by one network', async () => {
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

  it('one address files five recovery requests an hour, and is told how long to wait with nothing typed lost', async () => {
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

  it('an address from which all of them have signed in files five an hour too', async () => {
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
  ])('twenty a day come from the addresses that one %s provider gives away together', async (_, addressOf) => {
    for (let n = 0; n < 20; n++) expect((await from(addressOf(n), n)).status).toBe(302)
    expect((await from(addressOf(20), 20)).status).toBe(429)
    expect((await from('198.51.100.20', 20)).status).toBe(302)
  })

  it('a thousand a day are filed in all, of which 200 are kept for networks that the owner has signed in from', async () => {
    await signInAndKeep(services, { address: '198.51.100.21' })
    const overall = { limit: LIMITS.recoveryOverall, subject: 'all' }
    await db.delete(rateLimits)
    await addHit(db, services, overall)
    await db.update(rateLimits).set({ count: 799 })
    expect((await from('203.0.113.9', 20)).status).toBe(302)
    expect((await from('203.0.113.9', 21)).status).toBe(429)
    expect((await file()).status).toBe(302)
  })

  it('those of a browser that the owner has signed in with are among the thousand', async () => {
    keepCookies(jar, new Headers({ 'set-cookie': writeProofs(services.env, await signInAndKeep(services)) }))
    await db.delete(rateLimits)
    await addHit(db, services, { limit: LIMITS.recoveryOverall, subject: 'all' })
    await db.update(rateLimits).set({ count: 999 })
    expect((await file()).status).toBe(302)
    expect((await file()).status).toBe(429)
    expect(await db.select().from(recoveryRequests)).toMatchObject([{ isFromOwnBrowser: true }])
  })
})

describe('the pages of the demo', () => {
  it('the outbox is empty at first', async () => {
    expect(await outbox.loader(visit(services, '/demo/outbox') as never)).toEqual([])
  })

  it.each([
    [outbox, '/demo/outbox'],
    [kit, '/demo/kit'],
  ])('do not exist in production: %#', async (page, address) => {
    expect((await get(page, address)).status).toBe(200)
    services = await testServices({ env: { ...testEnv(), isDemo: false, isProduction: true } })
    expect((await get(page, address)).status).toBe(404)
  })
})
