import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { requestInfoContext } from '../../../app/context'
import { auditLog } from '../../../app/db/schema/audit'
import { invites, redemptions } from '../../../app/db/schema/invites'
import { organizations } from '../../../app/db/schema/organizations'
import { sessions } from '../../../app/db/schema/sessions'
import { signInCodes } from '../../../app/db/schema/sign-in'
import { users } from '../../../app/db/schema/users'
import { SLOW_ANSWER_MS } from '../../../app/domain/join/verify-invite.server'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import * as signIn from '../../../app/routes/access/sign-in'
import * as onboarding from '../../../app/routes/join/onboarding'
import * as signUp from '../../../app/routes/join/sign-up'
import * as signUpCode from '../../../app/routes/join/sign-up-code'
import * as useInvite from '../../../app/routes/join/use-invite'
import { emptyTables, openTestDatabase } from '../../support/database'
import { attribute, pageHtml, tagWith } from '../../support/render'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { answerOf, browserWith, toastOf, visit, type Jar, type Visit } from '../../support/requests'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { organization } from '../../support/verifications'
import { MINUTE_MS } from '../../../app/durations'

const CODE = 'INV-7K4M-9QXT-2B8D'
const WRONG = 'The code is incorrect or has expired. Check it or request a new one.'
const LOCKED = 'Too many incorrect codes. Request a new code.'
const UNKNOWN = 'There is no such invite code. Check it or ask for a new one.'

const db = await openTestDatabase()
let services: TestServices
let jar: Jar
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  jar = new Map()
})

const { get, post } = browserWith(
  () => services,
  () => jar,
)
const verify = (code: string, more: Visit = {}) => post(useInvite, '/use-invite', { code }, more)

