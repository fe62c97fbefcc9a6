import { beforeEach, describe, expect, it } from 'vitest'
import { requestInfoContext } from '../../../app/context'
import { invites } from '../../../app/db/schema/invites'
import { SLOW_ANSWER_MS } from '../../../app/domain/join/verify-invite.server'
import * as useInvite from '../../../app/routes/join/use-invite'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { answerOf, toastOf, visit, type Jar, type Visit } from '../../support/requests'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { MINUTE_MS } from '../../../app/durations'
import { CODE, joining } from '../../support/joining'

const UNKNOWN = 'There is no such invite code. Check it or ask for a new one.'

const db = await openTestDatabase()
let services: TestServices
let jar: Jar
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  jar = new Map()
})

const { get, verify } = joining(() => ({ services, jar }))

describe('verifying an invite code', () => {
  it('keeps the code verified in this browser only, says so, and uses nothing of the invite', async () => {
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

  it('shows the form for another code, filled from its address, even after one was verified', async () => {
    await addInvite(db)
    await verify(CODE)
    for (const [search, code] of [
      ['?code=INV-AAAA-BBBB-CCCC', 'INV-AAAA-BBBB-CCCC'],
      ['?other', ''],
    ])
      expect((await get(useInvite, `/use-invite${search}`)).body).toMatchObject({ invite: null, isOther: true, code })
  })

  it.each([
    ['', 'This field is required'],
    ['   ', 'This field is required'],
    ['INV-7K4M-9QXT-2B8D-X', 'Invite code is too long'],
  ])('refuses %j with the words of the field and keeps what was typed', async (code, field) => {
    await addInvite(db)
    expect(await verify(code)).toMatchObject({
      status: 422,
      body: { alert: null, result: { error: { code: [field] }, initialValue: code ? { code } : {} } },
    })
  })

  it('treats a code of 19 characters as unknown, not as too long', async () => {
    const code = 'INV-7K4M-9QXT-2B8DX'
    expect(await verify(code)).toMatchObject({
      status: 422,
      body: { alert: UNKNOWN, result: { initialValue: { code } } },
    })
  })

  it('shows the form until a code is verified, and then where that code leads', async () => {
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
    'accepts %j, as only the code counts, not what separates it',
    async (code) => {
      await addInvite(db)
      expect(await verify(code)).toMatchObject({ status: 302 })
    },
  )

  it('delays the answer once too many wrong codes were tried from all addresses together', async () => {
    services = await testServices({ env: { ...testEnv(), limitsFactor: 0.005 } })
    const heldBackMs = async (address: string) => {
      const asked = visit(services, '/use-invite', { form: { code: 'INV-AAAA-AAAA-AAAA' }, address })
      expect((await answerOf(() => useInvite.action(asked as never))).status).toBe(422)
      return asked.context.get(requestInfoContext).holdMs
    }
    for (let index = 1; index <= 5; index++) expect(await heldBackMs(`203.0.113.${index}`)).toBe(0)
    expect(await heldBackMs('203.0.113.6')).toBe(SLOW_ANSWER_MS)
  })

  it('gives unknown and deleted codes one answer, and used-up and expired codes one each', async () => {
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

  it('does not happen by the address, which only fills in the form', async () => {
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

  it('says so when the code was deleted after it was verified', async () => {
    const id = await addInvite(db)
    await verify(CODE)
    await db.update(invites).set({ deletedAt: services.now() })
    expect(id).toBeTruthy()
    expect((await get(useInvite, '/use-invite')).body).toMatchObject({ invite: null, refusal: 'unknown' })
    expect(jar.has('join')).toBe(false)
  })

  it('allows 30 tries in 10 minutes from one address', async () => {
    await addInvite(db)
    for (let tries = 0; tries < 30; tries++) expect((await verify('INV-AAAA-AAAA-AAAA')).status).toBe(422)
    const refusal = await verify(CODE)
    expect(refusal).toMatchObject({ status: 429, body: { toast: { text: 'Failed to verify invite code' } } })
    expect(Number(refusal.headers.get('Retry-After'))).toBe(600)
    expect((await verify(CODE, { address: '198.51.100.8' })).status).toBe(302)
    services.clock.advance(10 * MINUTE_MS)
    expect((await verify(CODE)).status).toBe(302)
  })

  it('says that cookies are needed when a page of the console led here and no cookie came back', async () => {
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

  it('refuses a staff code of a blocked creator as unknown', async () => {
    const createdBy = await addUser(db, { status: 'suspended' })
    await addInvite(db, { type: 'invite_to_user', role: 'cashier', createdBy })
    expect(await verify(CODE)).toMatchObject({ body: { alert: UNKNOWN } })
  })
})
