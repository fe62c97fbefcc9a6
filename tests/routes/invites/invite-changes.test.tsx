import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { markSent } from '../../../app/db/invites/invite-changes'
import { listRedemptions } from '../../../app/db/invites/invite-detail'
import { auditLog } from '../../../app/db/schema/audit'
import { invites, redemptions } from '../../../app/db/schema/invites'
import { messages } from '../../../app/db/schema/messages'
import type { Actor } from '../../../app/domain/access'
import { readInvitesToDelete } from '../../../app/domain/invites/invites-to-delete'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import * as deleteMany from '../../../app/routes/invites/delete-many'
import * as deleteOne from '../../../app/routes/invites/invite/delete'
import * as detail from '../../../app/routes/invites/invite/detail'
import * as edit from '../../../app/routes/invites/invite/edit'
import * as list from '../../../app/routes/invites/list'
import * as replace from '../../../app/routes/invites/invite/replace'
import * as resend from '../../../app/routes/invites/invite/resend'
import { emptyTables, openTestDatabase, statementsDuring } from '../../support/database'
import { inviteDialogs, inviteStaff, type Form } from '../../support/invite-dialogs'
import { opened } from '../../support/invites'
import { codeEndsMeanwhile } from '../../support/race'
import { attribute, pageHtml, tagWith } from '../../support/render'
import { testServices, type TestServices } from '../../support/services'
import { before, staff } from '../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor
let cashier: Actor

beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  ;({ admin, manager, cashier } = await inviteStaff(db))
})

const { post, read, shown, all, emailWith, invite, acts } = inviteDialogs(db, () => ({ services, manager }))

