import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { sessions } from '../../../app/db/schema/sessions'
import { signInCodes } from '../../../app/db/schema/sign-in'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { verifyCode } from '../../../app/domain/sign-in/verify-code.server'
import { loader as takeAudit } from '../../../app/routes/audit/export'
import * as exportPage from '../../../app/routes/confirm-export'
import { loader as takeUsers } from '../../../app/routes/users/export'
import * as change from '../../../app/routes/users/change'
import * as invite from '../../../app/routes/users/invite'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml, serverHtml } from '../../support/render'
import { answerOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { signedInStaff } from '../../support/signed-in'
import { staff } from '../../support/verifications'
import { ConfirmIdentity } from '../../../app/ui/forms/codes/confirm-identity'
import { MINUTE_MS } from '../../../app/durations'
import { proofRequestIn, freshProof, type Form } from '../../support/fresh-proof'

const db = await openTestDatabase()
let services: TestServices
let superadmin: Actor
let cashier: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  superadmin = await signedInStaff(db, services, 'superadmin', 'Ержан Төлеген')
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
})

const { post, acts, codeDelivered } = freshProof(db, () => ({ services, superadmin }))
const wrongFor = (right: string) => (right === '000000' ? '111111' : '000000')

describe('the proof code', () => {
  const role = () => ({
    path: `/users/${cashier.id}/role`,
    params: { id: cashier.id },
    form: { version: '1', role: 'manager' },
  })
  const send = async (more: Form) => post(change, { ...role(), form: { ...role().form, ...more } })
  beforeEach(() => services.clock.advance(20 * MINUTE_MS))

  it('allows 5 wrong tries, after which the right code is refused too', async () => {
    await send({ proof: 'send-sms' })
    const right = await codeDelivered()
    for (const help of ['Attempts left: 4', 'Attempts left: 3', 'Attempts left: 2', 'Attempts left: 1', null]) {
      const { status, body } = await send({ proof: 'code', proofCode: wrongFor(right) })
      expect({ status, help: proofRequestIn(body).help }).toEqual({ status: 422, help })
    }
    expect((await send({ proof: 'code', proofCode: right })).status).toBe(422)
    // The first and the fifth of a day, counted together with those of sign-in.
    const told = { action: 'session.proveFailed', actorId: superadmin.id, role: 'superadmin', objectId: superadmin.id }
    expect(await db.select().from(auditLog).orderBy(auditLog.position)).toMatchObject([
      { ...told, after: { wrongCodes: 1 } },
      { ...told, after: { wrongCodes: 5 } },
    ])
  })

  it('can be sent again after a countdown that the question shows in seconds', async () => {
    const secondsAfter = async (more: Form) => proofRequestIn((await send(more)).body).resendInS
    expect(await secondsAfter({})).toBe(0)
    expect(await secondsAfter({ proof: 'send-sms' })).toBe(60)
    services.clock.advance(15_500)
    const { body } = await send({ proof: 'code', proofCode: 'none' })
    const html = await serverHtml(<ConfirmIdentity ask={proofRequestIn(body)} closeTo="/" />)
    expect(html).toContain('You can send a new code in 45 s.')
    expect(await secondsAfter({ proof: 'send-whatsapp' })).toBe(45)
    services.clock.advance(45_000)
    expect(await secondsAfter({})).toBe(0)
    expect(await secondsAfter({ proof: 'send-whatsapp' })).toBe(120)
  })

  it('that is right resets the count of wrong ones before it', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 2; round += 1) {
      await send({ proof: 'send-sms' })
      const right = await codeDelivered()
      for (let n = 0; n < 4; n += 1) statuses.push((await send({ proof: 'code', proofCode: wrongFor(right) })).status)
      await send({ proof: 'code', proofCode: right })
      services.clock.advance(20 * MINUTE_MS)
    }
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 422))
  })

  it('works for 4:59 but not at 5:00, and only once', async () => {
    await send({ proof: 'send-sms' })
    const right = await codeDelivered()
    services.clock.advance(5 * MINUTE_MS)
    expect((await send({ proof: 'code', proofCode: right })).status).toBe(422)
    await send({ proof: 'send-sms' })
    const next = await codeDelivered()
    services.clock.advance(5 * MINUTE_MS - 1000)
    expect((await send({ proof: 'code', proofCode: next })).status).toBe(302)
    services.clock.advance(16 * MINUTE_MS)
    expect((await send({ proof: 'code', proofCode: next })).status).toBe(422)
  })

  it('that is entered twice proves once, and the second answer is no error', async () => {
    await send({ proof: 'send-sms' })
    const right = await codeDelivered()
    const twice = { proof: 'code', proofCode: right }
    expect([(await send(twice)).status, (await send(twice)).status]).toEqual([302, 302])
    expect((await acts()).filter((action) => action === 'session.prove')).toHaveLength(1)
  })

  it.each([
    ['twilio', 'sms', 'SMS messages'],
    ['twilio', 'whatsapp', 'WhatsApp'],
    ['none', 'whatsapp', 'SMS messages'],
  ] as const)(
    'with the %s gateway for WhatsApp, sent by %s, is announced as being in %s',
    async (whatsappGateway, channel, where) => {
      services.env = { ...services.env, whatsappGateway }
      const text = `Verification code sent! Check ${where === 'WhatsApp' ? where : `your ${where}`}.`
      expect(await send({ proof: `send-${channel}` })).toMatchObject({ body: { toast: { type: 'success', text } } })
    },
  )

  it('is sent again only after 60 s: before that, 429 with the wait in words', async () => {
    await send({ proof: 'send-sms' })
    services.clock.advance(15_000)
    const { status, headers, body } = await send({ proof: 'send-sms' })
    const notice = 'A code was sent a moment ago. Please wait 45 seconds, then try again.'
    expect({ status, wait: headers.get('retry-after'), body }).toMatchObject({
      status: 429,
      wait: '45',
      body: { proof: { notice }, toast: { type: 'error', text: 'Failed to send code', detail: notice } },
    })
    expect(await serverHtml(<ConfirmIdentity ask={proofRequestIn(body)} closeTo="/" />)).not.toContain('role="alert"')
  })

  it('that is entered too late is reported as expired, even when its field has gone', async () => {
    await send({ proof: 'send-sms' })
    const proofCode = await codeDelivered()
    services.clock.advance(5 * MINUTE_MS)
    const { status, body } = await send({ proof: 'code', proofCode })
    expect([status, proofRequestIn(body).isSent]).toEqual([422, false])
    const html = await serverHtml(<ConfirmIdentity ask={proofRequestIn(body)} closeTo="/" />)
    expect(html).toMatch(/role="alert".*The code is incorrect or has expired/)
  })

  it('is sent at most 5 times an hour', async () => {
    const statuses = []
    for (let n = 0; n < 6; n += 1) {
      statuses.push((await send({ proof: 'send-sms' })).status)
      services.clock.advance(5 * MINUTE_MS)
    }
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 200), 429])
  })

  it('must have 6 digits, between which spaces are allowed', async () => {
    await send({ proof: 'send-sms' })
    const { status, body } = await send({ proof: 'code', proofCode: '12' })
    expect({ status, error: proofRequestIn(body).error }).toEqual({
      status: 422,
      error: 'Verification code must be 6 digits',
    })
    const right = await codeDelivered()
    expect((await send({ proof: 'code', proofCode: `${right.slice(0, 3)} ${right.slice(3)}` })).status).toBe(302)
  })

  it('is refused in another session and cannot sign in', async () => {
    await send({ proof: 'send-sms' })
    const right = await codeDelivered()
    const other = await signedInStaff(db, services, 'superadmin', 'Other')
    const stale = { ...other, provenAt: superadmin.provenAt }
    await db.update(sessions).set({ provenAt: stale.provenAt }).where(eq(sessions.id, stale.sessionId))
    const asked = role()
    const theirs = await post(change, { ...asked, form: { ...asked.form, proof: 'code', proofCode: right } }, stale)
    expect(theirs.status).toBe(422)
    const browser = {
      deviceId: 'd',
      userAgent: 'Firefox',
      address: '198.51.100.7',
      requestId: 'r',
      formerToken: null,
      proofs: [],
    }
    const [row] = await db.select().from(signInCodes)
    const entered = { challengeId: row?.id ?? '', phone: superadmin.phone, code: right }
    expect((await verifyCode(services, { ...browser, ...entered })).kind).toBe('wrong')
  })

  it('that is entered wrong 64 times at once is compared 5 times', async () => {
    const lines: string[] = []
    services.log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
    await send({ proof: 'send-sms' })
    const right = await codeDelivered()
    const wrong = { proof: 'code', proofCode: wrongFor(right) }
    const answers = await Promise.all(Array.from({ length: 64 }, () => send(wrong)))
    expect(answers.filter(({ status }) => status < 400)).toEqual([])
    expect(lines.filter((line) => line.includes('"code.wrong"'))).toHaveLength(5)
    expect(await db.select({ tries: signInCodes.tries }).from(signInCodes)).toEqual([{ tries: 5 }])
    expect((await send({ proof: 'code', proofCode: right })).status).toBe(422)
  })

  it('that is entered 64 times at once proves once and changes the role once', async () => {
    await send({ proof: 'send-sms' })
    const right = await codeDelivered()
    await Promise.all(Array.from({ length: 64 }, () => send({ proof: 'code', proofCode: right })))
    expect((await acts()).filter((action) => action === 'session.prove')).toHaveLength(1)
    const [user] = await db.select().from(users).where(eq(users.id, cashier.id))
    expect(user).toMatchObject({ role: 'manager', version: 2 })
  })
})