describe('verifying an invite code', () => {
  it('keeps the verified state in this browser, says so, and consumes nothing', async () => {
    await addInvite(db)
    const answer = await verify(' inv 7k4m–9qxt 2b8d ')
    expect(answer).toMatchObject({ status: 302, location: '/use-invite' })
    expect(toastOf(answer.headers)).toContain('join:toast.verified')
    expect((await get(useInvite, '/use-invite')).body).toMatchObject({
      invite: { code: CODE, type: 'invite_logistic_provider' },
    })
    expect((await get(useInvite, '/use-invite', { jar: new Map() })).body).toMatchObject({ invite: null })
    expect((await db.select().from(invites))[0]?.usedCount).toBe(0)
  })

  it.each([
    ['', 'This field is required'],
    ['   ', 'This field is required'],
    ['INV-7K4M-9QXT-2B8D-X', 'Invite code is too long'],
  ])('%j is refused with the words of the field, and what was typed is kept', async (code, field) => {
    await addInvite(db)
    expect(await verify(code)).toMatchObject({
      status: 422,
      body: { alert: null, result: { error: { code: [field] }, initialValue: code ? { code } : {} } },
    })
  })

  it('of 19 signs is not too long: it is none that there is', async () => {
    const code = 'INV-7K4M-9QXT-2B8DX'
    expect(await verify(code)).toMatchObject({
      status: 422,
      body: { alert: UNKNOWN, result: { initialValue: { code } } },
    })
  })

  it('is asked for until it is verified, and shown with where it leads from then on', async () => {
    await addInvite(db, { type: 'invite_logistic_provider' })
    const drawn = async () => {
      const { body } = await get(useInvite, '/use-invite')
      return pageHtml(useInvite.default, { loaderData: body }, { at: '/use-invite' })
    }
    expect(await drawn()).toContain('name="code"')
    await verify(CODE)
    const verified = await drawn()
    expect(verified).toContain('You are joining as a logistics provider')
    expect(verified).not.toContain('name="code"')
  })

  it.each(['INV - 7K4M - 9QXT - 2B8D', 'I N V - 7 K 4 M - 9 Q X T - 2 B 8 D'])(
    '%j is not too long: what counts is the code, not what stands between',
    async (code) => {
      await addInvite(db)
      expect(await verify(code)).toMatchObject({ status: 302 })
    },
  )

  it('is answered late once too many wrong ones were tried over all, and only then', async () => {
    services = await testServices({ env: { ...testEnv(), limitsFactor: 0.005 } })
    const heldBackMs = async (address: string) => {
      const asked = visit(services, '/use-invite', { form: { code: 'INV-AAAA-AAAA-AAAA' }, address })
      expect((await answerOf(() => useInvite.action(asked as never))).status).toBe(422)
      return asked.context.get(requestInfoContext).holdMs
    }
    for (let index = 1; index <= 5; index++) expect(await heldBackMs(`203.0.113.${index}`)).toBe(0)
    expect(await heldBackMs('203.0.113.6')).toBe(SLOW_ANSWER_MS)
  })

  it('unknown and deleted share one answer; used up and expired each say so', async () => {
    const now = new Date(services.now())
    await addInvite(db, { code: 'INV-DDDD-DDDD-DDDD', deletedAt: now })
    await addInvite(db, { code: 'INV-VVVV-VVVV-VVVV', maximumUses: 2, usedCount: 2 })
    await addInvite(db, { code: 'INV-EEEE-EEEE-EEEE', expiresAt: now })
    const why = async (code: string) => {
      const { status, body } = await verify(code)
      return [status, (body as { alert: string }).alert]
    }
    expect(await why('INV-AAAA-AAAA-AAAA')).toEqual([422, UNKNOWN])
    expect(await why('INV-DDDD-DDDD-DDDD')).toEqual([422, UNKNOWN])
    expect(await why('not a code')).toEqual([422, UNKNOWN])
    expect(await why('INV-VVVV-VVVV-VVVV')).toEqual([
      422,
      'This invite code has no uses left. Ask the person who invited you for a new one.',
    ])
    expect(await why('INV-EEEE-EEEE-EEEE')).toEqual([
      422,
      'This invite code has expired. Ask the person who invited you for a new one.',
    ])
    expect(jar.has('join')).toBe(false)
  })

  it('the address only prefills', async () => {
    await addInvite(db)
    expect((await get(useInvite, `/use-invite?code=${CODE}`)).body).toMatchObject({ invite: null, code: CODE })
    expect(jar.has('join')).toBe(false)
  })

  it('lasts 30 minutes', async () => {
    await addInvite(db)
    await verify(CODE)
    services.clock.advance(30 * MINUTE_MS - 1)
    expect((await get(useInvite, '/use-invite')).body).toMatchObject({ invite: { code: CODE } })
    services.clock.advance(1)
    expect((await get(useInvite, '/use-invite')).body).toMatchObject({ invite: null })
  })

  it('says so when the code was deleted after it had been verified', async () => {
    const id = await addInvite(db)
    await verify(CODE)
    await db.update(invites).set({ deletedAt: services.now() })
    expect(id).toBeTruthy()
    expect((await get(useInvite, '/use-invite')).body).toMatchObject({ invite: null, refusal: 'unknown' })
    expect(jar.has('join')).toBe(false)
  })

  it('can be tried 30 times in ten minutes from one address', async () => {
    await addInvite(db)
    for (let tries = 0; tries < 30; tries++) expect((await verify('INV-AAAA-AAAA-AAAA')).status).toBe(422)
    const refusal = await verify(CODE)
    expect(refusal).toMatchObject({ status: 429, body: { toast: { text: 'Failed to verify invite code' } } })
    expect(Number(refusal.headers.get('Retry-After'))).toBe(600)
    expect((await verify(CODE, { address: '198.51.100.8' })).status).toBe(302)
    services.clock.advance(10 * MINUTE_MS)
    expect((await verify(CODE)).status).toBe(302)
  })

  it('says that cookies are needed where a page of ours, which set one, led here and none came back', async () => {
    await addInvite(db)
    const saysSo = async (more: Visit) =>
      ((await get(useInvite, '/use-invite', more)).body as { keepsNoCookies: boolean }).keepsNoCookies
    const none = new Map()
    expect(await verify(CODE, { jar: none })).toMatchObject({ status: 302, location: '/use-invite' })
    expect(await saysSo({ jar: new Map(), referer: '/use-invite' })).toBe(true)
    expect(await saysSo({ jar: new Map(), referer: '/sign-in' })).toBe(true)
    expect(await saysSo({ jar: new Map() })).toBe(false)
    expect(await saysSo({ jar: new Map(), referer: 'https://mail.example/inbox' })).toBe(false)
    expect(await saysSo({ jar: new Map([['lng', 'en']]), referer: '/use-invite' })).toBe(false)
  })

  it('by a creator who was blocked brings nobody into the staff', async () => {
    const createdBy = await addUser(db, { status: 'suspended' })
    await addInvite(db, { type: 'invite_to_user', role: 'cashier', createdBy })
    expect(await verify(CODE)).toMatchObject({ body: { alert: UNKNOWN } })
  })
})

