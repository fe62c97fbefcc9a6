import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { messages } from '../../../app/db/schema/messages'
import { sessions } from '../../../app/db/schema/sessions'
import { passkeys, trustedDevices } from '../../../app/db/schema/sign-in'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { isPasskeyRequired } from '../../../app/domain/passkeys/passkey'
import { removePasskeysByOperator } from '../../../app/domain/users/operator-passkeys.server'
import * as signInOptions from '../../../app/routes/sign-in/passkey'
import * as signIn from '../../../app/routes/sign-in/sign-in'
import * as verify from '../../../app/routes/sign-in/verify'
import * as list from '../../../app/routes/settings/passkeys/list'
import * as create from '../../../app/routes/settings/passkeys/new'
import * as options from '../../../app/routes/settings/passkeys/options'
import * as remove from '../../../app/routes/settings/passkeys/remove'
import * as change from '../../../app/routes/users/change'
import { ROLES } from '../../../app/vocabulary'
import { auditActions, openedAudit } from '../../support/audit'
import { Authenticator } from '../../support/authenticator'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml, serverHtml } from '../../support/render'
import { answerOf, keepCookies, visit, type Jar } from '../../support/requests'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { signedInStaff } from '../../support/signed-in'
import { staff } from '../../support/verifications'
import { MINUTE_MS } from '../../../app/durations'
import { ConfirmIdentity } from '../../../app/ui/forms/codes/confirm-identity'
import { proofRequestIn } from '../../support/fresh-proof'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let jar: Jar
let device: Authenticator
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await signedInStaff(db, services, 'superadmin', 'Ержан Төлеген')
  jar = new Map()
  device = new Authenticator()
})

type Form = Record<string, string>
type More = { form?: Form; params?: Form; actor?: Actor | null; jar?: Jar }
async function call(handler: unknown, path: string, more: More = {}) {
  const given = { actor: admin, jar, ...more }
  const answer = await answerOf(() => (handler as (args: unknown) => unknown)(visit(services, path, given)))
  keepCookies(given.jar, answer.headers)
  return answer
}
/** The options that the browser gets, read from the Response itself. */
async function ask(handler: unknown, path: string, form: Form, actor: Actor | null = admin) {
  const answer = await (handler as (args: unknown) => Promise<Response>)(visit(services, path, { actor, jar, form }))
  keepCookies(jar, answer.headers)
  return (await answer.json()) as { challenge: string; user: { id: string } }
}
const askToAdd = () => ask(options.action, '/settings/passkeys/options', { purpose: 'add' })
const askToProve = (actor = admin) => ask(options.action, '/settings/passkeys/options', { purpose: 'prove' }, actor)
const askToSignIn = () => ask(signInOptions.action, '/sign-in/passkey', {}, null)
const add = (registration: object, name = 'Office laptop') =>
  call(create.action, '/settings/passkeys/new', { form: { name, registration: JSON.stringify(registration) } })
const enter = (assertion: object, redirect = '/') =>
  call(signIn.action, '/sign-in', {
    actor: null,
    form: { intent: 'passkey', redirect, passkey: JSON.stringify(assertion) },
  })
const register = async () => expect((await add(device.register(await askToAdd()))).status).toBe(302)
const stored = () => db.select().from(passkeys).orderBy(asc(passkeys.createdAt))
const acts = () => auditActions(db)

it('a passkey must be discoverable and must verify the person, and its challenge lasts 5 minutes', async () => {
  const authenticatorSelection = { residentKey: 'required', userVerification: 'required' }
  expect(await askToAdd()).toMatchObject({ authenticatorSelection, timeout: 5 * MINUTE_MS })
  for (const asked of [await askToSignIn(), await askToProve()])
    expect(asked).toMatchObject({ userVerification: 'required', timeout: 5 * MINUTE_MS })
})