describe.each([
  ['users', '/users/', takeUsers],
  ['audit', '/audit', takeAudit],
] as const)('the export of %s', (list, back, take) => {
  const get = (handler: unknown, path: string) =>
    answerOf(() => (handler as (args: unknown) => unknown)(visit(services, path, { actor: superadmin })))
  const file = `/${list}/export?lng=en`
  const page = `/${list}/export/confirm?lng=en`

  it('is given at 14:59 and leads to the page that asks for a code at 15:00', async () => {
    services.clock.advance(15 * MINUTE_MS - 1000)
    expect(await get(take, file)).toMatchObject({ status: 200 })
    services.clock.advance(1000)
    expect(await get(take, file)).toMatchObject({ status: 302, location: page })
    expect((await acts()).filter((action) => action === 'list.export')).toHaveLength(1)
  })

  it('goes on after the code, from the very same address', async () => {
    services.clock.advance(20 * MINUTE_MS)
    const asked = await exportPage.loader(visit(services, page, { actor: superadmin }) as never)
    expect(asked).toMatchObject({ file, back: `${back}?lng=en`, asked: { isSent: false } })
    await post(exportPage, { path: page, form: { proof: 'send-sms' } })
    const done = await post(exportPage, { path: page, form: { proof: 'code', proofCode: await codeDelivered() } })
    expect(done).toMatchObject({ status: 302, location: page })
    const proven = { ...superadmin, provenAt: services.now() }
    const ready = await exportPage.loader(visit(services, page, { actor: proven }) as never)
    expect(ready).toMatchObject({ file, asked: null })
    const html = await pageHtml(exportPage.default, { loaderData: asked })
    expect(html.match(/Confirm that it is you/g)).toHaveLength(1)
  })

  it.each([
    ['same-origin', true],
    ['cross-site', false],
  ])('starts by itself when a page led to it that is %s: %s', async (site, isStarted) => {
    const visited = visit(services, page, { actor: superadmin })
    visited.request.headers.set('sec-fetch-site', site)
    const html = await pageHtml(exportPage.default, { loaderData: await exportPage.loader(visited as never) })
    expect(html.includes('http-equiv="refresh"')).toBe(isStarted)
    expect(html).toContain(`href="${file}"`)
  })
})

it('the page that asks for a code carries everything that was typed, without script', async () => {
  services.clock.advance(20 * MINUTE_MS)
  const typed = {
    id: randomUUID(),
    phone: '+77019998877',
    language: 'en',
    username: 'Zoë "the" <first>',
    role: 'admin',
  }
  const { body } = await post(invite, { path: '/users/invite', form: { ...typed, proof: 'send-sms' } })
  const html = await serverHtml(<ConfirmIdentity ask={proofRequestIn(body)} closeTo="/users/" />)
  expect(html).toContain('value="Zoë &quot;the&quot; &lt;first&gt;"')
  expect(html).toContain('Confirm that it is you')
  expect(html.indexOf('value="code"')).toBeLessThan(html.indexOf('value="send-'))
  expect(html).not.toContain(superadmin.phone)
})
