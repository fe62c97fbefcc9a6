import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { takeUse } from '../../../app/db/join'
import { auditLog } from '../../../app/db/schema/audit'
import { invites, redemptions } from '../../../app/db/schema/invites'
import { notificationChoices } from '../../../app/db/schema/messages'
import { inboxEntries } from '../../../app/db/schema/notes'
import { organizations } from '../../../app/db/schema/organizations'
import { sessions } from '../../../app/db/schema/sessions'
import { trustedDevices } from '../../../app/db/schema/sign-in'
import { users } from '../../../app/db/schema/users'
import { finishJoin } from '../../../app/domain/join/finish-join.server'
import { SLOW_ANSWER_MS, verifyInvite } from '../../../app/domain/join/verify-invite.server'
import { LIMITS } from '../../../app/domain/limits/limit'
import { consumeRateLimitForEach } from '../../../app/domain/limits/limits.server'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { compareCode } from '../../../app/domain/sign-in/compare-code.server'
import { sendCode } from '../../../app/domain/sign-in/send-code.server'
import { emptyTables, openTestDatabase, statementsOf } from '../../support/database'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { takenMeanwhile } from '../../support/race'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { openSession } from '../../../app/domain/sessions/sessions.server'

const CODE = 'INV-7K4M-9QXT-2B8D'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})

const phoneOf = (index: number) => `+7701765${String(index).padStart(4, '0')}`
const browserOf = (index: number) => ({
  deviceId: `device-${index}`,
  userAgent: 'Firefox',
  address: `198.51.100.${index % 250}`,
})

async function ask(index: number, purpose: 'join' | 'sign in' = 'join') {
  const phone = phoneOf(index)
  const asked = { phone, channel: 'sms' as const, ...browserOf(index) }
  const answer =
    purpose === 'join'
      ? await sendCode(services, { ...asked, purpose: 'sign-up', invite: CODE, language: 'ru' })
      : await sendCode(services, { ...asked, purpose: 'sign-in', proofs: [] })
  if (answer.kind !== 'sent') throw new Error('no code was sent')
  return { phone, challengeId: answer.challengeId, index }
}
type Asked = Awaited<ReturnType<typeof ask>>

async function codesSent(): Promise<Map<string, string>> {
  while ((await deliverDue(services)) > 0);
  return new Map(services.delivered.map(({ to, text }) => [to, /\d{6}/.exec(text)?.[0] ?? '']))
}

const finish = (
  { phone, challengeId, index }: Asked,
  codes: Map<string, string>,
  invite = CODE,
  formerToken: string | null = null,
) =>
  finishJoin(services, {
    ...browserOf(index),
    invite,
    person: { name: `Person ${index}`, phone, language: 'ru' },
    challengeId,
    code: codes.get(phone) ?? '',
    requestId: `REFERENCE${index}`,
    formerToken,
    proofs: [],
  })

async function crowd(size: number) {
  const asked: Asked[] = []
  for (let index = 0; index < size; index++) asked.push(await ask(index))
  return { asked, codes: await codesSent() }
}

it('a join in the browser of somebody else ends their session, with an audit row about them', async () => {
  const id = await addUser(db, { phone: '+77010000075', role: 'admin' })
  const { refresh_token: formerToken } = await openSession(db, services, id, browserOf(0))
  await addInvite(db)
  const { asked, codes } = await crowd(1)
  for (const one of asked) expect((await finish(one, codes, CODE, formerToken)).kind).toBe('joined')
  expect(await db.select().from(auditLog).where(eq(auditLog.action, 'session.end'))).toMatchObject([
    { objectId: id, actorId: null, after: { ended: 1 } },
  ])
})

it('a join trusts its browser and opens the session there', async () => {
  await addInvite(db)
  const { asked, codes } = await crowd(1)
  for (const one of asked) expect((await finish(one, codes)).kind).toBe('joined')
  const trusted = await db.select().from(trustedDevices)
  expect(trusted).toHaveLength(1)
  expect(await db.select().from(sessions)).toMatchObject([{ trustedDeviceId: trusted[0]?.id }])
})

