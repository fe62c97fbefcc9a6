import { beforeEach, describe, expect, it } from 'vitest'
import { signInCodes } from '../../../app/db/schema/sign-in'
import { users } from '../../../app/db/schema/users'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import * as signUp from '../../../app/routes/join/sign-up'
import * as signUpCode from '../../../app/routes/join/sign-up-code'
import { emptyTables, openTestDatabase } from '../../support/database'
import { attribute, pageHtml, tagWith } from '../../support/render'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { toastOf, type Jar } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { organization } from '../../support/verifications'
import { MINUTE_MS } from '../../../app/durations'
import { CODE, joining, PERSON, PHONE } from '../../support/joining'

const db = await openTestDatabase()
let services: TestServices
let jar: Jar
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  jar = new Map()
})

const { get, post, verify, introduce, codeSent, enter } = joining(() => ({ services, jar }))

const drawn = async (page: typeof signUp | typeof signUpCode, at: string, answer?: unknown) => {
  const { body } = await get(page, at)
  return pageHtml(page.default, { loaderData: body, actionData: answer }, { at })
}

describe('the sign-up form', () => {
  it('without a verified invite leads to /use-invite and sends no code', async () => {
    await addInvite(db)
    for (const answer of [await get(signUp, '/sign-up'), await introduce(), await get(signUpCode, '/sign-up/code')])
      expect(answer).toMatchObject({ status: 302, location: '/use-invite' })
    expect(await db.$count(signInCodes)).toBe(0)
  })

  it('begins without agreement to the terms and keeps the agreement once given', async () => {
    await addInvite(db)
    await verify(CODE)
    const terms = async () => tagWith(await drawn(signUp, '/sign-up'), 'name="terms"')
    expect(await terms()).not.toContain('checked')
    await introduce()
    expect(await terms()).toContain('checked')
  })

  it('sends a code in the chosen language, which the pages keep, and leads to the code page', async () => {
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

  it('keeps the language that was chosen last on the page', async () => {
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

  it('says what is wrong at each field and keeps what was typed', async () => {
    await addInvite(db)
    await verify(CODE)
    const empty = { name: ' ', phone: '', language: 'ru', terms: '' }
    expect(await introduce(empty)).toMatchObject({
      status: 422,
      body: {
        result: {
          error: {
            name: ['This field is required'],
            phone: [expect.stringContaining('This field is required')],
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

  it('refuses a number of a country that codes are not sent to', async () => {
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
    'refuses %s, which without a country could be the number of two people',
    async (phone) => {
      await addInvite(db)
      await verify(CODE)
      const error = { phone: [expect.stringContaining('Invalid phone number')] }
      expect(await introduce({ phone })).toMatchObject({ status: 422, body: { result: { error } } })
      expect(await db.$count(signInCodes)).toBe(0)
    },
  )

  it('answers alike for a number that has an account, and tells only the owner of that', async () => {
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

  it('answers 429 with the wait in words when sent again within 60 s', async () => {
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

describe('an invite verified in another window meanwhile', () => {
  const OTHER = 'INV-8K5N-9QXT-2B8D'
  const seenIn = (html: string) => attribute(tagWith(html, 'name="invite"'), 'value') ?? ''

  it('is not used by the sign-up form of the invite before, and the page then says where it leads', async () => {
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

  it('is not used by the code page of the invite before, and the page then says where it leads', async () => {
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
  it('answers 409, says so and keeps what was typed, and the page keeps who the user said to be', async () => {
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
        alert: 'No more verification codes can be sent for this invite. Ask the person who invited you for a new one.',
        toast: { text: 'Failed to send code' },
        result: { initialValue: { name: PERSON.name, phone: PERSON.phone } },
      },
    })
    expect(await db.$count(signInCodes)).toBe(3)
  })
})