it('the browser gets the ids of the person’s passkeys for adding or proving, but none for signing in', async () => {
  await register()
  const own = [{ id: device.id.toString('base64url') }]
  expect(await askToAdd()).toMatchObject({ excludeCredentials: own })
  expect(await askToProve()).toMatchObject({ allowCredentials: own })
  expect(await askToSignIn()).toMatchObject({ allowCredentials: [] })
})

describe('adding a passkey', () => {
  it('stores its public key under the given name and writes an audit entry', async () => {
    await register()
    const [row] = await stored()
    expect(row).toMatchObject({
      userId: admin.id,
      name: 'Office laptop',
      credentialId: device.id.toString('base64url'),
    })
    expect(row).toMatchObject({ counter: 1, transports: ['internal'], lastUsedAt: null })
    expect(await acts()).toEqual(['passkey.add'])
    const page = await list.loader(visit(services, '/settings/passkeys', { actor: admin }) as never)
    expect(page).toMatchObject({ passkeys: [{ name: 'Office laptop' }], mayAdd: true })
    const html = await pageHtml(list.default, { loaderData: page })
    expect(html.match(/"Remove"|>Remove</g)).toEqual(['>Remove<'])
  })

  it('is refused with 403 when the person’s phone number has changed in the meantime', async () => {
    const answer = device.register(await askToAdd())
    await db.update(users).set({ phone: '+77010000099' }).where(eq(users.id, admin.id))
    expect((await add(answer)).status).toBe(403)
    expect(await stored()).toEqual([])
  })

  it('lists the new passkey after the earlier ones', async () => {
    for (const name of ['Office laptop', 'Own phone', 'Key in the safe']) {
      await add(new Authenticator().register(await askToAdd()), name)
      services.clock.advance(MINUTE_MS)
    }
    const page = await list.loader(visit(services, '/settings/passkeys', { actor: admin }) as never)
    expect(page.passkeys.map(({ name }) => name)).toEqual(['Office laptop', 'Own phone', 'Key in the safe'])
  })

  it('twice with the same answer keeps one passkey and sends one message', async () => {
    const answer = device.register(await askToAdd())
    await add(answer)
    expect((await add(answer)).status).toBe(422)
    expect(await stored()).toHaveLength(1)
    expect(await db.$count(messages)).toBe(1)
  })

  it('tells the owner by a message in their language', async () => {
    admin = { ...admin, language: 'ru' }
    await register()
    await deliverDue(services)
    expect(services.delivered).toMatchObject([
      { to: admin.phone, text: expect.stringContaining('добавлен ключ доступа') },
    ])
  })

  it.each([
    ['another site', { origin: 'https://gatehouse.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a device that did not check the person', { isVerified: false }],
  ])('refuses the answer of %s', async (_, how) => {
    expect((await add(device.register(await askToAdd(), how))).status).toBe(422)
    expect(await stored()).toEqual([])
  })

  it('refuses an answer after 5 minutes, from another browser, or to another challenge', async () => {
    const late = device.register(await askToAdd())
    services.clock.advance(5 * MINUTE_MS)
    expect((await add(late)).status).toBe(422)
    const elsewhere = device.register(await askToAdd())
    jar.clear()
    expect((await add(elsewhere)).status).toBe(422)
    await askToAdd()
    expect((await add(elsewhere)).status).toBe(422)
    const proving = await askToProve()
    expect((await add(device.register({ ...proving, user: { id: '' } }))).status).toBe(422)
    expect(await stored()).toEqual([])
  })

  it('needs a name of at most 60 characters and an answer from the device, and stops at 10 passkeys', async () => {
    expect((await add({}, '  ')).status).toBe(422)
    expect(await add({}, 'x'.repeat(61))).toMatchObject({
      status: 422,
      body: { result: { error: { name: ['Enter a name of at most 60 characters'] } } },
    })
    expect((await add({})).status).toBe(422)
    for (let n = 0; n < 10; n += 1) expect((await add(new Authenticator().register(await askToAdd()))).status).toBe(302)
    const { status, body } = await add(new Authenticator().register(await askToAdd()))
    expect({ status, body }).toMatchObject({ status: 422, body: { alert: expect.stringContaining('10') } })
    expect(await stored()).toHaveLength(10)
  })

  it('asks for fresh proof after 15 minutes and keeps the answer from the device', async () => {
    services.clock.advance(15 * MINUTE_MS)
    const answer = device.register(await askToAdd())
    const asked = await add(answer)
    expect(asked).toMatchObject({ status: 403, body: { proof: { hasPasskey: false, takesCode: true } } })
    const form = { name: 'Office laptop', registration: JSON.stringify(answer) }
    await call(create.action, '/settings/passkeys/new', { form: { ...form, proof: 'send-sms' } })
    await deliverDue(services)
    const proofCode = /\d{6}/.exec(services.delivered.at(-1)?.text ?? '')?.[0] ?? ''
    const done = await call(create.action, '/settings/passkeys/new', { form: { ...form, proof: 'code', proofCode } })
    expect(done.status).toBe(302)
    expect(await acts()).toEqual(['session.prove', 'passkey.add'])
  })
})

describe('fresh proof before adding a passkey', () => {
  const open = async () => {
    const args = visit(services, '/settings/passkeys/new', { actor: admin })
    return (await create.loader(args as never)).asked
  }
  const send = (form: Form) => call(create.action, '/settings/passkeys/new', { form })

  it('is asked for 15:00 after the last proof, but not at 14:59', async () => {
    services.clock.advance(15 * MINUTE_MS - 1000)
    expect(await open()).toBeNull()
    services.clock.advance(1000)
    expect(await open()).toMatchObject({ takesCode: true, hasPasskey: false, fields: [] })
  })

  it('by a code opens the form without an error', async () => {
    services.clock.advance(15 * MINUTE_MS)
    expect(await send({ proof: 'send-sms' })).toMatchObject({ status: 200, body: { proof: { isSent: true } } })
    await deliverDue(services)
    const proofCode = /\d{6}/.exec(services.delivered.at(-1)?.text ?? '')?.[0] ?? ''
    expect(await send({ proof: 'code', proofCode })).toMatchObject({
      status: 200,
      body: { alert: null, result: { status: undefined, error: undefined } },
    })
    expect(await acts()).toEqual(['session.prove'])
  })

  it('by a passkey does not disturb the passkey that is being added', async () => {
    await register()
    services.clock.advance(15 * MINUTE_MS)
    const second = new Authenticator()
    const registration = JSON.stringify(second.register(await askToAdd()))
    const proofPasskey = JSON.stringify(device.answer(await askToProve()))
    expect((await send({ name: 'Key', registration, proof: 'passkey', proofPasskey })).status).toBe(302)
    expect((await stored()).map(({ name }) => name)).toEqual(['Office laptop', 'Key'])
  })
})

describe('removing a passkey', () => {
  const take = (id: string, actor = admin) =>
    call(remove.action, `/settings/passkeys/${id}/remove`, { params: { passkeyId: id }, actor, form: {} })

  it('deletes that passkey alone, and it no longer signs anybody in', async () => {
    await register()
    const [row] = await stored()
    if (!row) throw new Error('no passkey')
    const other = { ...row, id: randomUUID(), credentialId: 'of another device' }
    await db.insert(passkeys).values(other)
    const [found, behind] = await db.select().from(passkeys)
    expect((await take(behind?.id ?? '')).status).toBe(302)
    expect(await stored()).toEqual([found])
    expect((await take(found?.id ?? '')).status).toBe(302)
    expect(await stored()).toEqual([])
    expect((await enter(device.answer(await askToSignIn()))).status).toBe(422)
    expect(await acts()).toEqual(['passkey.add', 'passkey.remove', 'passkey.remove'])
  })

  it('twice redirects to the list both times and writes one audit entry', async () => {
    await register()
    const [row] = await stored()
    for (let n = 0; n < 2; n += 1)
      expect(await take(row?.id ?? '')).toMatchObject({ status: 302, location: '/settings/passkeys' })
    expect(await acts()).toEqual(['passkey.add', 'passkey.remove'])
    const other = await signedInStaff(db, services, 'admin', '李伟')
    expect((await take(row?.id ?? '', other)).status).toBe(404)
  })

  it('of another person is 404, and one’s own needs fresh proof after 15 minutes', async () => {
    await register()
    const [row] = await stored()
    const other = await signedInStaff(db, services, 'admin', '李伟')
    expect((await take(row?.id ?? '', other)).status).toBe(404)
    services.clock.advance(15 * MINUTE_MS)
    expect(await take(row?.id ?? '')).toMatchObject({ status: 403, body: { proof: { hasPasskey: true } } })
    expect(await stored()).toHaveLength(1)
  })
})

describe('signing in with a passkey', () => {
  beforeEach(register)

  it('opens a session without a message and redirects to the requested page', async () => {
    const answer = await enter(device.answer(await askToSignIn()), '/users/?role=admin')
    expect(answer).toMatchObject({ status: 302, location: '/users/?role=admin' })
    expect(jar.has('auth-storage')).toBe(true)
    expect(await db.$count(sessions, eq(sessions.userId, admin.id))).toBe(2)
    await deliverDue(services)
    // The only message is the one about the added passkey.
    expect(services.delivered).toHaveLength(1)
    expect((await stored())[0]).toMatchObject({ counter: 2, lastUsedAt: services.now() })
  })

  it('opens a session for its owner, not for the person who holds their number now', async () => {
    const other = await staff(db, 'cashier', 'Daniel Brooks')
    await db.update(users).set({ phone: '+77010000099' }).where(eq(users.id, admin.id))
    await db.update(users).set({ phone: admin.phone }).where(eq(users.id, other.id))
    expect((await enter(device.answer(await askToSignIn()))).status).toBe(302)
    expect(await db.$count(sessions, eq(sessions.userId, other.id))).toBe(0)
    expect(await db.$count(sessions, eq(sessions.userId, admin.id))).toBe(2)
  })

  it('logs the sign-in as made by passkey and trusts the browser, as a code does', async () => {
    await enter(device.answer(await askToSignIn()))
    const [row] = await db.select().from(auditLog).where(eq(auditLog.action, 'session.signIn'))
    expect(row).toMatchObject({ actorId: admin.id, after: { way: 'passkey' } })
    const trusted = await db.select().from(trustedDevices).where(eq(trustedDevices.userId, admin.id))
    expect(trusted).toHaveLength(1)
    const opened = await db
      .select()
      .from(sessions)
      .where(eq(sessions.trustedDeviceId, trusted[0]?.id ?? ''))
    expect(opened).toHaveLength(1)
    await enter(device.answer(await askToSignIn()))
    expect(await db.$count(trustedDevices)).toBe(1)
  })

  it('accepts each challenge once, even when 16 requests arrive together', async () => {
    const answer = device.answer(await askToSignIn())
    const statuses = await Promise.all(Array.from({ length: 16 }, async () => (await enter(answer)).status))
    expect(statuses.filter((status) => status === 302)).toHaveLength(1)
  })

  it.each([
    ['another site', { origin: 'https://gatehouse.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a device that did not check the person', { isVerified: false }],
  ])('refuses the answer for %s', async (_, how) => {
    expect((await enter(device.answer(await askToSignIn(), how))).status).toBe(422)
  })

  it('refuses a wrong signature, a foreign user handle, an unknown passkey and malformed input', async () => {
    const good = device.answer(await askToSignIn())
    const signature = `${good.response.signature.slice(0, -4)}AAAA`
    expect((await enter({ ...good, response: { ...good.response, signature } })).status).toBe(422)
    const userHandle = Buffer.from('somebody').toString('base64url')
    const foreign = device.answer(await askToSignIn())
    expect((await enter({ ...foreign, response: { ...foreign.response, userHandle } })).status).toBe(422)
    expect((await enter(new Authenticator().answer(await askToSignIn()))).status).toBe(422)
    for (const passkey of ['', '{', '[]', 'null', '{"id":1}', `"${'x'.repeat(20_000)}"`])
      expect(
        (await call(signIn.action, '/sign-in', { actor: null, form: { intent: 'passkey', passkey } })).status,
      ).toBe(422)
  })

  it('accepts a challenge after 4:59 and refuses it after 5:00', async () => {
    const late = device.answer(await askToSignIn())
    services.clock.advance(5 * MINUTE_MS)
    expect((await enter(late)).status).toBe(422)
    const inTime = device.answer(await askToSignIn())
    services.clock.advance(5 * MINUTE_MS - 1000)
    expect((await enter(inTime)).status).toBe(302)
  })

  it('refuses a counter that does not increase, and writes an audit entry with the name sealed', async () => {
    expect((await enter(device.answer(await askToSignIn(), { counter: 7 }))).status).toBe(302)
    expect((await enter(device.answer(await askToSignIn(), { counter: 7 }))).status).toBe(422)
    expect((await acts()).at(-1)).toBe('passkey.refuse')
    expect((await openedAudit(db)).at(-1)).toMatchObject({
      objectId: admin.id,
      after: { username: expect.any(String) },
    })
    expect((await db.select().from(auditLog).orderBy(asc(auditLog.position))).at(-1)?.after).toEqual({
      username: { sealed: expect.any(String) },
    })
    expect((await stored())[0]?.counter).toBe(7)
  })

  it('accepts a device whose counter stays at 0', async () => {
    await db.update(passkeys).set({ counter: 0 })
    for (let n = 0; n < 2; n += 1)
      expect((await enter(device.answer(await askToSignIn(), { counter: 0 }))).status).toBe(302)
  })

  it.each(['suspended', 'inactive'] as const)(
    'refuses a person who is %s with the same answer as an unknown passkey',
    async (status) => {
      const unknown = await enter(new Authenticator().answer(await askToSignIn()))
      await db.update(users).set({ status }).where(eq(users.id, admin.id))
      const refused = await enter(device.answer(await askToSignIn()))
      expect({ status: refused.status, body: refused.body }).toEqual({ status: unknown.status, body: unknown.body })
      expect(await db.$count(sessions)).toBe(1)
    },
  )
})

describe('proving identity with a passkey', () => {
  const promote = async (more: Form, actor = admin) => {
    const [cashier] = await db.select().from(users).where(eq(users.role, 'cashier'))
    const id = cashier?.id ?? ''
    return call(change.action, `/users/${id}/role`, {
      actor,
      params: { id },
      form: { version: '1', role: 'manager', ...more },
    })
  }
  beforeEach(async () => {
    await register()
    await staff(db, 'cashier', 'Daniel Brooks')
    services.clock.advance(20 * MINUTE_MS)
  })

  it('makes the proof fresh and completes the submitted change', async () => {
    expect(await promote({})).toMatchObject({ status: 403, body: { proof: { hasPasskey: true, takesCode: true } } })
    const proofPasskey = JSON.stringify(device.answer(await askToProve()))
    expect((await promote({ proof: 'passkey', proofPasskey })).status).toBe(302)
    expect(await acts()).toEqual(['passkey.add', 'session.prove', 'user.role'])
  })

  it('refuses the same answer a second time, even of a device whose counter stays at 0', async () => {
    await staff(db, 'cashier', 'Айдос Серік')
    await db.update(passkeys).set({ counter: 0 })
    const proofPasskey = JSON.stringify(device.answer(await askToProve(), { counter: 0 }))
    const asked = new Map(jar)
    expect((await promote({ proof: 'passkey', proofPasskey })).status).toBe(302)
    for (const [name, value] of asked) jar.set(name, value)
    expect((await promote({ proof: 'passkey', proofPasskey })).status).toBe(422)
    expect(await acts()).toEqual(['passkey.add', 'session.prove', 'user.role'])
  })

  it('refuses an answer to a sign-in challenge, and the passkey of another person', async () => {
    const fromSignIn = JSON.stringify(device.answer(await askToSignIn()))
    expect((await promote({ proof: 'passkey', proofPasskey: fromSignIn })).status).toBe(422)
    const other = { ...(await signedInStaff(db, services, 'superadmin', 'Other')), provenAt: admin.provenAt }
    const theirs = JSON.stringify(device.answer(await askToProve(other)))
    expect((await promote({ proof: 'passkey', proofPasskey: theirs }, other)).status).toBe(422)
    expect((await acts()).slice(1)).toEqual([])
  })
})

it('the operator removes all passkeys of a person and ends their sessions, with an audit entry', async () => {
  await register()
  expect(await removePasskeysByOperator(services, admin.phone)).toBe(1)
  expect(await removePasskeysByOperator(services, '+77019990000')).toBeNull()
  expect(await stored()).toEqual([])
  expect((await db.select().from(sessions)).map(({ endedAt }) => endedAt)).toEqual([services.now()])
  expect(await acts()).toEqual(['passkey.add', 'passkey.remove'])
  expect((await db.select().from(auditLog).orderBy(auditLog.position)).at(-1)).toMatchObject({
    actorId: null,
    objectId: admin.id,
    before: { total: 1 },
  })
})

describe('REQUIRE_PASSKEY', () => {
  const codeSignIn = async () => {
    const form = { phone: admin.phone, channel: 'sms' }
    const sent = await call(signIn.action, '/sign-in', { actor: null, form })
    await deliverDue(services)
    const code = /\d{6}/.exec(services.delivered.at(-1)?.text ?? '')?.[0] ?? ''
    return call(verify.action, sent.location ?? '', {
      actor: null,
      form: { phone: admin.phone, code, intent: 'verify' },
    })
  }
  beforeEach(async () => {
    services = await testServices({ env: testEnv({ REQUIRE_PASSKEY: 'admin' }) })
  })

  it('applies to the configured role and every role above it', () => {
    expect(ROLES.map((role) => isPasskeyRequired('admin', role))).toEqual([true, true, false, false])
    expect([isPasskeyRequired(null, 'superadmin'), isPasskeyRequired('cashier', null)]).toEqual([false, false])
  })

  it('lets a code sign in while the person has no passkey', async () => {
    expect((await codeSignIn()).status).toBe(302)
  })

  it('refuses a code alone, for sign-in and for proof, once the person has a passkey', async () => {
    await register()
    const refused = await codeSignIn()
    expect(refused).toMatchObject({ status: 403, body: { needsPasskey: true } })
    // The code is used up, so the cookie of its challenge is cleared.
    expect(refused.headers.getSetCookie().join()).toContain('challenge=;')
    expect(await db.$count(sessions)).toBe(1)
    expect((await enter(device.answer(await askToSignIn()))).status).toBe(302)
    services.clock.advance(20 * MINUTE_MS)
    const form = { version: '1', role: 'manager', proof: 'send-sms' }
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    const asked = await call(change.action, `/users/${cashier.id}/role`, { params: { id: cashier.id }, form })
    expect(asked).toMatchObject({ status: 403, body: { proof: { takesCode: false, hasPasskey: true, isSent: false } } })
    const html = await serverHtml(<ConfirmIdentity ask={proofRequestIn(asked.body)} closeTo="/" />)
    expect(html).toMatch(/<noscript>.*Passkeys need JavaScript/)
  })

  it.each([
    ['as long as none is registered', 302, async () => {}],
    ['and not once one is', 403, register],
  ])('takes a code sent earlier as proof only while there is no passkey: %s', async (_, status, happen) => {
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    const actor = { ...admin, provenAt: new Date(0) }
    const promote = (proof: Form) =>
      call(change.action, `/users/${cashier.id}/role`, {
        actor,
        params: { id: cashier.id },
        form: { version: '1', role: 'manager', ...proof },
      })
    expect((await promote({ proof: 'send-sms' })).status).toBe(200)
    await deliverDue(services)
    const proofCode = /\d{6}/.exec(services.delivered.at(-1)?.text ?? '')?.[0] ?? ''
    await happen()
    expect((await promote({ proof: 'code', proofCode })).status).toBe(status)
  })
})
