import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { messages, notificationChoices } from '../../../app/db/schema/messages'
import { invites } from '../../../app/db/schema/invites'
import { inboxEntries, noteMentions, notes } from '../../../app/db/schema/notes'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { openText } from '../../../app/domain/sealing.server'
import * as inbox from '../../../app/routes/inbox/list'
import { loader as organizationPage } from '../../../app/routes/organizations/detail'
import * as notePage from '../../../app/routes/organizations/notes/note'
import * as notesPage from '../../../app/routes/organizations/notes/page'
import { loader as review } from '../../../app/routes/verifications/detail'
import type { UserStatus } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase, statementsDuring } from '../../support/database'
import { addInvite } from '../../support/invites'
import { pageHtml } from '../../support/render'
import { answerOf, toastOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { organization, partner, staff, verification } from '../../support/verifications'

const FIVE_MINUTES_MS = 300_000
const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor
let cashier: Actor
let ids: { organizationId: string; verificationId: string }
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', '李伟')
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
  const { id } = await organization(db)
  ids = { organizationId: id, verificationId: (await verification(db, { organizationId: id })).id }
})

type Form = Record<string, string> | [string, string][]
const call = (handler: unknown, path: string, actor: Actor, params: Record<string, string>, form?: Form) =>
  answerOf(() => (handler as (args: unknown) => unknown)(visit(services, path, { actor, params, form })))
const notesPath = () => `/organizations/${ids.organizationId}/notes`
const add = (form: Form, actor = manager, from = '') =>
  call(notesPage.action, notesPath() + from, actor, { id: ids.organizationId }, form)
const written = (text: string, more: Record<string, string> = {}) => ({ id: randomUUID(), text, ...more })
const act = (noteId: string, form: Form, actor = manager) =>
  call(notePage.action, `${notesPath()}/${noteId}`, actor, { id: ids.organizationId, noteId }, form)
const stored = () => db.select().from(notes).orderBy(asc(notes.createdAt))
const shown = async (actor = manager) =>
  (
    await call(organizationPage, `/organizations/${ids.organizationId}?tab=notes`, actor, {
      id: ids.organizationId,
    })
  ).body as { content: { notes: { notes: { text: string; isPinned: boolean; mayEdit: boolean }[] } } }
const entriesOf = (actor: Actor) => db.select().from(inboxEntries).where(eq(inboxEntries.userId, actor.id))

async function addOne(text = 'Call before noon', actor = manager, more: Record<string, string> = {}): Promise<string> {
  const form = written(text, more)
  expect((await add(form, actor)).status).toBe(302)
  services.clock.advance(1000)
  return form.id
}