const PHONE = '+77017654321'
const PERSON = {
  name: 'Динара Сейітқызы',
  phone: '8 701 765 43 21',
  channel: 'sms',
  language: 'kk',
  terms: 'accepted',
}
const introduce = (person: Partial<typeof PERSON> = {}, more: Visit = {}) =>
  post(signUp, '/sign-up', { ...PERSON, ...person }, more)
async function codeSent() {
  await deliverDue(services)
  return /\d{6}/.exec(services.delivered.at(-1)?.text ?? '')?.[0] ?? ''
}
const enter = (code: string, more: Visit = {}, invite?: string) =>
  post(signUpCode, '/sign-up/code', { intent: 'verify', code, ...(invite && { invite }) }, more)
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')
async function join() {
  await verify(CODE)
  await introduce()
  return enter(await codeSent())
}

describe('saying who one is', () => {
  it('without a verified invite leads to /use-invite and sends nothing', async () => {
    await addInvite(db)
    for (const answer of [await get(signUp, '/sign-up'), await introduce(), await get(signUpCode, '/sign-up/code')])
      expect(answer).toMatchObject({ status: 302, location: '/use-invite' })
    expect(await db.$count(signInCodes)).toBe(0)
  })

  it('sends a code in the language chosen, which the pages keep, and leads to the page that takes it', async () => {
    await addInvite(db)
    await verify(CODE)
    const answer = await introduce()
    expect(answer).toMatchObject({ status: 302, location: '/sign-up/code' })
    expect(toastOf(answer.headers)).toContain('access:toast.codeSentBySms')
    expect(jar.get('lng')).toBe('kk')
    expect(await codeSent()).toMatch(/^\d{6}$/)
    expect(services.delivered).toMatchObject([
      { channel: 'sms', to: PHONE, text: expect.stringContaining('қосылу кодыңыз') },
    ])
    expect((await get(signUpCode, '/sign-up/code')).body).toMatchObject({
      formattedPhone: '+7 701 765 4321',
      resendInS: 60,
      channel: 'sms',
      gone: null,
    })
  })

  it('keeps the language of the page that was chosen last, in the form too', async () => {
    await addInvite(db)
    await verify(CODE)
    const answer = await post(signUp, '/sign-up', { ...PERSON, language: 'en', chosen: 'language=kk' })
    expect(answer).toMatchObject({
      status: 200,
      body: { result: { initialValue: { name: PERSON.name, language: 'kk' } } },
    })
    const look = await post(signUp, '/sign-up', { ...PERSON, language: 'ru', chosen: 'theme=dark' })
    expect(look.body).toMatchObject({ result: { initialValue: { language: 'ru' } } })
    expect(await db.$count(signInCodes)).toBe(0)
  })

  it('says what is wrong beside each field, and keeps what was typed', async () => {
    await addInvite(db)
    await verify(CODE)
    const empty = { name: ' ', phone: '', language: 'ru', terms: '' }
    expect(await introduce(empty)).toMatchObject({
      status: 422,
      body: {
        result: {
          error: {
            name: ['This field is required'],
            phone: [expect.stringContaining('Please enter your phone number')],
            terms: ['This field is required'],
          },
          initialValue: { language: 'ru', channel: 'sms' },
        },
      },
    })
    expect(await introduce({ phone: '12 ab', name: 'я'.repeat(121) })).toMatchObject({
      status: 422,
      body: {
        result: {
          error: {
            name: ['At most 120 characters. Shorten this text.'],
            phone: [expect.stringContaining('Invalid phone number')],
          },
          initialValue: { phone: '12 ab' },
        },
      },
    })
    expect(await db.$count(signInCodes)).toBe(0)
  })

  it('is refused with a number of a country that codes are not sent to', async () => {
    await addInvite(db)
    await verify(CODE)
    expect(await introduce({ phone: '+998 90 123 45 67' })).toMatchObject({
      status: 422,
      body: {
        result: {
          error: { phone: [expect.stringContaining('Codes cannot be sent')] },
          initialValue: { phone: '+998 90 123 45 67' },
        },
      },
    })
    expect(await db.$count(signInCodes)).toBe(0)
  })

  it.each(['701 765 4321', '(701) 765-43-21'])(
    'is asked for the country of %s: it could be two people’s',
    async (phone) => {
      await addInvite(db)
      await verify(CODE)
      const error = { phone: [expect.stringContaining('Invalid phone number')] }
      expect(await introduce({ phone })).toMatchObject({ status: 422, body: { result: { error } } })
      expect(await db.$count(signInCodes)).toBe(0)
    },
  )

  it('answers alike for a number that has an account, whose owner alone is told', async () => {
    await addInvite(db)
    await addUser(db, { phone: PHONE, status: 'suspended', language: 'ru' })
    const shapes = []
    for (const phone of [PHONE, '+77017654322']) {
      const own: Jar = new Map()
      await verify(CODE, { jar: own })
      const answer = await introduce({ phone }, { jar: own })
      const lines = answer.headers.getSetCookie().map((line) => line.replace(/^(join|device_id)=[^;]*/, '$1='))
      shapes.push({ status: answer.status, to: answer.location, lines })
    }
    expect(shapes[0]).toEqual(shapes[1])
    await deliverDue(services)
    const told = services.delivered.find(({ to }) => to === PHONE)
    expect(told).toMatchObject({ kind: 'account_notice', text: expect.stringContaining('У вас уже есть аккаунт') })
    expect(told?.text).not.toMatch(/\d{6}/)
  })

  it('again within 60 s is 429 with the wait in words', async () => {
    await addInvite(db)
    await verify(CODE)
    await introduce()
    expect(await introduce()).toMatchObject({
      status: 429,
      body: {
        alert: expect.stringMatching(/^A code was sent a moment ago.*60 seconds/),
        toast: { text: 'Failed to send code' },
      },
    })
    services.clock.advance(MINUTE_MS)
    const again = await post(signUpCode, '/sign-up/code', { intent: 'resend', channel: 'whatsapp' })
    expect(again).toMatchObject({ status: 302, location: '/sign-up/code' })
    expect((await get(signUpCode, '/sign-up/code')).body).toMatchObject({ channel: 'whatsapp', resendInS: 120 })
  })
})