describe('the creator of a code', () => {
  const told = async () => {
    await codesSent()
    return services.delivered.filter(({ kind }) => kind === 'staff_invite_redeemed')
  }
  const join = async (index: number) => {
    const asked = await ask(index)
    expect((await finish(asked, await codesSent())).kind).toBe('joined')
  }
  const joinBy = async (createdBy: string | undefined) => {
    await addInvite(db, { createdBy, maximumUses: 3 })
    await join(0)
  }
  const choose = (userId: string, channel: 'email' | 'whatsapp') =>
    db.insert(notificationChoices).values({ userId, event: 'invite_redeemed', channel })
  const addAdmin = () => addUser(db, { phone: '+77010000075', role: 'admin' })
  /** Whose inbox names whom. */
  const waiting = () =>
    db
      .select({ of: inboxEntries.userId, who: users.username })
      .from(inboxEntries)
      .innerJoin(users, eq(users.id, inboxEntries.actorId))
      .where(eq(inboxEntries.kind, 'invite_redeemed'))

  it('is told of each use in their language, without the full code', async () => {
    const maker = await addUser(db, { phone: '+77010000088', language: 'ru' })
    await joinBy(maker)
    const [news, ...more] = await told()
    expect(more).toEqual([])
    expect(news).toMatchObject({ to: '+77010000088', channel: 'whatsapp' })
    expect(news?.text).toContain('присоединился новый участник: Person 0. Использовано: 1 из 3')
    expect(news?.text).toContain('INV-••••-••••-2B8D')
    expect(news?.text).not.toContain('7K4M')
    expect(news?.text).toMatch(/http:\/\/localhost:3000\/invites\/[0-9a-f-]{36}$/)
  })

  it('sees in the audit log how often the code was used before and after', async () => {
    await addInvite(db, { maximumUses: 5, usedCount: 2 })
    const { asked, codes } = await crowd(1)
    for (const one of asked) await finish(one, codes)
    const [row] = await db.select().from(auditLog).where(eq(auditLog.action, 'invite.redeem'))
    expect(row).toMatchObject({ before: { usedCount: 2 }, after: { usedCount: 3 } })
  })

  it('is told only on the channel that they chose', async () => {
    const maker = await addUser(db, { phone: '+77010000088', email: 'maker@example.kz' })
    await choose(maker, 'whatsapp')
    await choose(maker, 'email')
    await joinBy(maker)
    expect(await told()).toMatchObject([{ to: 'maker@example.kz', channel: 'email' }])
  })

  it('also finds the use in the inbox, whether or not the message arrives', async () => {
    const maker = await addUser(db, { phone: '+77010000088', email: 'stranger@example.org' })
    await addAdmin()
    await choose(maker, 'whatsapp')
    await choose(maker, 'email')
    await joinBy(maker)
    expect(await waiting()).toEqual([{ of: maker, who: 'Person 0' }])
    services.messages.email = { deliver: () => Promise.reject(new Error('no such address')) }
    await join(1)
    expect(await waiting()).toEqual([{ of: maker, who: 'Person 1' }])
  })

  it('gets at most 76 messages a day, which leaves room for news of recovery, and then an inbox entry', async () => {
    const phone = '+77010000088'
    const maker = await addUser(db, { phone })
    await db.transaction((tx) =>
      consumeRateLimitForEach(tx, services, LIMITS.staffNotifications, Array<string>(75).fill(phone)),
    )
    await joinBy(maker)
    await join(1)
    expect((await told()).map(({ text }) => /Person \d/.exec(text)?.[0])).toEqual(['Person 0'])
    expect(await waiting()).toEqual([{ of: maker, who: 'Person 1' }])
  })

  it('finds the use in the inbox when no message may or can be sent', async () => {
    const maker = await addUser(db, { phone: '+77010000088', email: null })
    await addAdmin()
    await choose(maker, 'whatsapp')
    await joinBy(maker)
    expect([await told(), await waiting()]).toEqual([[], [{ of: maker, who: 'Person 0' }]])
    await choose(maker, 'email')
    await join(1)
    expect([await told(), await waiting()]).toEqual([[], [{ of: maker, who: 'Person 1' }]])
    await db.update(inboxEntries).set({ readAt: services.now() })
    await join(2)
    expect((await waiting()).map(({ who }) => who).toSorted()).toEqual(['Person 1', 'Person 2'])
  })

  it.each([
    ['is suspended', { status: 'suspended' }],
    ['is inactive', { status: 'inactive' }],
    ['is no longer staff', { role: null }],
    ['is the operator', null],
  ] as const)('%s: those who may delete any code find the use in their inbox', async (_why, maker) => {
    const admin = await addAdmin()
    await addUser(db, { phone: '+77010000076', role: 'manager' })
    await addUser(db, { phone: '+77010000077', role: 'superadmin', status: 'suspended' })
    await joinBy(maker ? await addUser(db, { phone: '+77010000088', ...maker }) : undefined)
    expect([await told(), await waiting()]).toEqual([[], [{ of: admin, who: 'Person 0' }]])
  })

  it('and all other superadmins find in the inbox that the code made another superadmin', async () => {
    const maker = await addUser(db, { phone: '+77010000088', role: 'superadmin' })
    const other = await addUser(db, { phone: '+77010000089', role: 'superadmin' })
    await addInvite(db, { type: 'invite_to_user', role: 'superadmin', maximumUses: 1, createdBy: maker })
    await join(0)
    const told = await db.select().from(inboxEntries).where(eq(inboxEntries.kind, 'superadmin_made'))
    expect(told.map(({ userId }) => userId).toSorted()).toEqual([maker, other].toSorted())
  })

  it('is the operator: the first superadmin to join is not told of themselves', async () => {
    await addInvite(db, { type: 'invite_to_user', role: 'superadmin', maximumUses: 1 })
    await join(0)
    expect([await told(), await waiting()]).toEqual([[], []])
  })
})