describe('a note', () => {
  it('appears in one stream on the organization and on its applications', async () => {
    await addOne('On the organization')
    const about = written('On the application', { verificationId: ids.verificationId })
    const added = await add(about, manager, `?from=/verifications/${ids.verificationId}?document=1`)
    expect([added.status, added.location]).toEqual([302, `/verifications/${ids.verificationId}?document=1`])
    expect((await shown()).content.notes.notes.map(({ text }) => text)).toEqual([
      'On the application',
      'On the organization',
    ])
    const page = (
      await answerOf(() =>
        review(
          visit(services, `/verifications/${ids.verificationId}`, {
            actor: admin,
            params: { id: ids.verificationId },
          }) as never,
        ),
      )
    ).body as { notes: { notes: { text: string }[] } }
    expect(page.notes.notes).toHaveLength(2)
  })

  it('is shown among the newest 200 only, with the number of all notes', async () => {
    const made = { organizationId: ids.organizationId, authorId: manager.id }
    const at = (n: number) => new Date(services.now().getTime() + n)
    await db.insert(notes).values(Array.from({ length: 201 }, (_, n) => ({ ...made, text: `${n}`, createdAt: at(n) })))
    const { content } = await shown()
    const texts = content.notes.notes.map(({ text }) => text)
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([200, '200', '1'])
    expect(content.notes).toMatchObject({ total: '201' })
  })

  it('has no key for sending it on the page of notes', async () => {
    const params = { id: ids.organizationId }
    const loaderData = await notesPage.loader(visit(services, notesPath(), { actor: manager, params }) as never)
    const Page = notesPage.default
    const html = await pageHtml(Page, { loaderData }, { at: notesPath() })
    expect(html).toContain('Add note')
    expect(html).not.toContain('Control+Enter')
  })

  it('leads back only to pages of organizations and applications', async () => {
    for (const from of ['https://evil.example/', '//evil.example', '/settings/account'])
      expect((await add(written('A'), manager, `?from=${encodeURIComponent(from)}`)).location).toBe(
        `/organizations/${ids.organizationId}?tab=notes`,
      )
  })

  it('leaves audit rows without its text', async () => {
    const id = await addOne('The secret reason')
    await act(id, { text: 'The other secret' })
    await act(id, { intent: 'pin' })
    await act(id, { intent: 'unpin' })
    const rows = await db.select().from(auditLog).orderBy(asc(auditLog.position))
    expect(rows.map(({ action, objectId }) => [action, objectId])).toEqual(
      ['note.add', 'note.edit', 'note.pin', 'note.unpin'].map((action) => [action, ids.organizationId]),
    )
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it.each([['  '], ['\u200b'], ['x'.repeat(2001)]])(
    'of %j is refused with 422, kept in its form and not stored',
    async (text) => {
      const refused = await add(written(text))
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({
        result: { error: { text: [expect.any(String)] }, initialValue: { text } },
      })
      expect(await stored()).toEqual([])
    },
  )

  it('that is sent twice is stored once', async () => {
    const form = written('Once')
    const answers = await Promise.all([add(form), add(form)])
    expect(answers.map(({ status }) => status)).toEqual([302, 302])
    expect(await stored()).toHaveLength(1)
  })

  it('with another text in a form sent before answers 409, and sent again becomes a second note', async () => {
    const form = written('First')
    await add(form)
    const second = await add({ ...form, text: 'Second' })
    expect(second).toMatchObject({
      status: 409,
      body: { result: { initialValue: { text: 'Second' } }, sentBefore: {} },
    })
    const { seen } = second.body as { seen: Record<string, string> }
    expect((await add({ ...form, ...seen, text: 'Second' })).status).toBe(302)
    expect((await stored()).map(({ text }) => text)).toEqual(['First', 'Second'])
    expect((await add({ ...form, text: 'Third' }, admin)).status).toBe(409)
    expect(await stored()).toHaveLength(2)
  })

  it('about an application of another organization answers 404', async () => {
    const other = await verification(db, { organizationId: (await organization(db, { name: 'Other' })).id })
    await expect(add(written('A', { verificationId: other.id }))).resolves.toMatchObject({ status: 404 })
    expect(await stored()).toEqual([])
  })
})

describe('those who are no managers', () => {
  it.each([['cashier'], ['partner']] as const)('a %s can neither read nor write notes', async (who) => {
    const id = await addOne()
    const actor = who === 'cashier' ? cashier : await partner(db, ids.organizationId)
    expect((await add(written('Mine'), actor)).status).toBe(403)
    expect((await act(id, { text: 'Mine' }, actor)).status).toBe(403)
    expect((await act(id, { intent: 'pin' }, actor)).status).toBe(403)
    for (const [loader, path, params] of [
      [notesPage.loader, notesPath(), { id: ids.organizationId }],
      [notePage.loader, `${notesPath()}/${id}`, { id: ids.organizationId, noteId: id }],
      [organizationPage, `/organizations/${ids.organizationId}?tab=notes`, { id: ids.organizationId }],
    ] as const)
      expect((await call(loader, path, actor, params)).status).toBe(403)
    expect(await stored()).toMatchObject([{ text: 'Call before noon', pinnedAt: null }])
  })
})

describe('a mention', () => {
  it('is offered of everybody who reads notes except oneself', async () => {
    const { notes: panel } = (await shown()).content as unknown as { notes: { people: { id: string }[] } }
    expect(panel.people.map(({ id }) => id)).toEqual([admin.id])
  })

  it('is of at most 20 people', async () => {
    const many = Array.from({ length: 21 }, (): [string, string] => ['mentions', randomUUID()])
    const refused = await add([['id', randomUUID()], ['text', 'To all'], ...many])
    expect(refused).toMatchObject({ status: 422, body: { result: { error: { mentions: [expect.any(String)] } } } })
  })

  it('by choice and by name tells each person once, and never the author', async () => {
    const olga = await staff(db, 'manager', 'Ерлан Ахметов')
    await add([
      ['id', randomUUID()],
      ['text', '@李伟 and @Ольга Кузнецова: please look'],
      ['mentions', olga.id.toUpperCase()],
      ['mentions', admin.id],
    ])
    expect(await entriesOf(admin)).toMatchObject([{ kind: 'mention', actorId: manager.id, readAt: null }])
    expect(await entriesOf(olga)).toHaveLength(1)
    expect(await entriesOf(manager)).toEqual([])
    expect(await db.select().from(noteMentions)).toHaveLength(3)
  })

  it('sends a message on the chosen channel, without the text of the note', async () => {
    await db.update(users).set({ email: 'li@example.kz', language: 'zh' }).where(eq(users.id, admin.id))
    await add(written('@李伟 secret'))
    expect(await db.select().from(messages)).toEqual([])
    await db.insert(notificationChoices).values({ userId: admin.id, event: 'mention', channel: 'email' })
    await add(written('@李伟 another secret'))
    const sent = await db.select().from(messages)
    expect(sent).toMatchObject([{ channel: 'email', to: 'li@example.kz', kind: 'staff_mention', language: 'zh' }])
    const text = openText(services.env.sessionSecrets, 'outbox', sent[0]?.text ?? '')
    expect(text).toContain('Steppe Freight')
    expect(text).toContain('/inbox')
    expect(text).not.toContain('secret')
  })

  it('sends at most 20 messages a day from one person to another, and still enters the inbox after that', async () => {
    await db.insert(notificationChoices).values({ userId: admin.id, event: 'mention', channel: 'whatsapp' })
    for (let n = 0; n < 22; n += 1) await addOne('Look', manager, { mentions: admin.id })
    expect([await db.$count(messages), await db.$count(inboxEntries)]).toEqual([20, 22])
    const other = await staff(db, 'manager', 'Ерлан Сейітов')
    await addOne('Look', other, { mentions: admin.id })
    expect(await db.$count(messages)).toBe(21)
  })

  it.each([
    ['left', 'inactive', 'manager'],
    ['was suspended', 'suspended', 'admin'],
    ['may read no notes', 'active', 'cashier'],
  ] as const)('of somebody who %s is refused by name, and the text is kept', async (_, status: UserStatus, role) => {
    const gone = await staff(db, role, 'Марат Ли')
    await db.update(users).set({ status }).where(eq(users.id, gone.id))
    for (const form of [written('See @Марат Ли, please'), written('See this, please', { mentions: gone.id })]) {
      const refused = await add(form)
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({
        result: {
          initialValue: { text: form.text },
          error: { text: [expect.stringContaining('Марат Ли')] },
        },
      })
    }
    expect(await stored()).toEqual([])
    expect(await db.select().from(inboxEntries)).toEqual([])
  })
})

describe('a note of one’s own', () => {
  it('can be edited for 5 minutes, and people newly mentioned are told', async () => {
    const id = await addOne('Call @李伟')
    services.clock.advance(FIVE_MINUTES_MS - 2000)
    expect((await shown()).content.notes.notes[0]?.mayEdit).toBe(true)
    const erlan = await staff(db, 'manager', 'Ерлан Ахметов')
    expect((await act(id, { text: 'Call @李伟 and @Ерлан Ахметов' })).status).toBe(302)
    expect(await stored()).toMatchObject([{ text: 'Call @李伟 and @Ерлан Ахметов', editedAt: services.now() }])
    expect([await entriesOf(admin), await entriesOf(erlan)].map((entries) => entries.length)).toEqual([1, 1])
  })

  it('saved without a change does not count as edited', async () => {
    const id = await addOne('First')
    expect((await act(id, { text: 'First' })).status).toBe(302)
    expect(await stored()).toMatchObject([{ text: 'First', editedAt: null }])
  })

  it('saved with the same text tells people who are newly chosen', async () => {
    const id = await addOne('First')
    expect((await act(id, { text: 'First', mentions: admin.id })).status).toBe(302)
    expect(await entriesOf(admin)).toMatchObject([{ kind: 'mention', actorId: manager.id }])
  })

  it('edited in another window answers 409 with the saved text and keeps what was typed', async () => {
    const id = await addOne('First')
    const at = `${notesPath()}/${id}`
    const params = { id: ids.organizationId, noteId: id }
    const drawn = async () => (await call(notePage.loader, at, manager, params)).body as { seen: string; text: string }
    const { seen } = await drawn()
    expect((await act(id, { text: 'Second', seen })).status).toBe(302)
    services.clock.advance(1000)
    const late = await act(id, { text: 'Third', seen })
    const now = await drawn()
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      alert: null,
      seen: { seen: now.seen },
      storedText: 'Second',
      result: { initialValue: { text: 'Third' } },
    })
    expect((await stored())[0]?.text).toBe('Second')
    const again = await pageHtml(notePage.default, { loaderData: now, actionData: late.body }, { at })
    expect(again).toMatch(/This note changed in another window.*Saved version: Second/s)
    expect((await act(id, { text: 'Second', seen })).status).toBe(302)
    expect((await act(id, { text: 'Third', seen: now.seen })).status).toBe(302)
    expect((await stored())[0]?.text).toBe('Third')
  })

  it('cannot be edited after 5 minutes, and what was typed is kept', async () => {
    const id = await addOne('First')
    services.clock.advance(FIVE_MINUTES_MS - 1000)
    const late = await act(id, { text: 'Second' })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      alert: expect.stringContaining('5 minutes'),
      result: { initialValue: { text: 'Second' } },
    })
    expect(await stored()).toMatchObject([{ text: 'First', editedAt: null }])
    expect((await shown()).content.notes.notes[0]?.mayEdit).toBe(false)
    const params = { id: ids.organizationId, noteId: id }
    expect((await call(notePage.loader, `${notesPath()}/${id}`, manager, params)).body).toMatchObject({ isOpen: false })
  })

  it('cannot be edited by anybody else, not even by a superadmin', async () => {
    const id = await addOne()
    const root = await staff(db, 'superadmin', 'Ержан Төлеген')
    expect((await shown(root)).content.notes.notes[0]?.mayEdit).toBe(false)
    expect((await act(id, { text: 'Mine' }, root)).status).toBe(403)
    expect((await stored())[0]?.text).toBe('Call before noon')
  })
})

