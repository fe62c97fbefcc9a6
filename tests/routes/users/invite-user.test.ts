import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import * as invite from '../../../app/routes/users/invite'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testServices, type TestServices } from '../../support/services'
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

describe('an invitation', () => {
  const asked = { username: 'Жанар Мұқашева', phone: '+7 701 999 88 77', role: 'cashier', language: 'kk' }
  const send = (form: Form, actor = manager) => call(invite.action, '/users/invite', actor, {}, form)

  it('makes an invited user, sends word in their language, and becomes active at the first sign-in', async () => {
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
  ])('to %s begins in the time of %s', async (phone, timeZone) => {
    const id = randomUUID()
    expect((await send({ id, ...asked, phone })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ timeZone })
  })

  it('sent twice makes one user and one message', async () => {
    const id = randomUUID()
    await send({ id, ...asked })
    expect((await send({ id, ...asked })).status).toBe(302)
    expect(await sent()).toHaveLength(1)
  })

  it('sent from a form that was taken before is told so, and sent again it is another invitation', async () => {
    const id = randomUUID()
    await send({ id, ...asked })
    const other = { id, ...asked, username: 'Айдос Серік', phone: '+7 701 999 88 78' }
    const told = await send(other)
    expect(told).toMatchObject({ status: 409, body: { sentBefore: { made: `/users/${id}` } } })
    const { seen } = told.body as { seen: Form }
    expect((await send({ ...other, ...seen })).status).toBe(302)
    expect((await sent()).map(({ to }) => to).toSorted()).toEqual(['+77019998877', '+77019998878'])
  })

  it('counts nothing where the number belongs to somebody, because nothing is sent', async () => {
    const once = () => send({ id: randomUUID(), ...asked, phone: '+7 701 999 1000' })
    expect((await once()).status).toBe(302)
    for (let n = 0; n < 7; n++) expect((await once()).status).toBe(422)
  })

  it('is one of fifty a day from one person; one more is told to wait and keeps what was typed', async () => {
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

  it('says next to the phone that it belongs to somebody, and keeps what was typed', async () => {
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
    // One of New Jersey to some, one of Kazakhstan to others.
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
