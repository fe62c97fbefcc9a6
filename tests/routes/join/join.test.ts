import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { invites, redemptions } from '../../../app/db/schema/invites'
import { organizations } from '../../../app/db/schema/organizations'
import { sessions } from '../../../app/db/schema/sessions'
import { users } from '../../../app/db/schema/users'
import * as signIn from '../../../app/routes/sign-in/sign-in'
import * as onboarding from '../../../app/routes/join/onboarding'
import { loader as organizationsLoader } from '../../../app/routes/organizations/list'
import * as signUp from '../../../app/routes/join/sign-up'
import * as signUpCode from '../../../app/routes/join/sign-up-code'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { toastOf, visit, type Jar } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { signedInStaff } from '../../support/signed-in'
import { organization } from '../../support/verifications'
import { MINUTE_MS } from '../../../app/durations'
import { CODE, joining, PERSON, PHONE } from '../../support/joining'

const WRONG = 'The code is incorrect or has expired. Check it or request a new one.'
const LOCKED = 'Too many incorrect codes. Request a new code.'

const db = await openTestDatabase()
let services: TestServices
let jar: Jar
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  jar = new Map()
})

const { get, post, verify, introduce, codeSent, enter, join } = joining(() => ({ services, jar }))

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

describe('entering the code from the phone', () => {
  it('uses the invite once, creates the partner and a draft organization, and signs in at its setup', async () => {
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
      lastSignInAt: services.now(),
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
    expect(audit.map(({ after }) => after)).toEqual([
      { status: 'draft' },
      { status: 'active', role: null, organizationId: draft?.id },
      { usedCount: 1 },
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

  it('from another country sets its time zone, and the draft is found by its provisional name', async () => {
    await addInvite(db)
    await verify(CODE)
    await introduce({ phone: '+7 912 345 67 89' })
    expect((await enter(await codeSent())).status).toBe(302)
    expect((await db.select().from(users))[0]).toMatchObject({ phone: '+79123456789', timeZone: 'Europe/Moscow' })
    expect(await db.select().from(organizations)).toMatchObject([{ country: 'RU', timeZone: 'Europe/Moscow' }])
    const staff = await signedInStaff(db, services, 'manager', 'Ольга Кузнецова')
    const found = await organizationsLoader(visit(services, '/organizations/?q=Сейітқызы', { actor: staff }) as never)
    expect(found.rows).toHaveLength(1)
  })

  it('gives staff the role of the invite', async () => {
    const createdBy = await addUser(db, { role: 'superadmin' })
    await addInvite(db, { type: 'invite_to_user', role: 'admin', createdBy })
    expect((await join()).location).toBe('/')
    const [joined] = await db.select().from(users).where(eq(users.phone, PHONE))
    expect(joined).toMatchObject({ role: 'admin', organizationId: null })
  })

  it('gives no role that the creator of the invite may no longer give', async () => {
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
  ] as const)('answers 409 and creates nothing when the invite was %s meanwhile', async (_, change, why) => {
    await addInvite(db)
    await verify(CODE)
    await introduce()
    const code = await codeSent()
    await db.update(invites).set(change)
    const { usedCount } = (await db.select().from(invites))[0] ?? {}
    const looking = new Map(jar)
    expect(await get(signUpCode, '/sign-up/code', { jar: looking })).toMatchObject({
      status: 409,
      body: { gone: why },
    })
    expect(looking.has('join')).toBe(false)
    expect(await enter(code)).toMatchObject({ status: 409, body: { gone: why } })
    expect(jar.has('join')).toBe(false)
    expect(await Promise.all([users, organizations, redemptions, sessions].map((table) => db.$count(table)))).toEqual([
      0, 0, 0, 0,
    ])
    expect((await db.select().from(invites))[0]).toMatchObject({ usedCount })
  })

  it('counts wrong codes, locks after 5, and uses no invite', async () => {
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

  it('in another browser leads to /use-invite and creates nobody', async () => {
    await addInvite(db)
    await verify(CODE)
    await introduce()
    expect(await enter(await codeSent(), { jar: new Map() })).toMatchObject({ status: 302, location: '/use-invite' })
    expect(await db.$count(users)).toBe(0)
  })

  it('after 30 minutes leads to /use-invite, says that the time ran out, and creates nobody', async () => {
    await addInvite(db)
    await verify(CODE)
    services.clock.advance(28 * MINUTE_MS)
    await introduce()
    const code = await codeSent()
    services.clock.advance(2 * MINUTE_MS)
    const late = await enter(code)
    expect(late).toMatchObject({ status: 302, location: '/use-invite' })
    expect(toastOf(late.headers)).toContain('join:toast.ranOut')
    expect(await db.$count(users)).toBe(0)
  })

  it.each([
    ['/sign-up', signUp],
    ['/sign-up/code', signUpCode],
  ] as const)('leads from %s to the user’s own page afterwards, without a toast', async (address, page) => {
    await addInvite(db)
    const { location } = await join()
    const back = await get(page, address)
    expect(back).toMatchObject({ status: 302, location })
    expect(toastOf(back.headers)).toBe('')
  })

  it('for a number that got an account meanwhile is answered as a wrong code', async () => {
    await addInvite(db)
    await verify(CODE)
    await introduce()
    const code = await codeSent()
    await addUser(db, { phone: PHONE })
    expect(await enter(code)).toMatchObject({ status: 422, body: { result: { error: { code: [WRONG] } } } })
    expect((await db.select().from(invites))[0]?.usedCount).toBe(0)
    expect(await db.$count(sessions)).toBe(0)
  })

  it('a second time creates no second account or session, and leads to sign-in', async () => {
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

describe('joining in a browser', () => {
  it('forgets a sign-in code that was asked for there before', async () => {
    await addInvite(db)
    await post(signIn, '/sign-in', { phone: '+7 701 000 00 07', channel: 'sms' })
    expect(jar.has('challenge')).toBe(true)
    await join()
    expect(jar.has('challenge')).toBe(false)
  })

  it('ends the session of whoever was signed in there', async () => {
    await addInvite(db, { maximumUses: 2 })
    await join()
    const [before] = await db.select().from(sessions)
    await verify(CODE)
    await introduce({ phone: '8 701 765 43 99' })
    await enter(await codeSent())
    const open = (await db.select().from(sessions)).filter(({ endedAt }) => endedAt === null)
    expect(open).toHaveLength(1)
    expect(open[0]?.id).not.toBe(before?.id)
  })
})

describe('/onboarding', () => {
  it('resumes a join at its current step, with the time left', async () => {
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

  it('begins again once the invite was deleted', async () => {
    await addInvite(db)
    await verify(CODE)
    await db.update(invites).set({ deletedAt: services.now() })
    expect((await get(onboarding, '/onboarding')).body).toMatchObject({ step: 'invite', to: '/use-invite' })
    expect(jar.has('join')).toBe(false)
  })

  it('leads a partner to the setup or the status of their organization, and staff to the dashboard', async () => {
    await addInvite(db)
    const setup = (await join()).location
    expect(await get(onboarding, '/onboarding')).toMatchObject({ status: 302, location: setup })
    await db.update(organizations).set({ status: 'pending' })
    expect((await get(onboarding, '/onboarding')).location).toBe(setup?.replace('setup', 'verification-status'))
    await db.update(users).set({ role: 'cashier', organizationId: null })
    expect((await get(onboarding, '/onboarding')).location).toBe('/')
  })
})
