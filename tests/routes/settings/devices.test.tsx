import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { sessions } from '../../../app/db/schema/sessions'
import { trustedDevices } from '../../../app/db/schema/sign-in'
import type { Actor } from '../../../app/domain/access'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { applyUserAction } from '../../../app/domain/users/change-user.server'
import { makeStaff } from '../../../app/domain/users/operator.server'
import { endUserSessions } from '../../../app/domain/users/user-detail.server'
import { readProofs, writeProofs } from '../../../app/http/sign-in/device-proof.server'
import Devices, { action, loader } from '../../../app/routes/settings/devices'
import { auditActions } from '../../support/audit'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { answerOf, keepCookies, visit, type Jar } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { signInAndKeep } from '../../support/sign-in'
import { staff } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0'
const SAFARI = 'Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18.0 Safari/604.1'

const db = await openTestDatabase()
let services: TestServices
let manager: Actor
let jar: Jar
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  jar = new Map()
})

/** Signs the manager in with a browser; returns its proofs and the actor of its session. */
async function signInWith(userAgent: string) {
  const proofs = await signInAndKeep(services, { phone: manager.phone, userAgent })
  const [session] = (await db.select().from(sessions)).filter((row) => row.userAgent === userAgent)
  return { proofs, actor: { ...manager, sessionId: session?.id ?? '' } }
}
const sitAt = (proofs: string[]) => keepCookies(jar, new Headers({ 'set-cookie': writeProofs(services.env, proofs) }))
const shown = async (actor: Actor) =>
  (await loader(visit(services, '/settings/devices', { actor, jar }) as never)) as Awaited<ReturnType<typeof loader>>
async function post(form: Record<string, string>, actor: Actor) {
  const answer = await answerOf(() => action(visit(services, '/settings/devices', { form, actor, jar }) as never))
  keepCookies(jar, answer.headers)
  return answer
}
const acts = async () => (await auditActions(db)).filter((action) => action.startsWith('device.'))
const openSessions = async () =>
  (await db.select().from(sessions).orderBy(sessions.createdAt))
    .filter(({ endedAt }) => endedAt === null)
    .map(({ userAgent }) => userAgent)
const kept = async () =>
  (await db.select().from(trustedDevices).orderBy(trustedDevices.createdAt))
    .filter(({ revokedAt }) => revokedAt === null)
    .map(({ userAgent }) => userAgent)

async function threeBrowsers() {
  const here = await signInWith(FIREFOX)
  services.clock.advance(DAY_MS / 24)
  const phone = await signInWith(SAFARI)
  services.clock.advance(DAY_MS / 24)
  await signInWith('curl/8')
  sitAt(here.proofs)
  return { here, phone }
}