describe('30 people who use a code for 10 at once', () => {
  it('make exactly 10 joins; the others are told that it is used up, and nothing of theirs is kept', async () => {
    const inviteId = await addInvite(db, { maximumUses: 10 })
    const { asked, codes } = await crowd(30)
    const answers = await Promise.all(asked.map((one) => finish(one, codes)))
    expect(answers.filter(({ kind }) => kind === 'joined')).toHaveLength(10)
    expect(answers.filter((answer) => answer.kind === 'gone' && answer.why === 'used')).toHaveLength(20)
    const [invite] = await db.select().from(invites)
    expect(invite?.usedCount).toBe(10)
    expect(await db.$count(redemptions, eq(redemptions.inviteId, inviteId))).toBe(10)
    expect([await db.$count(users), await db.$count(organizations), await db.$count(sessions)]).toEqual([10, 10, 10])
  })
})

describe('deleting a code while somebody joins with it', () => {
  it('happens before or after each join, never in the middle of one', async () => {
    for (let round = 0; round < 10; round++) {
      await emptyTables(db)
      services.delivered.length = 0
      await addInvite(db, { maximumUses: 4 })
      const { asked, codes } = await crowd(4)
      const removal = db.update(invites).set({ deletedAt: services.now() })
      const answers = await Promise.all([
        ...asked.slice(0, 2).map((one) => finish(one, codes)),
        removal.then(() => null),
        ...asked.slice(2).map((one) => finish(one, codes)),
      ])
      const joined = answers.filter((answer) => answer?.kind === 'joined').length
      const gone = answers.filter((answer) => answer?.kind === 'gone' && answer.why === 'unknown').length
      expect(joined + gone).toBe(4)
      const [invite] = await db.select().from(invites)
      expect([invite?.usedCount, await db.$count(redemptions), await db.$count(users)]).toEqual([
        joined,
        joined,
        joined,
      ])
    }
  })
})

it('no use is taken of a code that has just been deleted, used up or expired', async () => {
  const id = await addInvite(db, { maximumUses: 2 })
  const takenWith = async (change: Partial<typeof invites.$inferInsert>) => {
    await db.update(invites).set({ deletedAt: null, usedCount: 0, expiresAt: null, ...change })
    return takeUse(db, id, services.now())
  }
  expect(await takenWith({})).toEqual({ usedCount: 1 })
  expect(await takenWith({ deletedAt: services.now() })).toBeNull()
  expect(await takenWith({ usedCount: 2 })).toBeNull()
  expect(await takenWith({ expiresAt: services.now() })).toBeNull()
  expect(await takenWith({ expiresAt: new Date(services.now().getTime() + 1) })).toEqual({ usedCount: 1 })
})

describe('one person', () => {
  it('who sends the last step 16 times at once joins once', async () => {
    await addInvite(db, { maximumUses: 10 })
    const { asked, codes } = await crowd(1)
    const [one] = asked
    if (!one) throw new Error('nobody asked')
    const answers = await Promise.all(Array.from({ length: 16 }, () => finish(one, codes)))
    expect(answers.filter(({ kind }) => kind === 'joined')).toHaveLength(1)
    expect([await db.$count(users), await db.$count(redemptions), await db.$count(sessions)]).toEqual([1, 1, 1])
    expect((await db.select().from(invites))[0]?.usedCount).toBe(1)
  })

  it('cannot join with two codes at once', async () => {
    await addInvite(db)
    await addInvite(db, { code: 'INV-0000-0000-0001' })
    const { asked, codes } = await crowd(1)
    const [one] = asked
    if (!one) throw new Error('nobody asked')
    const answers = await Promise.all([finish(one, codes), finish(one, codes, 'INV-0000-0000-0001')])
    expect(answers.filter(({ kind }) => kind === 'joined')).toHaveLength(1)
    const [total] = await db.select({ used: sql<number>`sum(${invites.usedCount})::int` }).from(invites)
    expect(total?.used).toBe(1)
  })
})