describe('sending a code again', () => {
  it('waits 60 s after the last sending, then sends the same code once', async () => {
    await emailWith({})
    const [made] = await all()
    const again = () => post(resend, `/invites/${made?.id}/resend`, {}, manager, made?.id)
    expect(await again()).toMatchObject({ status: 429, body: { alert: 'You can resend it in 60 seconds.' } })
    services.clock.advance(59_999)
    expect((await again()).status).toBe(429)
    services.clock.advance(1)
    const answers = await Promise.all([again(), again(), again()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 429, 429])
    await deliverDue(services)
    expect(services.delivered).toHaveLength(1)
    expect(services.delivered[0]?.text).toContain(opened(made?.code))
  })

  it('by an admin names the creator, in a message that expires with the code', async () => {
    const end = new Date(services.now().getTime() + 2 * HOUR_MS)
    const { id } = await invite({ channel: 'email', recipient: 'a@example.kz', language: 'ru', expiresAt: end })
    expect((await post(resend, `/invites/${id}/resend`, {}, admin, id)).status).toBe(302)
    expect(await db.select().from(messages)).toMatchObject([{ expiresAt: end }])
    await deliverDue(services)
    expect(services.delivered[0]?.text).toContain(manager.username)
    expect(services.delivered[0]?.text).not.toContain(admin.username)
  })

  it('has no button until the pause of 60 s is over, and says how long that is', async () => {
    await emailWith({})
    const [made] = await all()
    const drawn = async () => {
      const loaderData = await shown(resend, `/invites/${made?.id}/resend`, manager, made?.id)
      return pageHtml(resend.default, { loaderData })
    }
    const button = /<div class="dialog-foot">.*<button/
    expect(await drawn()).not.toMatch(button)
    expect(await drawn()).toContain('You can resend it in 60 seconds.')
    services.clock.advance(48_000)
    expect(await drawn()).toContain('You can resend it in 12 seconds.')
    services.clock.advance(12_000)
    expect(await drawn()).toMatch(button)
    expect(await drawn()).not.toContain('You can resend it in')
  })

  it('is recorded once per pause, and not for a deleted code', async () => {
    const { id } = await invite()
    const [at, pauseAgo] = [services.now(), before(60_000)]
    expect(await markSent(db, id, at, pauseAgo)).toBe(true)
    expect(await markSent(db, id, at, pauseAgo)).toBe(false)
    expect(await markSent(db, id, at, at)).toBe(true)
    await db.update(invites).set({ deletedAt: at })
    expect(await markSent(db, id, at, at)).toBe(false)
  })

  it('answers 404 for a code that was sent to nobody or whose recipient was erased', async () => {
    const erased = { channel: 'email', language: 'ru', recipient: null } as const
    for (const { id } of [await invite(), await invite(erased)])
      expect((await read(resend, `/invites/${id}/resend`, manager, id)).status).toBe(404)
  })

  it('is offered only while the code can be used', async () => {
    const sent = { channel: 'email' as const, recipient: 'a@example.kz', language: 'ru' as const }
    const offered = async ({ id }: { id: string }) =>
      ((await shown(detail, `/invites/${id}`, manager, id)) as { may: { resend: boolean } }).may.resend
    expect(await offered(await invite(sent))).toBe(true)
    expect(await offered(await invite({ ...sent, expiresAt: services.now() }))).toBe(false)
  })

  it.each([
    ['used', 409],
    ['deleted', 404],
  ] as const)('sends nothing when the code is %s in the same instant', async (how, status) => {
    await emailWith({})
    const [made] = await all()
    services.clock.advance(60_000)
    const before = await db.select().from(messages)
    await codeEndsMeanwhile(db, made?.id ?? '', how)
    const form = { id: randomUUID() }
    expect((await post(resend, `/invites/${made?.id}/resend`, form, manager, made?.id)).status).toBe(status)
    expect(await db.select().from(messages)).toEqual(before)
    expect(await acts()).not.toContain('invite.resend')
  })

  it('answers 409 for a used-up code and 403 for a code of someone else', async () => {
    const sent = { channel: 'email', recipient: 'aset@example.kz', language: 'ru' } as const
    const used = await invite({ ...sent, usedCount: 10 })
    expect((await post(resend, '/', {}, manager, used.id)).status).toBe(409)
    const foreign = await invite({ ...sent, createdBy: admin.id })
    expect((await read(resend, '/', manager, foreign.id)).status).toBe(403)
    expect((await post(resend, '/', {}, manager, foreign.id)).status).toBe(403)
    expect(await db.select().from(messages)).toEqual([])
  })
})

it('the people who joined with a code are listed by time of joining, the last one first', async () => {
  const { id: inviteId } = await invite()
  for (const [name, days] of [
    ['Second', 2],
    ['Third', 1],
    ['First', 3],
  ] as const) {
    const { id: userId } = await staff(db, 'cashier', name)
    await db.insert(redemptions).values({ inviteId, userId, at: before(days * DAY_MS) })
  }
  const { rows, total } = await listRedemptions(db, inviteId, 2)
  expect([rows.map(({ username }) => username), total]).toEqual([['Third', 'Second'], 3])
})

