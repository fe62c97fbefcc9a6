import { beforeEach, describe, expect, it } from 'vitest'
import { invites } from '../../app/db/schema'
import * as useInvite from '../../app/routes/join/use-invite'
import { emptyTables, openTestDatabase } from '../support/database'
import { addInvite } from '../support/invites'
import { addUser } from '../support/people'
import { answerOf, keepCookies, visit, type Jar } from '../support/requests'
import { testServices, type TestServices } from '../support/services'

const CODE = 'INV-7K4M-9QXT-2B8D'
const MINUTE_MS = 60_000

const db = await openTestDatabase()
let services: TestServices
let jar: Jar
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  jar = new Map()
})

type Visit = Parameters<typeof visit>[2]
type Handlers = { loader: (args: never) => unknown; action: (args: never) => unknown }
async function post(route: Handlers, path: string, form: Record<string, string>, more: Visit = {}) {
  const answer = await answerOf(() => route.action(visit(services, path, { jar, form, ...more }) as never))
  keepCookies(more.jar ?? jar, answer.headers)
  return answer
}
async function get(route: Handlers, path: string, more: Visit = {}) {
  const answer = await answerOf(() => route.loader(visit(services, path, { jar, ...more }) as never))
  keepCookies(more.jar ?? jar, answer.headers)
  return answer
}
const toastOf = (headers: Headers) => {
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith('toast='))
  return Buffer.from(decodeURIComponent(line?.slice(6).split(/[.;]/)[0] ?? ''), 'base64').toString()
}
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
    ['', 'common:error.required'],
    ['   ', 'common:error.required'],
    ['INV-7K4M-9QXT-2B8D-X', 'join:error.codeTooLong'],
  ])('%j is refused with the words of the field, and what was typed is kept', async (code, field) => {
    await addInvite(db)
    expect(await verify(code)).toMatchObject({ status: 422, body: { field, code, notice: null } })
  })

  it('unknown and deleted share one answer; used up and expired each say so', async () => {
    const now = new Date(services.now())
    await addInvite(db, { code: 'INV-DDDD-DDDD-DDDD', deletedAt: now })
    await addInvite(db, { code: 'INV-VVVV-VVVV-VVVV', maximumUses: 2, usedCount: 2 })
    await addInvite(db, { code: 'INV-EEEE-EEEE-EEEE', expiresAt: now })
    const why = async (code: string) => {
      const { status, body } = await verify(code)
      return [status, (body as { notice: { text: { key: string } } }).notice.text.key]
    }
    expect(await why('INV-AAAA-AAAA-AAAA')).toEqual([422, 'join:error.unknown'])
    expect(await why('INV-DDDD-DDDD-DDDD')).toEqual([422, 'join:error.unknown'])
    expect(await why('not a code')).toEqual([422, 'join:error.unknown'])
    expect(await why('INV-VVVV-VVVV-VVVV')).toEqual([422, 'join:error.used'])
    expect(await why('INV-EEEE-EEEE-EEEE')).toEqual([422, 'join:error.expired'])
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
    expect(refusal).toMatchObject({ status: 429, body: { notice: { title: 'join:error.verifyFailed' } } })
    expect(Number(refusal.headers.get('Retry-After'))).toBe(600)
    expect((await verify(CODE, { address: '198.51.100.8' })).status).toBe(302)
    services.clock.advance(10 * MINUTE_MS)
    expect((await verify(CODE)).status).toBe(302)
  })

  it('by a creator who was shut out brings nobody into the staff', async () => {
    const createdBy = await addUser(db, { status: 'suspended' })
    await addInvite(db, { type: 'invite_to_user', role: 'cashier', createdBy })
    expect(await verify(CODE)).toMatchObject({ body: { notice: { text: { key: 'join:error.unknown' } } } })
  })
})