describe('trusted browsers', () => {
  it('are listed with the current one first and marked', async () => {
    const { here } = await threeBrowsers()
    const { devices } = await shown(here.actor)
    expect(devices.map(({ device, isThisOne }) => [device, isThisOne])).toEqual([
      ['Firefox · Windows', true],
      [null, false],
      ['Safari · iPhone', false],
    ])
    expect(JSON.stringify(devices)).not.toContain(here.proofs[0])
    const page = await pageHtml(Devices, { loaderData: { devices } })
    expect(page).toContain('Forget this browser')
    expect(page).toContain('Forget Safari · iPhone')
    expect(page.match(/<form[^>]*method="post"/g)).toHaveLength(4)
    // On a card the word stands on the button only, not beside it as well.
    expect(page.match(/"Forget"|>Forget</g)).toEqual(devices.map(() => '>Forget<'))
  })

  it('forgetting one ends its session and writes an audit entry', async () => {
    const { here, phone } = await threeBrowsers()
    const row = (await db.select().from(trustedDevices)).find(({ userAgent }) => userAgent === SAFARI)
    expect((await post({ intent: 'forget', device: row?.id ?? '' }, here.actor)).status).toBe(302)
    expect(await kept()).toEqual([FIREFOX, 'curl/8'])
    expect(await openSessions()).toEqual([FIREFOX, 'curl/8'])
    expect(await acts()).toEqual(['device.forget'])
    expect(phone.proofs).toHaveLength(1)
  })

  it('one browser keeps the proofs of the last 5 people who signed in, the latest first', () => {
    const proofs = ['f', 'e', 'd', 'c', 'b', 'a']
    sitAt(proofs)
    expect(readProofs(visit(services, '/', { jar }).request, services.env)).toEqual(proofs.slice(0, 5))
  })

  it('forgetting an id that no browser of the person has changes nothing', async () => {
    const { here } = await threeBrowsers()
    for (const device of ['', 'none', 'a\0b']) {
      const { status } = await post({ intent: 'forget', device }, here.actor)
      expect(status, JSON.stringify(device)).toBe(302)
    }
    expect(await kept()).toHaveLength(3)
  })

  it('forgetting the current one removes its proof but keeps it signed in', async () => {
    const { here } = await threeBrowsers()
    const { devices } = await shown(here.actor)
    await post({ intent: 'forget', device: devices[0]?.id ?? '' }, here.actor)
    expect(await openSessions()).toContain(FIREFOX)
    expect(await kept()).toEqual([SAFARI, 'curl/8'])
    expect(readProofs(visit(services, '/', { jar }).request, services.env)).toEqual([])
  })

  it('forgetting all others keeps the current one and writes one audit entry', async () => {
    const { here } = await threeBrowsers()
    await post({ intent: 'forget-others' }, here.actor)
    expect([await kept(), await openSessions(), await acts()]).toEqual([[FIREFOX], [FIREFOX], ['device.forgetOthers']])
    await post({ intent: 'forget-others' }, here.actor)
    expect(await acts()).toHaveLength(1)
  })

  it('of another person cannot be forgotten', async () => {
    await threeBrowsers()
    const other = await staff(db, 'admin', '王建国')
    const [row] = await db.select().from(trustedDevices)
    await post({ intent: 'forget', device: row?.id ?? '' }, other)
    await post({ intent: 'forget', device: 'no id' }, other)
    await post({ intent: 'forget-others' }, other)
    expect([(await kept()).length, await acts()]).toEqual([3, []])
    expect((await shown(other)).devices).toEqual([])
  })

  it('are neither listed nor kept after 180 days without use', async () => {
    const { here } = await threeBrowsers()
    services.clock.advance(180 * DAY_MS + 1)
    expect((await shown(here.actor)).devices).toEqual([])
    await tidyUp(services)
    expect(await db.$count(trustedDevices)).toBe(0)
  })
})

it('ending all sessions is logged even when it only forgets trusted browsers because no session is open', async () => {
  await threeBrowsers()
  await db.update(sessions).set({ endedAt: services.now() })
  const admin = await staff(db, 'superadmin', 'Айгерім Нұрланқызы')
  const asked = { id: manager.id, sessionId: null, requestId: 'R' }
  expect(await endUserSessions(services, { actor: admin } as never, asked)).toMatchObject({ kind: 'done' })
  expect(await db.$count(auditLog, eq(auditLog.action, 'session.endAll'))).toBe(1)
  expect(await endUserSessions(services, { actor: admin } as never, asked)).toMatchObject({ kind: 'unchanged' })
  expect(await db.$count(auditLog, eq(auditLog.action, 'session.endAll'))).toBe(1)
})

describe('every trusted browser is forgotten and every session ends', () => {
  const version = 1
  it.each([
    ['with another role', (admin: Actor) => change(admin, 'role', { role: 'cashier' })],
    ['when somebody is suspended', (admin: Actor) => change(admin, 'suspend', { reason: 'Left' })],
    ['when somebody is deactivated', (admin: Actor) => change(admin, 'deactivate', {})],
    [
      'when staff end all sessions',
      (admin: Actor) =>
        endUserSessions(services, { actor: admin } as never, { id: manager.id, sessionId: null, requestId: 'R' }),
    ],
    [
      'when the operator gives another role',
      () => makeStaff(services, { phone: manager.phone, username: manager.username, role: 'cashier' }),
    ],
  ] as const)('%s', async (_, act) => {
    await threeBrowsers()
    await act(await staff(db, 'superadmin', 'Айгерім Нұрланқызы'))
    expect(await kept()).toEqual([])
    const rows = await db.select().from(sessions).where(eq(sessions.userId, manager.id))
    expect(rows.every(({ endedAt }) => endedAt !== null)).toBe(true)
  })

  const change = (admin: Actor, action: 'role' | 'suspend' | 'deactivate', more: object) =>
    applyUserAction(services, { actor: admin, isFresh: true } as never, action, {
      id: manager.id,
      version,
      requestId: 'R',
      ...more,
    })
})