describe('an invite that was verified in another window meanwhile', () => {
  const OTHER = 'INV-8K5N-9QXT-2B8D'
  const drawn = async (page: typeof signUp | typeof signUpCode, at: string, answer?: unknown) => {
    const { body } = await get(page, at)
    return pageHtml(page.default, { loaderData: body, actionData: answer }, { at })
  }
  const seenIn = (html: string) => attribute(tagWith(html, 'name="invite"'), 'value') ?? ''

  it('is not joined with by the form of the one before; the page says where it leads now', async () => {
    await addInvite(db)
    const { id } = await organization(db, { status: 'active', name: 'Дала Жүк' })
    const otherId = await addInvite(db, { code: OTHER, type: 'invite_to_organization', organizationId: id })
    await verify(CODE)
    const html = await drawn(signUp, '/sign-up')
    expect(html).not.toContain(CODE)
    await verify(OTHER)
    const refused = await post(signUp, '/sign-up', { ...PERSON, invite: seenIn(html) })
    expect(refused).toMatchObject({
      status: 409,
      body: { seen: { invite: otherId }, result: { initialValue: { name: PERSON.name } } },
    })
    expect(await db.$count(signInCodes)).toBe(0)
    const again = await drawn(signUp, '/sign-up', refused.body)
    expect(again).toContain('Another invite code was verified in this browser')
    expect(again).toContain('Дала Жүк')
    expect(await post(signUp, '/sign-up', { ...PERSON, invite: seenIn(again) })).toMatchObject({ status: 302 })
  })

  it('is not joined with by the code of the one before, whose page names where it leads', async () => {
    await addInvite(db)
    const { id } = await organization(db, { status: 'active', name: 'Дала Жүк' })
    await addInvite(db, { code: OTHER, type: 'invite_to_organization', organizationId: id })
    await verify(CODE)
    await introduce()
    const html = await drawn(signUpCode, '/sign-up/code')
    expect(html).toContain('You are joining as a logistics provider')
    await verify(OTHER)
    services.clock.advance(MINUTE_MS)
    await introduce()
    const code = await codeSent()
    const refused = await enter(code, {}, seenIn(html))
    expect(refused.status).toBe(409)
    expect(await db.$count(users)).toBe(0)
    const again = await drawn(signUpCode, '/sign-up/code', refused.body)
    expect(again).toContain('Дала Жүк')
    expect((await enter(code, {}, seenIn(again))).location).toBe(`/organizations/${id}/verification-status`)
  })
})