describe('changing the limit and the last day', () => {
  const SEEN = { seenMaximum: '10', seenExpiry: '', seenDay: '' }
  const change = (id: string, form: Form, actor = manager) =>
    post(edit, `/invites/${id}/edit`, { ...SEEN, maximumUses: '10', lastDay: '', ...form }, actor, id)

  it('takes effect at once and records what they were before and are after', async () => {
    const { id } = await invite({ usedCount: 3 })
    expect((await change(id, { maximumUses: '3', lastDay: '2026-03-31' })).location).toBe(`/invites/${id}`)
    expect((await all())[0]).toMatchObject({ maximumUses: 3, expiresAt: new Date('2026-03-31T19:00:00Z') })
    const [entry] = await db.select().from(auditLog)
    expect(entry).toMatchObject({ action: 'invite.edit', before: { maximumUses: 10, expiresAt: null } })
    expect(entry?.after).toMatchObject({ maximumUses: 3, expiresAt: '2026-03-31T19:00:00.000Z' })
  })

  it('keeps the hour of the end when the day stays, and moves it to the end of a new day', async () => {
    const seenExpiry = '2026-03-31T12:00:00.000Z'
    const { id } = await invite({ expiresAt: new Date(seenExpiry), timeZone: 'Asia/Almaty' })
    await change(id, { seenExpiry, lastDay: '2026-03-31', maximumUses: '20' })
    expect(await all()).toMatchObject([{ maximumUses: 20, expiresAt: new Date(seenExpiry) }])
    await change(id, { seenExpiry, seenMaximum: '20', lastDay: '2026-04-01', maximumUses: '20' })
    expect(await all()).toMatchObject([{ expiresAt: new Date('2026-04-01T19:00:00Z') }])
  })

  it('ends a first last day in the zone of whoever sets it, and drops the zone with the day', async () => {
    const { id } = await invite()
    const lastDay = '2026-03-31'
    await change(id, { lastDay })
    expect(await all()).toMatchObject([{ timeZone: 'Asia/Almaty' }])
    await change(id, { seenExpiry: '2026-03-31T19:00:00.000Z', seenDay: lastDay })
    expect(await all()).toMatchObject([{ expiresAt: null, timeZone: null }])
  })

  it('is refused below the number of uses, and over a change of someone else', async () => {
    const { id } = await invite({ usedCount: 3 })
    const { body } = await change(id, { maximumUses: '2' })
    expect(body).toMatchObject({ result: { error: { maximumUses: [expect.stringContaining('at least 3')] } } })
    expect((await change(id, { maximumUses: '20', seenMaximum: '9' })).status).toBe(409)
    expect((await all())[0]?.maximumUses).toBe(10)
  })

  it('answers 409 over a day or a limit that someone else has set meanwhile', async () => {
    const seenExpiry = '2026-03-31T19:00:00.000Z'
    const { id } = await invite({ expiresAt: new Date(seenExpiry) })
    const next = { maximumUses: '20', lastDay: '' }
    const refused = await change(id, next)
    const seen = { seenMaximum: '10', seenExpiry, seenDay: '2026-03-31' }
    expect(refused).toMatchObject({ status: 409, body: { seen, alert: expect.stringContaining('Mar 31, 2026') } })
    expect((await change(id, { ...next, seenExpiry, seenMaximum: '9' })).status).toBe(409)
    expect((await change(id, { ...next, seenExpiry })).location).toBe(`/invites/${id}`)
    expect((await all())[0]).toMatchObject({ maximumUses: 20, expiresAt: null })
    const undated = await change(id, { ...next, maximumUses: '30', seenExpiry })
    expect(undated).toMatchObject({
      status: 409,
      body: { alert: expect.stringContaining('Limit now: 20, no expiration. Save again') },
    })
  })

  it('keeps a last day that is over, but accepts no other day that is over', async () => {
    const expiresAt = new Date('2026-02-20T19:00:00Z')
    const { id } = await invite({ expiresAt })
    const seen = { seenExpiry: expiresAt.toISOString(), seenDay: '2026-02-20' }
    const past = await change(id, { ...seen, maximumUses: '20', lastDay: '2026-02-21' })
    expect(past).toMatchObject({
      status: 422,
      body: { result: { error: { lastDay: ['Choose today or a later day'] } } },
    })
    expect((await change(id, { ...seen, maximumUses: '20', lastDay: '2026-02-20' })).location).toBe(`/invites/${id}`)
    expect(await all()).toMatchObject([{ maximumUses: 20, expiresAt }])
  })

  it('begins with what is set, the day as it is in the zone of the code', async () => {
    const expiresAt = new Date('2026-03-05T18:00:00Z')
    const { id } = await invite({ usedCount: 3, expiresAt, timeZone: 'Asia/Dhaka' })
    expect(await shown(edit, `/invites/${id}/edit?status=active`, manager, id)).toMatchObject({
      usedCount: 3,
      maximumUses: '10',
      lastDay: '2026-03-05',
      seen: { seenMaximum: 10, seenExpiry: '2026-03-05T18:00:00.000Z', seenDay: '2026-03-05' },
      closeTo: `/invites/${id}?status=active`,
    })
    const { id: endless } = await invite()
    expect(await shown(edit, `/invites/${endless}/edit`, manager, endless)).toMatchObject({
      lastDay: '',
      seen: { seenExpiry: '' },
    })
    const leastOf = async (of: string) => {
      const at = `/invites/${of}/edit`
      const html = await pageHtml(edit.default, { loaderData: await shown(edit, at, manager, of) }, { at })
      return attribute(tagWith(html, 'name="maximumUses"'), 'min')
    }
    expect([await leastOf(id), await leastOf(endless)]).toEqual(['3', '1'])
  })

  it('names the offset of the zone on the last day, which summer time may change', async () => {
    const zone = { timeZone: 'America/New_York' } as const
    const zoneOf = async (expiresAt: Date) => {
      const { id } = await invite({ ...zone, expiresAt })
      return ((await shown(edit, '/', manager, id)) as { zone: string }).zone
    }
    expect(await zoneOf(new Date('2026-03-03T05:00:00Z'))).toBe('GMT-5')
    expect(await zoneOf(new Date('2026-07-02T04:00:00Z'))).toBe('GMT-4')
  })

  it('is allowed to the creator and to admins, and answers 403 to others', async () => {
    const { id } = await invite({ createdBy: admin.id })
    expect((await read(edit, `/invites/${id}/edit`, manager, id)).status).toBe(403)
    expect((await change(id, { maximumUses: '20' })).status).toBe(403)
    const { id: own } = await invite()
    expect((await change(own, { maximumUses: '20' }, admin)).status).toBe(302)
  })
})

