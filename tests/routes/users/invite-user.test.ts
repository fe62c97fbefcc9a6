import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import * as invite from '../../../app/routes/users/invite'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testServices, type TestServices } from '../../support/services'
import { signInAndKeep } from '../../support/sign-in'
import { staffOfEachRole, userPages, type Form } from '../../support/user-pages'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor
let cashier: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  ;({ admin, manager, cashier } = await staffOfEachRole(db))
})

const { call, stored, acts, sent } = userPages(db, () => ({ services }))

describe('an invitation of a user', () => {
  const asked = { username: 'Жанар Мұқашева', phone: '+7 701 999 88 77', role: 'cashier', language: 'kk' }
  const send = (form: Form, actor = manager) => call(invite.action, '/users/invite', actor, {}, form)

  it('creates a user who becomes active by signing in for the first time', async () => {
    const id = randomUUID()
    await send({ id, ...asked })
    await signInAndKeep(services, { phone: '+77019998877' })
    expect(await stored(id)).toMatchObject({ status: 'active', role: 'cashier' })
    expect(await acts()).toEqual(['user.invite', 'user.activate', 'session.signIn'])
  })

  it('creates an invited user, sends a message in their language and writes an audit entry', async () => {
    const id = randomUUID()
    expect((await send({ id, ...asked })).status).toBe(302)
    expect(await stored(id)).toMatchObject({
      status: 'invited',
      role: 'cashier',
      phone: '+77019998877',
      language: 'kk',
    })
    const [message] = await sent()
    expect(message).toMatchObject({ to: '+77019998877', language: 'kk' })
    expect(message?.text).toContain('/sign-in')
    expect(await acts()).toEqual(['user.invite'])
  })

  it.each([
    ['+7 701 999 88 77', 'Asia/Almaty'],
    ['＋7 701 999 88 77', 'Asia/Almaty'],
    ['+7 912 345 67 89', 'Europe/Moscow'],
    ['+86 139 1234 5678', 'Asia/Shanghai'],
  ])('to %s sets the time zone %s', async (phone, timeZone) => {
    const id = randomUUID()
    expect((await send({ id, ...asked, phone })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ timeZone })
  })

  it('sent twice creates one user and sends one message', async () => {
    const id = randomUUID()
    await send({ id, ...asked })
    expect((await send({ id, ...asked })).status).toBe(302)
    expect(await sent()).toHaveLength(1)
  })

  it('sent from a form already used for another person is 409, and is accepted when it is sent again', async () => {
    const id = randomUUID()
    await send({ id, ...asked })
    const other = { id, ...asked, username: 'Айдос Серік', phone: '+7 701 999 88 78' }
    const told = await send(other)
    expect(told).toMatchObject({ status: 409, body: { sentBefore: { made: `/users/${id}` } } })
    const { seen } = told.body as { seen: Form }
    expect((await send({ ...other, ...seen })).status).toBe(302)
    expect((await sent()).map(({ to }) => to).toSorted()).toEqual(['+77019998877', '+77019998878'])
  })

  it('to a number that already has a user does not count towards the limit', async () => {
    const once = () => send({ id: randomUUID(), ...asked, phone: '+7 701 999 1000' })
    expect((await once()).status).toBe(302)
    for (let n = 0; n < 7; n++) expect((await once()).status).toBe(422)
  })

  it('is limited to 50 a day for each person; one more is 429 and keeps what was typed', async () => {
    const one = (n: number) => ({ id: randomUUID(), ...asked, phone: `+7 701 999 ${1000 + n}` })
    for (let n = 0; n < 50; n++) expect((await send(one(n))).status).toBe(302)
    expect(await send(one(50))).toMatchObject({
      status: 429,
      body: { result: { initialValue: { username: asked.username } } },
    })
    expect(await sent()).toHaveLength(50)
    expect((await send(one(50), admin)).status).toBe(302)
    services.clock.advance(24 * 3_600_000)
    expect((await send(one(51))).status).toBe(302)
  })

  it('says beside the phone field that the number belongs to another user, and keeps what was typed', async () => {
    const answer = await send({ id: randomUUID(), ...asked, phone: cashier.phone })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        result: {
          error: { phone: ['This phone number belongs to another user. Check it, or find that user in the list.'] },
          initialValue: { username: asked.username },
        },
      },
    })
  })

  it.each([
    ['username', ''],
    ['phone', '12'],
    ['phone', '+44 7911 123456'],
    ['phone', '+7 809 300 00 00'],
    // Some read this as a number of New Jersey, others as one of Kazakhstan.
    ['phone', '7012345678'],
    ['role', 'manager'],
    ['role', ''],
    ['language', 'fr'],
  ])('is refused for %s “%s”', async (field, value) => {
    const answer = await send({ id: randomUUID(), ...asked, [field]: value })
    expect(answer.status).toBe(422)
    expect(Object.keys((answer.body as { result: { error: object } }).result.error)).toEqual([field])
    expect(await sent()).toEqual([])
  })
})