describe('an invite that has sent all its codes', () => {
  it('sends no more, is 409 and says so with what was typed; the page knows who one said to be', async () => {
    await addInvite(db, { maximumUses: 1 })
    await verify(CODE)
    for (const last of [2, 3, 4])
      expect(await introduce({ phone: `8 701 765 43 2${last}` })).toMatchObject({ location: '/sign-up/code' })
    expect((await get(signUp, '/sign-up')).body).toMatchObject({
      name: PERSON.name,
      phone: '+77017654324',
      language: 'kk',
      channel: 'sms',
    })
    expect(await introduce()).toMatchObject({
      status: 409,
      body: {
        alert: 'No more codes can be sent for this invite. Ask the person who invited you for a new one.',
        toast: { text: 'Failed to send code' },
        result: { initialValue: { name: PERSON.name, phone: PERSON.phone } },
      },
    })
    expect(await db.$count(signInCodes)).toBe(3)
  })
})

describe('proving the phone', () => {
  it('consumes one use, makes the partner and the draft of their organization, and signs in at its setup', async () => {
    const inviteId = await addInvite(db, { maximumUses: 2 })
    const answer = await join()
    const [draft] = await db.select().from(organizations)
    expect(answer).toMatchObject({ status: 302, location: `/organizations/${draft?.id}/setup` })
    expect(draft).toMatchObject({
      status: 'draft',
      name: PERSON.name,
      phone: PHONE,
      country: 'KZ',
      defaultLocale: 'kk',
      isTrial: true,
    })
    const [user] = await db.select().from(users)
    expect(user).toMatchObject({
      username: PERSON.name,
      phone: PHONE,
      status: 'active',
      role: null,
      organizationId: draft?.id,
      language: 'kk',
      timeZone: 'Asia/Almaty',
    })
    expect((await db.select().from(invites))[0]).toMatchObject({ usedCount: 1 })
    expect(await db.select().from(redemptions)).toMatchObject([
      { inviteId, userId: user?.id, organizationId: draft?.id },
    ])
    const audit = await db.select().from(auditLog).orderBy(auditLog.position)
    expect(audit.map(({ action, actorId, requestId }) => [action, actorId, requestId])).toEqual([
      ['organization.create', user?.id, 'REFERENCE1'],
      ['user.join', user?.id, 'REFERENCE1'],
      ['invite.redeem', user?.id, 'REFERENCE1'],
    ])
    expect([...jar.keys()].sort()).toEqual(['auth-storage', 'device-proof', 'device_id', 'lng', 'toast'])
    expect((await get(signIn, '/sign-in')).location).toBe(answer.location)
  })

  it('brings a partner into the organization that the invite names', async () => {
    const { id } = await organization(db, { status: 'active' })
    await addInvite(db, { type: 'invite_to_organization', organizationId: id })
    expect((await join()).location).toBe(`/organizations/${id}/verification-status`)
    expect((await db.select().from(users))[0]).toMatchObject({ role: null, organizationId: id })
    expect(await db.$count(organizations)).toBe(1)
  })

  it('gives staff the role of the invite', async () => {
    const createdBy = await addUser(db, { role: 'superadmin' })
    await addInvite(db, { type: 'invite_to_user', role: 'admin', createdBy })
    expect((await join()).location).toBe('/')
    const [joined] = await db.select().from(users).where(eq(users.phone, PHONE))
    expect(joined).toMatchObject({ role: 'admin', organizationId: null })
  })

  it('gives nobody a role that who made the invite could no longer give', async () => {
    const createdBy = await addUser(db, { role: 'superadmin' })
    await addInvite(db, { type: 'invite_to_user', role: 'admin', createdBy })
    await verify(CODE)
    await introduce()
    const code = await codeSent()
    await db.update(users).set({ role: 'manager' }).where(eq(users.id, createdBy))
    expect(await enter(code)).toMatchObject({ status: 409, body: { gone: 'unknown' } })
    expect(await db.select().from(users).where(eq(users.phone, PHONE))).toEqual([])
  })

  it.each([
    ['used up', { usedCount: 10 }, 'used'],
    ['deleted', { deletedAt: new Date('2026-03-02T09:00:00Z') }, 'unknown'],
    ['expired', { expiresAt: new Date('2026-03-02T09:00:00Z') }, 'expired'],
  ] as const)('says so when the invite was %s meanwhile, and makes nothing', async (_, change, why) => {
    await addInvite(db)
    await verify(CODE)
    await introduce()
    const code = await codeSent()
    await db.update(invites).set(change)
    const { usedCount } = (await db.select().from(invites))[0] ?? {}
    expect(await get(signUpCode, '/sign-up/code', { jar: new Map(jar) })).toMatchObject({
      status: 409,
      body: { gone: why },
    })
    expect(await enter(code)).toMatchObject({ status: 409, body: { gone: why } })
    expect(jar.has('join')).toBe(false)
    expect(await Promise.all([users, organizations, redemptions, sessions].map((table) => db.$count(table)))).toEqual([
      0, 0, 0, 0,
    ])
    expect((await db.select().from(invites))[0]).toMatchObject({ usedCount })
  })

  it('counts wrong codes and consumes nothing by them', async () => {
    await addInvite(db)
    await verify(CODE)
    await introduce()
    const code = await codeSent()
    expect(await enter(wrongOf(code))).toMatchObject({
      status: 422,
      body: { result: { error: { code: [WRONG] } }, triesLeft: 4 },
    })
    expect(await enter('12345')).toMatchObject({
      body: { result: { error: { code: ['Verification code must be 6 digits'] } } },
    })
    for (let tries = 1; tries < 5; tries++) await enter(wrongOf(code))
    expect(await enter(code)).toMatchObject({ status: 422, body: { result: { error: { code: [LOCKED] } } } })
    expect((await db.select().from(invites))[0]?.usedCount).toBe(0)
  })

  it('in another browser is not possible', async () => {
    await addInvite(db)
    await verify(CODE)
    await introduce()
    expect(await enter(await codeSent(), { jar: new Map() })).toMatchObject({ status: 302, location: '/use-invite' })
    expect(await db.$count(users)).toBe(0)
  })

  it('after the 30 minutes begins anew', async () => {
    await addInvite(db)
    await verify(CODE)
    services.clock.advance(28 * MINUTE_MS)
    await introduce()
    const code = await codeSent()
    services.clock.advance(2 * MINUTE_MS)
    expect(await enter(code)).toMatchObject({ status: 302, location: '/use-invite' })
    expect(await db.$count(users)).toBe(0)
  })

  it('for a number that got an account meanwhile is a wrong code', async () => {
    await addInvite(db)
    await verify(CODE)
    await introduce()
    const code = await codeSent()
    await addUser(db, { phone: PHONE })
    expect(await enter(code)).toMatchObject({ status: 422, body: { result: { error: { code: [WRONG] } } } })
    expect((await db.select().from(invites))[0]?.usedCount).toBe(0)
    expect(await db.$count(sessions)).toBe(0)
  })

  it('a second time with the same code opens no second account or session, and leads to signing in', async () => {
    await addInvite(db)
    await verify(CODE)
    await introduce()
    const code = await codeSent()
    const before = new Map(jar)
    await enter(code)
    const again = await enter(code, { jar: before })
    expect(again).toMatchObject({ status: 302, location: '/sign-in?phone=%2B77017654321' })
    expect(toastOf(again.headers)).toContain('join:toast.already')
    expect([await db.$count(users), await db.$count(sessions), await db.$count(redemptions)]).toEqual([1, 1, 1])
  })
})