describe('replacing a leaked code', () => {
  const swap = (id: string, newId: string = randomUUID(), actor = manager) =>
    post(replace, `/invites/${id}/replace`, { newId }, actor, id)

  it('deletes it and gives the new code its remaining uses, notes and last day', async () => {
    const leaked = await invite({ usedCount: 4, notes: 'For the fair', expiresAt: before(-DAY_MS) })
    const newId = randomUUID()
    expect((await swap(leaked.id, newId)).location).toBe(`/invites/${newId}`)
    const rows = await all()
    expect(rows.find(({ id }) => id === leaked.id)).toMatchObject({ replacedBy: newId, deletedAt: services.now() })
    const made = rows.find(({ id }) => id === newId)
    expect(made).toMatchObject({ maximumUses: 6, usedCount: 0, notes: 'For the fair', expiresAt: leaked.expiresAt })
    expect(opened(made?.code)).not.toBe(opened(leaked.code))
    const formerAt = (search: string) => read(detail, `/invites/${leaked.id}${search}`, cashier, leaked.id)
    expect((await formerAt('?status=active')).location).toBe(`/invites/${newId}?status=active`)
    expect((await swap(leaked.id, newId)).status).toBe(302)
    expect(await all()).toHaveLength(2)
    await db.update(invites).set({ deletedAt: services.now() })
    expect((await formerAt('')).status).toBe(404)
  })

  it('twice leads from the first code to the current one, and to the replacement of that', async () => {
    const leaked = await invite()
    const [second, third] = [randomUUID(), randomUUID()]
    await swap(leaked.id, second)
    await swap(second, third)
    const page = await pageHtml(detail.default, {
      loaderData: await shown(detail, `/invites/${leaked.id}`, admin, leaked.id),
    })
    expect(page).toContain('Replaced by')
    expect(page).toContain(`/invites/${third}`)
    const question = await read(replace, `/invites/${leaked.id}/replace`, manager, leaked.id)
    expect(question.location).toBe(`/invites/${third}/replace`)
  })

  it('keeps the recipient, the message and what the code gives', async () => {
    const sent = {
      type: 'invite_to_user',
      role: 'cashier',
      channel: 'email',
      recipient: 'aset@example.kz',
      language: 'kk',
      customMessage: 'Қош келдіңіз',
      timeZone: 'Asia/Dhaka',
    } as const
    const { id } = await invite({ ...sent, expiresAt: before(-DAY_MS) })
    const newId = randomUUID()
    await swap(id, newId)
    expect((await all()).find((row) => row.id === newId)).toMatchObject(sent)
  })

  it('with an invalid new id answers 400 and deletes nothing', async () => {
    const { id } = await invite()
    expect((await swap(id, 'no-id-at-all-five')).status).toBe(400)
    expect(await all()).toMatchObject([{ deletedAt: null }])
  })

  it('stops its message that still waits to be sent', async () => {
    await emailWith({})
    const [leaked] = await all()
    expect((await swap(leaked?.id ?? '')).status).toBe(302)
    await deliverDue(services)
    expect(services.delivered).toEqual([])
    expect(await db.select().from(messages)).toMatchObject([{ status: 'failed', lastError: 'invite replaced' }])
  })

  it('with the id of another code answers 409 and deletes nothing', async () => {
    const [leaked, other] = [await invite(), await invite()]
    expect((await swap(leaked.id, other.id)).status).toBe(409)
    expect(await all()).toMatchObject([
      { deletedAt: null, replacedBy: null },
      { deletedAt: null, replacedBy: null },
    ])
  })

  it('asks with the remaining uses, and answers 403 to those who may not delete the code', async () => {
    const { id } = await invite({ usedCount: 3 })
    const asked = (actor: Actor) => read(replace, `/invites/${id}/replace`, actor, id)
    expect(await shown(replace, `/invites/${id}/replace`, manager, id)).toMatchObject({ status: 'active', left: '7' })
    expect((await asked(cashier)).status).toBe(403)
    expect((await asked(await staff(db, 'manager', 'Дана Оспанова'))).status).toBe(403)
  })

  it('answers 409 for a used-up code and 403 to those who may not delete it', async () => {
    expect((await swap((await invite({ usedCount: 10 })).id)).status).toBe(409)
    expect((await swap((await invite({ createdBy: admin.id })).id)).status).toBe(403)
    expect((await swap((await invite({ createdBy: cashier.id })).id, randomUUID(), cashier)).status).toBe(403)
    const above = await invite({ type: 'invite_to_user', role: 'superadmin' })
    expect((await swap(above.id, randomUUID(), admin)).status).toBe(403)
  })
})

