import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { inboxEntries } from '../../../app/db/schema/notes'
import { users } from '../../../app/db/schema/users'
import { grant, type Actor } from '../../../app/domain/access'
import { dateProof } from '../../../app/domain/fresh-proof'
import { openInboxEntry } from '../../../app/domain/inbox/inbox.server'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { sendCode } from '../../../app/domain/sign-in/send-code.server'
import { applyUserAction } from '../../../app/domain/users/change-user.server'
import { inviteAgain } from '../../../app/domain/users/invite-again.server'
import { inviteUser } from '../../../app/domain/users/invite-user.server'
import type { UserChange } from '../../../app/domain/users/user-actions'
import { findUserDetail } from '../../../app/domain/users/user-detail.server'
import { entryPath } from '../../../app/routes/inbox/entry-view.server'
import type { Role, UserStatus } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { testServices, type TestServices } from '../../support/services'
import { enter, newAddress, send, sendAndRead } from '../../support/sign-in'
import { staff } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let root: Actor
let admin: Actor
let manager: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  root = await staff(db, 'superadmin', 'Ержан Төлеген')
  admin = await staff(db, 'admin', '李伟')
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
})

const phone = '+77019998877'
const requestId = 'request'
const may = <A extends 'users.invite' | 'users.read' | 'inbox'>(actor: Actor, ability: A) => {
  const permit = grant({ ...actor, provenAt: services.now() }, ability)
  if (!permit) throw new Error('no permit')
  return permit
}
async function invite(by: Actor, role: Role = 'cashier') {
  const id = crypto.randomUUID()
  const input = { id, username: 'Жанар Мұқашева', phone, role, language: 'kk' as const }
  const permit = dateProof(may(by, 'users.invite'), services.now())
  expect((await inviteUser(services, permit, input, requestId)).kind).toBe('done')
  await deliverDue(services)
  services.delivered.length = 0
  return id
}
const stored = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]
async function act(by: Actor, action: UserChange, id: string, more: { role?: Role; reason?: string } = {}) {
  const { version = 0 } = (await stored(id)) ?? {}
  const permit = dateProof(may(by, 'users.read'), services.now())
  return (await applyUserAction(services, permit, action, { id, version, requestId, ...more })).kind
}
async function again(by: Actor, id: string, { version = 0 } = {}) {
  const permit = dateProof(may(by, 'users.read'), services.now())
  const seen = version || ((await stored(id))?.version ?? 0)
  return (await inviteAgain(services, permit, { id, version: seen, requestId })).kind
}
const set = (who: Actor, change: { role?: Role; status?: UserStatus }) =>
  db.update(users).set(change).where(eq(users.id, who.id))
async function isSentCode() {
  await send(services, { phone })
  await deliverDue(services)
  return services.delivered.splice(0).some(({ kind }) => kind === 'sign_in_code')
}
async function join() {
  const code = 'INV-7K4M-9QXT-2B8D'
  await addInvite(db, { code })
  const browser = { address: newAddress(), deviceId: crypto.randomUUID() }
  await sendCode(services, { purpose: 'sign-up', phone, channel: 'sms', invite: code, language: 'en', ...browser })
}
async function signIn() {
  const sent = await sendAndRead(services, { phone })
  return (await enter(services, { ...sent, phone })).kind
}
const invitation = async (id: string) => (await findUserDetail(services, may(root, 'users.read'), id))?.user.invitation

it('an invitation is valid for 30 days', async () => {
  const id = await invite(manager)
  const until = new Date(services.now().getTime() + 30 * DAY_MS)
  expect(await invitation(id)).toEqual({ until })
  services.clock.advance(30 * DAY_MS - 1000)
  expect(await isSentCode()).toBe(true)
  services.clock.advance(1000)
  expect(await isSentCode()).toBe(false)
  expect(await invitation(id)).toEqual({ until: null })
})

it.each(['asks for a code', 'is given a code to join with'])(
  'an invited person who %s after 30 days gets a single notice of what to do, and no code',
  async (way) => {
    await invite(manager)
    services.clock.advance(30 * DAY_MS)
    if (way === 'asks for a code') await send(services, { phone })
    else await join()
    await deliverDue(services)
    const [told, ...others] = services.delivered.splice(0)
    expect(others).toEqual([])
    expect(told).toMatchObject({ to: phone, kind: 'account_notice', language: 'kk' })
    expect(told?.text).toContain('Шақыруыңыз енді жарамсыз')
    expect(told?.text).not.toMatch(/\d{6}/)
  },
)

it.each([
  ['suspended', { status: 'suspended' }],
  ['paused', { status: 'inactive' }],
  ['of that role themselves', { role: 'manager' }],
] as const)(
  'an invitation works only while its sender could still make it: not when they are %s',
  async (_, change) => {
    const id = await invite(admin, 'manager')
    await set(admin, change)
    expect(await isSentCode()).toBe(false)
    expect(await invitation(id)).toEqual({ until: null })
    await set(admin, { role: 'admin', status: 'active' })
    services.clock.advance(DAY_MS)
    expect(await isSentCode()).toBe(true)
  },
)

it('a code sent earlier no longer works once the inviter is suspended', async () => {
  const id = await invite(manager)
  const sent = await sendAndRead(services, { phone })
  await set(manager, { status: 'suspended' })
  expect((await enter(services, { ...sent, phone })).kind).toBe('wrong')
  expect(await stored(id)).toMatchObject({ status: 'invited', lastSignInAt: null })
})

it('a person who has signed in once keeps access whatever happens to their inviter', async () => {
  await invite(manager)
  expect(await signIn()).toBe('signedIn')
  await set(manager, { status: 'suspended' })
  services.clock.advance(31 * DAY_MS)
  expect(await signIn()).toBe('signedIn')
})