describe('the pin', () => {
  it('is on one note of an organization, which comes first', async () => {
    const first = await addOne('First')
    const second = await addOne('Second')
    await addOne('Third')
    await act(first, { intent: 'pin' })
    await act(second, { intent: 'pin' }, admin)
    expect((await shown()).content.notes.notes.map(({ text, isPinned }) => [text, isPinned])).toEqual([
      ['Second', true],
      ['Third', false],
      ['First', false],
    ])
    await act(second, { intent: 'unpin' })
    expect((await stored()).filter(({ pinnedAt }) => pinnedAt)).toEqual([])
  })

  it('ends on exactly one of several notes pinned at once', async () => {
    const ids = await Promise.all(['A', 'B', 'C', 'D'].map((text) => addOne(text)))
    const answers = await Promise.all(ids.map((id) => act(id, { intent: 'pin' })))
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302])
    expect((await stored()).filter(({ pinnedAt }) => pinnedAt)).toHaveLength(1)
  })
})

describe('the inbox', () => {
  const open = (actor: Actor, path = '/inbox') =>
    inbox.loader(visit(services, path, { actor }) as never) as Promise<{
      rows: { id: string; isRead: boolean; noteText: string | null; kind: string }[]
      total: number
      unread: string | null
      upTo?: string
    }>
  const send = (actor: Actor, form: Form) => call(inbox.action, '/inbox', actor, {}, form)

  it('lists mentions, the newest first, and leads to their notes', async () => {
    await addOne('@李伟 one')
    await add(written('@李伟 two', { verificationId: ids.verificationId }))
    const { rows, unread } = await open(admin)
    expect(rows.map(({ noteText, isRead }) => [noteText, isRead])).toEqual([
      ['@李伟 two', false],
      ['@李伟 one', false],
    ])
    expect(unread).toBe('2')
    const [two, one] = rows
    const opened = await send(admin, { intent: 'open', id: two?.id ?? '' })
    expect(opened.location).toMatch(new RegExp(`^/verifications/${ids.verificationId}#note-`))
    expect((await send(admin, { intent: 'open', id: one?.id ?? '' })).location).toMatch(
      new RegExp(`^/organizations/${ids.organizationId}\\?tab=notes#note-`),
    )
    expect((await open(admin)).unread).toBeNull()
  })

  it('shows who, what and where, and offers marking as read only for what is unread', async () => {
    await addOne('@李伟 <b>soon</b>')
    await db
      .insert(inboxEntries)
      .values([
        { userId: admin.id, kind: 'returned', actorId: null, organizationId: ids.organizationId, at: services.now() },
      ])
    const page = async () => pageHtml(inbox.default, { loaderData: await open(admin) })
    const html = await page()
    const words = html.replaceAll(/<[^>]*>/g, '')
    expect(words).toContain('Someone returned your decision on Steppe Freight')
    expect(words).toContain('Ольга Кузнецова mentioned you in a note on Steppe Freight')
    expect(html).toContain('@李伟 &lt;b&gt;soon&lt;/b&gt;')
    expect(words).toContain('Unread: 2')
    expect([html.match(/value="read"/g), html.match(/>New</g)].map((found) => found?.length)).toEqual([2, 2])
    const [first] = (await open(admin)).rows
    await send(admin, { intent: 'read', id: first?.id ?? '' })
    expect(
      [(await page()).match(/value="read"/g), (await page()).match(/>New</g)].map((found) => found?.length),
    ).toEqual([1, 1])
    expect(await page()).toContain('value="readAll"')
    await send(admin, { intent: 'readAll' })
    expect(await page()).not.toMatch(/value="read(All)?"|>New<|Unread/)
  })

  it('says so while it is empty', async () => {
    const html = await pageHtml(inbox.default, { loaderData: await open(admin) })
    expect(html).toContain('Nothing here yet')
  })

  it('says what was marked as read, and leads back to the same page of the list', async () => {
    await addOne('@李伟 1')
    const [entry] = await entriesOf(admin)
    const at = (form: Form) => call(inbox.action, '/inbox?page=2', admin, {}, form)
    const one = await at({ intent: 'read', id: entry?.id ?? '' })
    expect([one.location, toastOf(one.headers)]).toEqual(['/inbox?page=2', expect.stringContaining('inbox:toast.read')])
    await addOne('@李伟 2')
    expect(toastOf((await at({ intent: 'readAll' })).headers)).toContain('inbox:toast.allRead')
  })

  it('stays on its page when an entry has nothing left to open', async () => {
    await db.insert(inboxEntries).values({ userId: admin.id, kind: 'taken_over', at: services.now() })
    const [entry] = await entriesOf(admin)
    const opened = await call(inbox.action, '/inbox?page=2', admin, {}, { intent: 'open', id: entry?.id ?? '' })
    expect(opened.location).toBe('/inbox?page=2')
    expect((await open(admin)).unread).toBeNull()
  })

  it('names the code with which somebody joined, masked, and leads to it even when deleted', async () => {
    const inviteId = await addInvite(db)
    await addInvite(db, { code: 'INV-0000-0000-0000' })
    await db
      .insert(inboxEntries)
      .values({ userId: admin.id, kind: 'invite_redeemed', actorId: manager.id, inviteId, at: services.now() })
    const { rows } = await open(admin)
    expect(rows).toMatchObject([{ kind: 'invite_redeemed', inviteCode: 'INV-••••-••••-2B8D' }])
    const entry = { intent: 'open', id: rows[0]?.id ?? '' }
    expect((await send(admin, entry)).location).toBe(`/invites/${inviteId}`)
    await db.update(invites).set({ deletedAt: services.now() }).where(eq(invites.id, inviteId))
    expect((await send(admin, entry)).location).toBe(`/invites/${inviteId}`)
  })

  it('marks entries as read one by one or all together', async () => {
    for (const text of ['@李伟 1', '@李伟 2', '@李伟 3']) await addOne(text)
    const { rows } = await open(admin)
    const second = { intent: 'read', id: rows[1]?.id ?? '' }
    const answers = [await send(admin, second), await send(admin, second)]
    expect(answers.map(({ status, headers }) => [status, toastOf(headers).includes('notModified')])).toEqual([
      [302, false],
      [302, true],
    ])
    expect((await open(admin)).rows.map(({ isRead }) => isRead)).toEqual([false, true, false])
    await send(admin, { intent: 'readAll' })
    expect((await open(admin)).rows.every(({ isRead }) => isRead)).toBe(true)
  })

  it('marks all as read only up to what the page showed', async () => {
    await addOne('@李伟 1')
    const { upTo = '' } = await open(admin)
    services.clock.advance(1000)
    await addOne('@李伟 2')
    await send(admin, { intent: 'readAll', upTo })
    expect((await open(admin)).rows.map(({ isRead }) => isRead)).toEqual([false, true])
    for (const odd of ['-000001-01-01', '+010000-01-01', 'soon'])
      expect((await send(admin, { intent: 'readAll', upTo: odd })).status).toBe(302)
  })

  it('answers 404 for an entry of somebody else, which stays unread', async () => {
    await addOne('@李伟 1')
    const [entry] = await entriesOf(admin)
    for (const intent of ['open', 'read'])
      expect((await send(manager, { intent, id: entry?.id ?? '' })).status).toBe(404)
    expect(await entriesOf(admin)).toMatchObject([{ readAt: null }])
  })

  it('shows no notes and no news about users to an admin who became a cashier', async () => {
    await addOne('@李伟 secret')
    const kinds = [
      'invited_signed_in',
      'superadmin_made',
      'export_proposed',
      'erase_proposed',
      'number_proposed',
    ] as const
    const entry = { userId: admin.id, actorId: manager.id, at: services.now() }
    await db.insert(inboxEntries).values(kinds.map((kind) => ({ ...entry, kind })))
    const demoted = { ...admin, role: 'cashier' as const }
    expect(await open(demoted)).toMatchObject({ rows: [], total: 0, unread: null })
    for (const { id } of await entriesOf(admin)) expect((await send(demoted, { intent: 'open', id })).status).toBe(404)
  })

  it('has 20 entries on a page', async () => {
    await db.insert(inboxEntries).values(
      Array.from({ length: 25 }, (_, n) => ({
        userId: admin.id,
        kind: 'taken_over' as const,
        actorId: manager.id,
        verificationId: ids.verificationId,
        at: new Date(services.now().getTime() - n * 1000),
      })),
    )
    expect([(await open(admin)).rows.length, (await open(admin, '/inbox?page=2')).rows.length]).toEqual([20, 5])
  })

  it('keeps entries of the same instant in one order over all pages', async () => {
    const entry = { userId: admin.id, kind: 'taken_over' as const, at: services.now() }
    const made = await db
      .insert(inboxEntries)
      .values(Array.from({ length: 25 }, () => entry))
      .returning()
    const pages = [await open(admin), await open(admin, '/inbox?page=2')]
    const ids = made.map(({ id }) => id)
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids.toSorted().toReversed())
  })
})

it('notes add at most 3 statements to the page of an application, however many there are', async () => {
  const look = (actor: Actor) =>
    statementsDuring(() =>
      review(
        visit(services, `/verifications/${ids.verificationId}`, {
          actor,
          params: { id: ids.verificationId },
        }) as never,
      ),
    )
  const without = await look({ ...manager, role: 'cashier' })
  const withNone = await look(manager)
  for (let n = 0; n < 5; n += 1) await addOne(`@李伟 ${n}`)
  expect(await look(manager)).toBe(withNone)
  expect(withNone - without).toBeLessThanOrEqual(3)
})