describe('deleting codes', () => {
  const remove = (id: string, actor = manager) => post(deleteOne, `/invites/${id}/delete`, {}, actor, id)

  it('takes each off the list, keeps its redemptions and stops its message', async () => {
    await emailWith({})
    const [made] = await all()
    const { id: userId } = await staff(db, 'cashier', '王建国')
    await db.insert(redemptions).values({ inviteId: made?.id ?? '', userId, at: services.now() })
    expect((await remove(made?.id ?? '')).location).toBe('/invites/')
    expect((await read(detail, `/invites/${made?.id}`, cashier, made?.id)).status).toBe(404)
    expect(await db.select().from(redemptions)).toHaveLength(1)
    await deliverDue(services)
    expect(services.delivered).toEqual([])
    expect(await acts()).toEqual(['invite.send', 'invite.delete'])
    expect((await remove(made?.id ?? '')).status).toBe(302)
    expect(await acts()).toHaveLength(2)
  })

  it('leaves a sent message as it is, and fails an unsent one without keeping its text', async () => {
    await emailWith({})
    const [sent] = await all()
    await deliverDue(services)
    await emailWith({ recipient: 'other@example.kz' })
    for (const { id } of await all()) await remove(id)
    const kept = await db.select().from(messages)
    const news = kept.map(({ inviteId, status, text }) => [inviteId === sent?.id, status, text])
    expect(news.toSorted()).toEqual([
      [false, 'failed', ''],
      [true, 'sent', ''],
    ])
  })

  it('takes at most 100 codes from an address', () => {
    const ids = Array.from({ length: 101 }, () => ['id', randomUUID()])
    const chosen = readInvitesToDelete(new URLSearchParams(ids))
    expect(chosen).toEqual({ all: false, ids: ids.slice(0, 100).map(([, id]) => id) })
  })

  it.each([
    ['admin', 302, 302],
    ['manager', 302, 403],
    ['cashier', 403, 403],
  ] as const)('as %s answers %i for own codes and %i for those of others', async (role, own, foreign) => {
    const actor = { admin, manager, cashier }[role]
    const asked = async (id: string) => (await read(deleteOne, `/invites/${id}/delete`, actor, id)).status
    const [mine, another] = [(await invite({ createdBy: actor.id })).id, (await invite({ createdBy: null })).id]
    expect([await asked(mine), await asked(another)]).toEqual(
      [own, foreign].map((status) => (status === 302 ? 200 : 403)),
    )
    expect((await remove(mine, actor)).status).toBe(own)
    expect((await remove(another, actor)).status).toBe(foreign)
  })

  it.each(['nothing', randomUUID(), '%00', "1' or '1'='1"])('answers 404 for the id %j', async (id) => {
    expect((await remove(id)).status).toBe(404)
  })

  const many = (search: string, actor = manager, askedAt = services.now().toISOString()) =>
    post(deleteMany, `/invites/delete${search}`, { askedAt }, actor)
  const left = async () => (await all()).filter(({ deletedAt }) => !deletedAt).length

  it.each(['+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '99999', 'yesterday'])(
    'by filter ignores the invalid time %s of the question',
    async (askedAt) => {
      await invite()
      expect((await many('?select=all', manager, askedAt)).status).toBe(302)
      expect(await left()).toBe(0)
    },
  )

  it('that are ticked leaves codes of others alone', async () => {
    const rows = [await invite(), await invite(), await invite({ createdBy: admin.id })]
    const search = `?${rows.map(({ id }) => `id=${id}`).join('&')}&status=active`
    expect(await shown(deleteMany, `/invites/delete${search}`)).toMatchObject({ count: 2 })
    expect(await shown(deleteMany, '/invites/delete?select=all&type=invite_to_user')).toMatchObject({
      closeTo: '/invites/?type=invite_to_user&select=all',
    })
    expect((await many(`${search}&page=2`)).location).toBe('/invites/?status=active')
    expect(await left()).toBe(1)
    expect(await acts()).toEqual(['invite.delete', 'invite.delete'])
  })

  it('asks about one ticked code in the singular', async () => {
    const at = `/invites/delete?id=${(await invite()).id}`
    const asked = await pageHtml(deleteMany.default, { loaderData: await shown(deleteMany, at) }, { at })
    expect(asked).toContain('Delete 1 invite code?')
    expect(asked).toContain('A deleted code stops working immediately. People who already joined keep their accounts.')
  })

  it('says that nothing is chosen, or that the chosen codes are those of others', async () => {
    await invite({ createdBy: admin.id })
    const said = async (search: string, actor: Actor) => {
      const at = `/invites/delete${search}`
      return pageHtml(deleteMany.default, { loaderData: await shown(deleteMany, at, actor) }, { at })
    }
    const nothing = 'No codes are selected, or they are already deleted.'
    const notTheirs = 'Select codes that you created.'
    for (const [search, actor, words] of [
      ['', admin, nothing],
      ['', manager, nothing],
      [`?id=${randomUUID()}`, manager, nothing],
      ['?select=all&status=used', admin, nothing],
      ['?select=all', manager, notTheirs],
    ] as const)
      expect(await said(search, actor), `${search} ${actor.role}`).toContain(words)
  })

  it('says how many of the ticked codes are already deleted', async () => {
    const rows = [
      await invite(),
      await invite({ deletedAt: services.now() }),
      await invite({ deletedAt: services.now() }),
    ]
    const at = `/invites/delete?${rows.map(({ id }) => `id=${id}`).join('&')}`
    const asked = await pageHtml(deleteMany.default, { loaderData: await shown(deleteMany, at) }, { at })
    expect(asked).toContain('Delete 1 invite code?')
    expect(asked).toContain('2 selected codes are already deleted')
  })

  it('says before which ticked codes stay and who created them, and keeps them ticked on the way back', async () => {
    const [own, foreign, operators, gone] = [
      await invite(),
      await invite({ createdBy: admin.id }),
      await invite({ createdBy: null, createdAt: before(0) }),
      await invite({ createdBy: admin.id, deletedAt: services.now() }),
    ]
    const ids = [own, foreign, operators, gone].map(({ id }) => id)
    const search = `?${ids.map((id) => `id=${id}`).join('&')}`
    const asked = await shown(deleteMany, `/invites/delete${search}`)
    expect(asked).toMatchObject({ count: 1 })
    const { kept } = asked as { kept: { id: string; creator: string | null }[] }
    expect(Object.fromEntries(kept.map(({ id, creator }) => [id, creator]))).toEqual({
      [foreign.id]: admin.username,
      [operators.id]: null,
    })
    expect((asked as { closeTo: string }).closeTo).toBe(`/invites/${search}`)
    expect(await shown(list as never, `/invites/${search}`)).toMatchObject({
      selection: { ids },
    })
    expect(await shown(deleteMany, `/invites/delete${search}`, admin)).toMatchObject({ count: 3, kept: [] })
  })

  it('by filter takes at most 4 statements, and spares codes created after the question', async () => {
    for (let made = 0; made < 12; made++)
      await invite({ type: made < 8 ? 'invite_to_user' : 'invite_logistic_provider' })
    await invite({ type: 'invite_to_user', createdBy: admin.id })
    const asked = services.now()
    services.clock.advance(1000)
    await invite({ type: 'invite_to_user', createdAt: services.now() })
    const search = '?select=all&type=invite_to_user'
    expect(await shown(deleteMany, `/invites/delete${search}`)).toMatchObject({ count: 9 })
    expect(await statementsDuring(() => many(search, manager, asked.toISOString()))).toBeLessThanOrEqual(4)
    expect(await left()).toBe(6)
    expect(await acts()).toEqual(['invite.deleteMatching'])
    await many(search, admin)
    expect(await left()).toBe(4)
  })

  it('by filter leaves one audit row with that filter, and none when nothing was found', async () => {
    await many('?select=all', admin)
    expect(await acts()).toEqual([])
    await invite()
    await many('?select=all', admin)
    expect(await acts()).toEqual(['invite.deleteMatching'])
    await invite({ type: 'invite_to_user' })
    const asked = services.now()
    await many('?select=all&type=invite_to_user&sort=oldest&page=2', admin, asked.toISOString())
    const rows = await db.select().from(auditLog).orderBy(auditLog.position)
    const after = { total: 1, createdUpTo: asked.toISOString() }
    expect(rows).toMatchObject([
      { objectId: 'all', after },
      { objectId: '?type=invite_to_user&sort=oldest', after },
    ])
  })

  it('changes nothing when nothing is chosen, and answers 403 to a cashier', async () => {
    await invite()
    for (const search of ['', '?id=', '?id=x', '?type=invite_to_user', '?all=1']) await many(search, admin)
    expect(await left()).toBe(1)
    expect((await many('?select=all', cashier)).status).toBe(403)
    expect(await left()).toBe(1)
  })
})