it('another manager can withdraw an invitation and renew it as their own for 30 days', async () => {
  const id = await invite(manager)
  const other = await staff(db, 'manager', 'Daniel Brooks')
  expect(await act(other, 'deactivate', id)).toBe('done')
  expect(await isSentCode()).toBe(false)
  services.clock.advance(29 * DAY_MS)
  expect(await act(other, 'reactivate', id)).toBe('done')
  expect(await stored(id)).toMatchObject({ status: 'invited' })
  await set(manager, { status: 'suspended' })
  services.clock.advance(29 * DAY_MS)
  expect(await isSentCode()).toBe(true)
  services.clock.advance(DAY_MS)
  expect(await isSentCode()).toBe(false)
})

it('another manager can invite again after 30 days, as their own, for 30 days and with a message', async () => {
  const id = await invite(manager)
  const other = await staff(db, 'manager', 'Daniel Brooks')
  services.clock.advance(30 * DAY_MS)
  expect(await again(other, id)).toBe('done')
  await deliverDue(services)
  // The link opens the console in the language of the message.
  const link = `${services.env.publicOrigin}/sign-in?lng=kk`
  expect(services.delivered.splice(0)).toMatchObject([
    { to: phone, kind: 'user_invited', language: 'kk', text: expect.stringContaining(link) as string },
  ])
  expect(await invitation(id)).toEqual({ until: new Date(services.now().getTime() + 30 * DAY_MS) })
  const told = { action: 'user.invite', objectId: id, after: { status: 'invited', role: 'cashier' } }
  expect(await db.select().from(auditLog).orderBy(auditLog.position)).toMatchObject([
    { ...told, actorId: manager.id },
    { ...told, actorId: other.id },
  ])
  await set(manager, { status: 'suspended' })
  expect(await signIn()).toBe('signedIn')
  expect(await db.select().from(inboxEntries)).toMatchObject([{ userId: other.id, kind: 'invited_signed_in' }])
  expect(await again(other, id)).toBe('conflict')
})

it('inviting again twice from one page sends one message, and one number gets five a day', async () => {
  const id = await invite(manager)
  const { version = 0 } = (await stored(id)) ?? {}
  expect(await again(manager, id, { version })).toBe('done')
  expect(await again(manager, id, { version })).toBe('unchanged')
  expect(await again(admin, id, { version })).toBe('conflict')
  await deliverDue(services)
  for (const kind of ['done', 'done', 'done', 'conflict']) {
    expect(await again(admin, id)).toBe(kind)
    await deliverDue(services)
  }
  expect(services.delivered).toHaveLength(4)
})

it('a queued invitation is replaced by the next one, which names the current role', async () => {
  const id = await invite(root)
  expect(await again(root, id)).toBe('done')
  expect(await act(root, 'role', id, { role: 'manager' })).toBe('done')
  expect(await again(root, id)).toBe('done')
  await deliverDue(services)
  expect(services.delivered.filter(({ kind }) => kind === 'user_invited')).toMatchObject([
    { to: phone, text: expect.stringContaining('Менеджер') as string },
  ])
})

it('inviting again needs the right to give that role, and fresh proof where the role requires it', async () => {
  const id = await invite(root, 'admin')
  expect(await again(admin, id)).toBe('forbidden')
  expect(await again({ ...root, role: 'manager' }, id)).toBe('forbidden')
  const dated = dateProof(may(root, 'users.read'), new Date(services.now().getTime() + DAY_MS))
  expect((await inviteAgain(services, dated, { id, version: 1, requestId })).kind).toBe('forbidden')
  expect(await again(root, id)).toBe('done')
})

it('whoever changes the role of an invited person becomes their inviter; a lifted suspension leaves them invited', async () => {
  const id = await invite(manager)
  expect(await act(root, 'role', id, { role: 'admin' })).toBe('done')
  await set(manager, { status: 'suspended' })
  expect(await isSentCode()).toBe(true)
  expect(await act(root, 'suspend', id, { reason: 'Wrong number' })).toBe('done')
  expect(await act(root, 'restore', id)).toBe('done')
  expect(await stored(id)).toMatchObject({ status: 'invited', role: 'admin' })
})

it('lifting a suspension restarts an invitation in the name of whoever lifted it', async () => {
  const id = await invite(manager)
  expect(await act(root, 'suspend', id, { reason: 'Wrong number' })).toBe('done')
  await set(manager, { status: 'suspended' })
  services.clock.advance(29 * DAY_MS)
  expect(await act(root, 'restore', id)).toBe('done')
  services.clock.advance(29 * DAY_MS)
  expect(await isSentCode()).toBe(true)
})

it('an invited person given the role of the giver can sign in while the giver still has that role', async () => {
  const id = await invite(manager)
  expect(await act(admin, 'role', id, { role: 'admin' })).toBe('done')
  expect(await isSentCode()).toBe(true)
  services.clock.advance(DAY_MS)
  await set(admin, { role: 'manager' })
  expect(await isSentCode()).toBe(false)
})

it('the inviter gets an inbox entry for the first sign-in only, which opens the user if they may see users', async () => {
  const id = await invite(manager)
  await signIn()
  services.clock.advance(DAY_MS)
  await signIn()
  const entries = await db.select().from(inboxEntries)
  expect(entries).toMatchObject([{ userId: manager.id, kind: 'invited_signed_in', actorId: id }])
  const opened = await openInboxEntry(services, may(manager, 'inbox'), entries[0]?.id ?? '')
  expect(opened.kind === 'done' && entryPath(opened.value)).toBe(`/users/${id}`)
  const demoted = may({ ...manager, role: 'cashier' }, 'inbox')
  expect((await openInboxEntry(services, demoted, entries[0]?.id ?? '')).kind).toBe('missing')
})
