import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { sentForms } from '../../../app/db/schema/drafts'
import { invites } from '../../../app/db/schema/invites'
import { messages } from '../../../app/db/schema/messages'
import type { Actor } from '../../../app/domain/access'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import * as bulk from '../../../app/routes/invites/create/send-to-list'
import { auditActions } from '../../support/audit'
import { emptyTables, openTestDatabase } from '../../support/database'
import { errorsOf, inviteDialogs, type Form } from '../../support/invite-dialogs'
import { pageHtml } from '../../support/render'
import { answerOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { organization, staff } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let manager: Actor
let cashier: Actor

beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  manager = await staff(db, 'manager', 'Анна Соколова')
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
})

const { post, read, all, emailWith } = inviteDialogs(db, () => ({ services, manager }))
const acts = () => auditActions(db)

describe('a mailing', () => {
  const FORM = { type: 'invite_logistic_provider', language: 'en', customMessage: '' }
  const mail = (form: Form, actor = manager) =>
    post(bulk, '/invites/bulk', { id: randomUUID(), ...FORM, ...form }, actor)
  const rowsOf = (answer: { body: unknown }) =>
    (answer.body as { rows: { recipient: string | null; verdict: string }[] }).rows.map(({ verdict }) => verdict)

  it('is checked row by row, then sent once to each recipient', async () => {
    const form = { id: randomUUID(), rows: 'email\na@x.kz\nwrong\nA@x.kz\nb@x.kz' }
    const checked = await mail(form)
    expect(checked.body).toMatchObject({ step: 'check', good: { count: 2 } })
    expect(rowsOf(checked)).toEqual(['ready', 'invalid', 'repeated', 'ready'])
    expect(await all()).toEqual([])
    const sent = await mail({ ...form, intent: 'send' })
    expect(rowsOf(sent)).toEqual(['sent', 'invalid', 'repeated', 'sent'])
    expect(rowsOf(await mail({ ...form, intent: 'send' }))).toEqual(rowsOf(sent))
    const others = { ...form, rows: form.rows.replace('wrong\n', ''), customMessage: 'Salem' }
    expect(rowsOf(await mail({ ...others, intent: 'send' }))).toEqual(['before', 'repeated', 'before'])
    await deliverDue(services)
    expect(services.delivered.map(({ to }) => to).toSorted()).toEqual(['a@x.kz', 'b@x.kz'])
    const codes = await all()
    expect(new Set(codes.map(({ code }) => code)).size).toBe(2)
    const expiresAt = new Date('2026-04-01T19:00:00Z')
    const made = { createdBy: manager.id, maximumUses: 1, channel: 'email', expiresAt, timeZone: 'Asia/Almaty' }
    expect(codes).toMatchObject([made, made])
    expect(await acts()).toEqual(['invite.send', 'invite.send'])
  })

  it('takes every address of a line that has several, and says what it ignored', async () => {
    const form = { id: randomUUID(), rows: 'a@x.kz; b@x.kz;\nc@x.kz; d@x.kz\ne@x.kz; Erlan; f@x.kz\ng@x.kz; g@' }
    const checked = await mail(form)
    expect(checked.body).toMatchObject({ good: { count: 6 }, bad: '1' })
    const loaderData = (await read(bulk, '/invites/bulk')).body
    const html = await pageHtml(bulk.default, { loaderData, actionData: checked.body }, { answer: checked.body })
    expect(html).toContain('Ignored on this line: f@x.kz, Erlan.')
    expect(rowsOf(await mail({ ...form, intent: 'send' }))).toEqual([...Array<string>(6).fill('sent'), 'invalid'])
    const recipients = (await all()).map(({ recipient }) => recipient)
    expect(recipients.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'g'].map((name) => `${name}@x.kz`))
  })

  it('gives a long invalid line back whole to be corrected', async () => {
    const long = `${'a@x.kz '.repeat(60)}b@x.kz`
    const sent = await mail({ rows: `c@x.kz\n${long}`, intent: 'send' })
    expect(sent.body).toMatchObject({ step: 'sent', bad: '1', rest: long })
  })

  it('invites people into the organization that it names', async () => {
    const { id: organizationId } = await organization(db, { status: 'active' })
    await mail({ type: 'invite_to_organization', organizationId, rows: 'a@x.kz', intent: 'send' })
    expect(await all()).toMatchObject([{ type: 'invite_to_organization', organizationId }])
  })

  it('gives the rows that were not sent back to be corrected', async () => {
    const sent = await mail({ rows: 'a@x.kz\nwrong\nb@x.kz\nc@', intent: 'send' })
    expect(sent.body).toMatchObject({ step: 'sent', good: { count: 2 }, bad: '2', rest: 'wrong\nc@' })
  })

  it('takes a file beside the rows that were typed', async () => {
    const list = new File(['\uFEFFe-mail;name\r\nb@x.\0kz;Office\r\n'], 'list.csv', { type: 'text/csv' })
    const form = new FormData()
    for (const [name, value] of Object.entries({ id: randomUUID(), ...FORM, rows: 'a@x.kz\n', list }))
      form.set(name, value)
    const checked = await answerOf(() =>
      bulk.action(visit(services, '/invites/bulk', { form, actor: manager, params: {} }) as never),
    )
    expect(checked.body).toMatchObject({
      step: 'check',
      good: { count: 2 },
      result: { initialValue: { rows: expect.stringContaining('b@x.kz') } },
    })
  })

  it('has at least 1 row and at most 500', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, row) => `r${row}@x.kz`).join('\n')
    expect(errorsOf(await mail({ rows: rows(501) })).rows).toBe('At most 500 rows. Split the list.')
    expect(errorsOf(await mail({ rows: ' ' })).rows).toBe('This field is required')
    const sent = await mail({ rows: rows(500), intent: 'send' })
    expect(sent.body).toMatchObject({ step: 'sent', good: { count: 500 } })
    expect(await db.select().from(messages)).toHaveLength(500)
  })

  it('is limited to 2 lists a day, and to 5 messages a day to one recipient', async () => {
    for (let sent = 0; sent < 5; sent++) await emailWith({})
    const sent = await mail({ rows: 'aset@example.kz\nb@x.kz', intent: 'send' })
    expect(rowsOf(sent)).toEqual(['limit', 'sent'])
    expect(sent.body).toMatchObject({ rest: 'aset@example.kz' })
    expect((await mail({ rows: 'c@x.kz', intent: 'send' })).status).toBe(200)
    expect((await mail({ rows: 'd@x.kz', intent: 'send' })).status).toBe(429)
    expect(await db.select().from(invites).where(eq(invites.recipient, 'd@x.kz'))).toEqual([])
  })

  it('that sent nothing at first counts once it sends something', async () => {
    const send = async (row: string) => {
      const id = randomUUID()
      expect(rowsOf(await mail({ id, rows: 'a\nb', intent: 'send' }))).toEqual(['invalid', 'invalid'])
      return (await mail({ id, rows: `${row}@x.kz`, intent: 'send' })).status
    }
    expect([await send('c'), await send('d'), await send('e')]).toEqual([200, 200, 429])
  })

  it('sent again with corrections is part of the same list, and with more rows than that a list of its own', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const send = async (id: string, rows: string) => {
      const answer = await mail({ id, rows, intent: 'send' })
      return answer.status === 200 ? rowsOf(answer) : answer.status
    }
    expect(await send(first, 'a@x.kz\nb\nc\nd')).toEqual(['sent', 'invalid', 'invalid', 'invalid'])
    expect(await send(second, 'e@x.kz\nf')).toEqual(['sent', 'invalid'])
    expect(await send(first, 'a@x.kz')).toEqual(['before'])
    expect(await send(first, 'b@x.kz\nc')).toEqual(['sent', 'invalid'])
    expect(await send(first, 'c@x.kz\nd@x.kz')).toEqual(['sent', 'sent'])
    expect(await send(first, 'g@x.kz')).toBe(429)
    expect(await send(second, 'f@x.kz\ng@x.kz')).toBe(429)
    const atOnce = await Promise.all(['f@x.kz', 'h@x.kz', 'i@x.kz'].map((row) => send(second, row)))
    expect(atOnce.filter((answer) => answer === 429)).toHaveLength(2)
    expect(await send(first, 'a@x.kz\nb\nc\nd')).toEqual(['sent', 'invalid', 'invalid', 'invalid'])
    expect(await all()).toHaveLength(6)
  })

  it.each([
    [
      'as the release before kept it',
      [
        [1, 'sent'],
        [2, 'limit'],
        [4, 'sent'],
      ],
    ],
    ['as nobody can read it', { later: 'shape' }],
    ['not at all', null],
  ])('whose verdicts are kept %s repeats them when sent again, and sends nothing twice', async (_, answer) => {
    for (let sent = 0; sent < 5; sent++) await emailWith({})
    const form = { id: randomUUID(), rows: 'a@x.kz\naset@example.kz\nwrong\nb@x.kz', intent: 'send' }
    const first = await mail(form)
    expect(rowsOf(first)).toEqual(['sent', 'limit', 'invalid', 'sent'])
    const made = (await all()).length
    await db.update(sentForms).set({ answer }).where(eq(sentForms.id, form.id))
    expect(await mail(form)).toEqual(first)
    expect((await mail({ rows: 'c@x.kz', intent: 'send' })).status).toBe(200)
    services.clock.advance(DAY_MS / 2)
    expect(await mail(form)).toEqual(first)
    const changed = { ...form, rows: 'a@x.kz\nb@x.kz' }
    expect(rowsOf(await mail(changed))).toEqual(['before', 'before'])
    expect((await mail({ ...form, rows: 'd@x.kz' })).status).toBe(429)
    expect(await mail(form)).toEqual(first)
    expect(await all()).toHaveLength(made + 1)
  })

  it('answers 403 to cashiers, and to a sender who may not give its role', async () => {
    const forAdmins = { type: 'invite_to_user', role: 'admin', rows: 'a@x.kz', intent: 'send' }
    expect((await mail(forAdmins)).status).toBe(403)
    expect(await all()).toEqual([])
    expect((await mail({ rows: 'a@x.kz', intent: 'send' }, cashier)).status).toBe(403)
    expect((await read(bulk, '/invites/bulk', cashier)).status).toBe(403)
  })
})