describe('/onboarding', () => {
  it('takes up a join where it was left, with the time that is left', async () => {
    await addInvite(db)
    expect((await get(onboarding, '/onboarding')).body).toMatchObject({
      step: 'invite',
      to: '/use-invite',
      timeLeft: null,
    })
    await verify(CODE)
    services.clock.advance(5 * MINUTE_MS)
    expect((await get(onboarding, '/onboarding')).body).toMatchObject({
      step: 'you',
      to: '/sign-up',
      timeLeft: '25 minutes',
    })
    await introduce()
    expect((await get(onboarding, '/onboarding')).body).toMatchObject({ step: 'code', to: '/sign-up/code' })
    services.clock.advance(25 * MINUTE_MS)
    expect((await get(onboarding, '/onboarding')).body).toMatchObject({ step: 'invite', timeLeft: null })
  })

  it('is over once the invite was deleted', async () => {
    await addInvite(db)
    await verify(CODE)
    await db.update(invites).set({ deletedAt: services.now() })
    expect((await get(onboarding, '/onboarding')).body).toMatchObject({ step: 'invite', to: '/use-invite' })
    expect(jar.has('join')).toBe(false)
  })

  it('leads a partner to their organization, by whose turn it is, and staff to the dashboard', async () => {
    await addInvite(db)
    const setup = (await join()).location
    expect(await get(onboarding, '/onboarding')).toMatchObject({ status: 302, location: setup })
    await db.update(organizations).set({ status: 'pending' })
    expect((await get(onboarding, '/onboarding')).location).toBe(setup?.replace('setup', 'verification-status'))
    await db.update(users).set({ role: 'cashier', organizationId: null })
    expect((await get(onboarding, '/onboarding')).location).toBe('/')
  })
})