describe('a code sent to a phone', () => {
  it('for joining does not sign in, one for signing in does not join, and neither mistake costs a try', async () => {
    await addInvite(db)
    const toJoin = await ask(1)
    await addUser(db, { phone: phoneOf(2) })
    const toSignIn = await ask(2, 'sign in')
    const codes = await codesSent()
    const entered = (asked: Asked) => ({
      ...asked,
      code: codes.get(asked.phone) ?? '',
      address: '198.51.100.7',
      requestId: 'REFERENCE1',
    })
    expect(await compareCode(services, 'sign-in', entered(toJoin))).toEqual({ kind: 'wrong', triesLeft: null })
    expect(await compareCode(services, 'sign-up', entered(toSignIn))).toEqual({ kind: 'wrong', triesLeft: null })
    expect(await compareCode(services, 'sign-up', entered(toJoin))).toMatchObject({ kind: 'right' })
    expect(await compareCode(services, 'sign-in', entered(toSignIn))).toMatchObject({ kind: 'right' })
  })
})

describe('guessing invite codes', () => {
  it('slows the answer for everybody after too many wrong codes in an hour, and only then', async () => {
    services = await testServices({ env: { ...testEnv(), limitsFactor: 0.005 } })
    await addInvite(db)
    const heldBack = async (typed: string, address: string) => {
      const answer = await verifyInvite(services, { typed, address })
      return answer.kind === 'wait' ? answer : { kind: answer.kind, holdMs: answer.holdMs }
    }
    for (let index = 1; index <= 5; index++)
      expect(await heldBack('INV-AAAA-AAAA-AAAA', `203.0.113.${index}`)).toEqual({ kind: 'refused', holdMs: 0 })
    expect(await heldBack(CODE, '203.0.113.6')).toEqual({ kind: 'verified', holdMs: SLOW_ANSWER_MS })
    services.clock.advance(3_600_000)
    expect(await heldBack(CODE, '203.0.113.7')).toEqual({ kind: 'verified', holdMs: 0 })
  })

  it('does not include codes that were good once and are now used up or expired', async () => {
    services = await testServices({ env: { ...testEnv(), limitsFactor: 0.005 } })
    await addInvite(db, { maximumUses: 1, usedCount: 1 })
    await addInvite(db, { code: 'INV-0000-0000-0001', expiresAt: services.now() })
    await addInvite(db, { code: 'INV-0000-0000-0002' })
    const ask = (typed: string, n: number) => verifyInvite(services, { typed, address: `203.0.113.${n}` })
    for (let n = 1; n <= 6; n++)
      expect(await ask(n % 2 ? CODE : 'INV-0000-0000-0001', n)).toMatchObject({
        kind: 'refused',
        why: n % 2 ? 'used' : 'expired',
      })
    expect(await ask('INV-0000-0000-0002', 9)).toMatchObject({ kind: 'verified', holdMs: 0 })
  })
})

it('a block of phone numbers gets codes to join again once somebody in it has joined', async () => {
  await addInvite(db, { maximumUses: 100 })
  const { asked, codes } = await crowd(50)
  const late = await ask(50)
  expect((await codesSent()).get(late.phone)).toBeUndefined()
  const [first] = asked
  expect(first && (await finish(first, codes)).kind).toBe('joined')
  const next = await ask(51)
  expect((await codesSent()).get(next.phone)).toMatch(/^\d{6}$/)
})

it('somebody whose phone gets an account during the join is told of a wrong code, and nothing is kept', async () => {
  await addInvite(db)
  const asked = await ask(1)
  const codes = await codesSent()
  await takenMeanwhile(db, 'invites', asked.phone)
  expect(await finish(asked, codes)).toEqual({ kind: 'wrong', triesLeft: null })
  expect([await db.$count(users), await db.$count(redemptions)]).toEqual([0, 0])
})

it('a join writes its audit row last, so that no other audit row waits for the rest of the join', async () => {
  await addInvite(db, { code: CODE, type: 'invite_logistic_provider', maximumUses: 1 })
  const asked = await ask(1)
  const codes = await codesSent()
  const sent = await statementsOf(async () => {
    expect(await finish(asked, codes)).toMatchObject({ kind: 'joined' })
  })
  const texts = sent.map(({ text }) => text)
  const first = texts.findIndex((text) => text.startsWith('insert into "audit_log"'))
  expect(first).toBeGreaterThan(0)
  expect(texts.slice(first + 1).filter((text) => !/^commit/i.test(text))).toEqual([])
})
