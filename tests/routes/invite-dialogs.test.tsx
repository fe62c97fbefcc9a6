import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { encode } from 'uqr'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeTerms, markSent } from '../../app/db/invites/invite-changes'
import { auditLog } from '../../app/db/schema/audit'
import { sentForms } from '../../app/db/schema/drafts'
import { invites, redemptions } from '../../app/db/schema/invites'
import { messages } from '../../app/db/schema/messages'
import type { Actor } from '../../app/domain/access'
import { newInviteCode } from '../../app/domain/invite-codes/invite-code'
import { readChosen } from '../../app/domain/invites/input'
import { deliverDue } from '../../app/domain/messages/outbox.server'
import * as bulk from '../../app/routes/invites/create/bulk'
import * as deleteMany from '../../app/routes/invites/delete-many'
import * as card from '../../app/routes/invites/invite/card'
import * as deleteOne from '../../app/routes/invites/invite/delete'
import * as detail from '../../app/routes/invites/invite/detail'
import * as edit from '../../app/routes/invites/invite/edit'
import { drawQrCode } from '../../app/routes/invites/invite/qr-code.server'
import * as list from '../../app/routes/invites/list'
import * as create from '../../app/routes/invites/create/new'
import * as organizations from '../../app/routes/invites/create/organizations'
import * as replace from '../../app/routes/invites/invite/replace'
import * as resend from '../../app/routes/invites/invite/resend'
import * as send from '../../app/routes/invites/create/send'
import { emptyTables, openTestDatabase, statementsDuring } from '../support/database'
import { opened, sealed } from '../support/invites'
import { codeEndsMeanwhile } from '../support/race'
import { serverHtml } from '../support/render'
import { answerOf, visit } from '../support/requests'
import { testEnv, testServices, type TestServices } from '../support/services'
import { before, DAY_MS, organization, partner, staff } from '../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor
let cashier: Actor

beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', 'Айгүл Сәрсенбаева')
  manager = await staff(db, 'manager', 'Анна Соколова')
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
})

type Dialog = { loader: (args: never) => unknown; action?: (args: never) => unknown }
type Form = Record<string, string>
const post = (dialog: Dialog, path: string, form: Form, actor = manager, id = '') =>
  answerOf(() => dialog.action?.(visit(services, path, { form, actor, params: { id } }) as never))
const read = (dialog: Dialog, path: string, actor = manager, id = '') =>
  answerOf(() => dialog.loader(visit(services, path, { actor, params: { id } }) as never))
const shown = async (dialog: Dialog, path: string, actor = manager, id = '') =>
  dialog.loader(visit(services, path, { actor, params: { id } }) as never)
const all = () => db.select().from(invites)
const acts = async () => (await db.select().from(auditLog).orderBy(auditLog.position)).map(({ action }) => action)

const NEW = { type: 'invite_logistic_provider', maximumUses: '10', lastDay: '', notes: '' }
const createWith = (form: Form, actor = manager) =>
  post(create, '/invites/new', { id: randomUUID(), ...NEW, ...form }, actor)
type Reply = { alert: string; result: { error: Record<string, string[]>; initialValue: Form } }
const replyOf = (answer: { body: unknown }) => answer.body as Reply
/** The sentence next to each wrong field. */
const errorsOf = (answer: { body: unknown }): Partial<Form> =>
  Object.fromEntries(Object.entries(replyOf(answer).result.error).map(([name, [sentence = '']]) => [name, sentence]))

async function invite(more: Partial<typeof invites.$inferInsert> = {}) {
  const [row] = await db
    .insert(invites)
    .values({
      code: sealed(newInviteCode()),
      type: 'invite_logistic_provider',
      maximumUses: 10,
      createdBy: manager.id,
      createdAt: before(DAY_MS),
      ...more,
    })
    .returning()
  if (!row) throw new Error('no invite')
  return row
}

describe('creating a code', () => {
  it('makes it, shows it, says so and notes who did it', async () => {
    const answer = await createWith({ notes: ' For the fair ', lastDay: '2026-03-05' })
    const [made] = await all()
    expect(answer.status).toBe(302)
    expect(answer.location).toBe(`/invites/${made?.id}`)
    expect(made).toMatchObject({ maximumUses: 10, notes: 'For the fair', createdBy: manager.id, usedCount: 0 })
    expect(opened(made?.code)).toMatch(/^INV(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    expect(made?.expiresAt?.toISOString()).toBe('2026-03-05T19:00:00.000Z')
    expect(await acts()).toEqual(['invite.create'])
    expect(JSON.stringify(await db.select().from(auditLog))).not.toContain(opened(made?.code))
  })

  it('a form sent twice makes one code', async () => {
    const id = randomUUID()
    await createWith({ id })
    expect((await createWith({ id })).status).toBe(302)
    expect(await all()).toHaveLength(1)
    expect(await acts()).toEqual(['invite.create'])
  })

  it.each([
    ['maximumUses', '', 'This field is required'],
    ['maximumUses', '0', 'Must be at least 1'],
    ['maximumUses', '-3', 'Must be at least 1'],
    ['maximumUses', '1.5', 'Enter a whole number'],
    ['maximumUses', 'ten', 'Enter a whole number'],
    ['maximumUses', '100001', 'Enter at most 100,000'],
    ['maximumUses', '9'.repeat(400), 'Enter at most 100,000'],
    ['lastDay', '2026-03-01', 'Choose today or a later day'],
    ['lastDay', '2026-02-30', 'Enter a valid date'],
    ['lastDay', 'soon', 'Enter a valid date'],
    ['notes', 'x'.repeat(1001), 'At most 1000 characters. Shorten this text.'],
    ['notes', 'a\0b', 'Remove characters that cannot be sent, such as control characters'],
    ['type', '', 'This field is required'],
    ['type', 'gift', 'This field is required'],
  ])('%s %j: %s, and what was typed is kept', async (name, value, message) => {
    const answer = await createWith({ [name]: value, notes: name === 'notes' ? value : 'kept' })
    expect(answer.status).toBe(422)
    expect(errorsOf(answer)[name]).toBe(message)
    expect(replyOf(answer).result.initialValue[name] ?? '').toBe(value)
    expect(await all()).toEqual([])
  })

  it('says everything that is wrong at once', async () => {
    const answer = await createWith({ type: 'invite_to_user', maximumUses: '0', lastDay: 'x' })
    expect(Object.keys(errorsOf(answer)).toSorted()).toEqual(['lastDay', 'maximumUses', 'role'])
  })

  it('today is still good, where the creator is', async () => {
    services.clock.set('2026-03-02T20:00:00Z')
    expect((await createWith({ lastDay: '2026-03-02' })).status).toBe(422)
    expect((await createWith({ lastDay: '9999-12-31' })).status).toBe(422)
    expect((await createWith({ lastDay: '2026-03-03' })).status).toBe(302)
  })

  it('names the organization that a partner joins, found by part of its name', async () => {
    const { id } = await organization(db, { name: 'Алатау Карго', status: 'active' })
    const found = await createWith({ type: 'invite_to_organization', intent: 'find', organizationWords: 'алатау' })
    expect((found.body as { organizations: { id: string }[] }).organizations.map((row) => row.id)).toEqual([id])
    expect(errorsOf(await createWith({ type: 'invite_to_organization' })).organizationWords).toBe(
      'This field is required',
    )
    expect((await createWith({ type: 'invite_to_organization', organizationId: id })).status).toBe(302)
    expect((await all())[0]?.organizationId).toBe(id)
  })

  it('offers the organizations that begin with the words first', async () => {
    for (const name of ['Altai Cargo', 'Cargo of the North']) await organization(db, { name, legalName: name })
    const found = (await shown(organizations, '/invites/organizations?q=cargo')) as { name: string }[]
    expect(found.map(({ name }) => name)).toEqual(['Cargo of the North', 'Altai Cargo'])
  })

  it('offers organizations by their names in any script', async () => {
    await organization(db, { name: 'Жібек Жолы', legalName: 'Жібек Жолы ЖШС' })
    expect(await shown(organizations, '/invites/organizations?q=zhibek+zholy')).toMatchObject([{ name: 'Жібек Жолы' }])
  })

  it('nobody is invited into an archived or suspended organization', async () => {
    for (const status of ['archived', 'suspended'] as const) {
      const { id } = await organization(db, { status })
      expect((await createWith({ type: 'invite_to_organization', organizationId: id })).status).toBe(422)
    }
    expect(await all()).toEqual([])
  })

  it('a cashier brings in cashiers, a manager nobody above managers', async () => {
    const staffCode = (role: string, actor: Actor) => createWith({ type: 'invite_to_user', role }, actor)
    expect((await staffCode('cashier', cashier)).status).toBe(302)
    expect((await staffCode('manager', cashier)).status).toBe(403)
    expect((await createWith({}, cashier)).status).toBe(403)
    expect((await staffCode('manager', manager)).status).toBe(302)
    expect((await staffCode('admin', manager)).status).toBe(403)
    expect((await staffCode('superadmin', admin)).status).toBe(403)
    expect(await all()).toHaveLength(2)
  })

  it('is closed to partners', async () => {
    const { id } = await organization(db)
    const actor = await partner(db, id)
    expect((await read(create, '/invites/new', actor)).status).toBe(403)
    expect((await createWith({}, actor)).status).toBe(403)
  })
})

const EMAIL = { type: 'invite_logistic_provider', recipient: 'aset@example.kz', language: 'ru', customMessage: '' }
const emailWith = (form: Form, actor = manager) =>
  post(send, '/invites/email', { id: randomUUID(), ...EMAIL, ...form }, actor)
const whatsappWith = (form: Form) =>
  post(send, '/invites/whatsapp', { id: randomUUID(), ...EMAIL, recipient: '+7 701 234 56 78', ...form })

describe('a code for staff', () => {
  it('is proposed with one use and seven days, and sent with them', async () => {
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    expect(await shown(create, '/invites/new', cashier)).toMatchObject({ lastDayForStaff: '2026-03-09' })
    const form = {
      id: randomUUID(),
      type: 'invite_to_user',
      role: 'cashier',
      language: 'en',
      recipient: 'a@example.kz',
    }
    await post(send, '/invites/email', form, cashier)
    const [made] = await all()
    expect(made).toMatchObject({ maximumUses: 1, role: 'cashier' })
    expect(made?.expiresAt?.toISOString()).toBe('2026-03-09T19:00:00.000Z')
    const forPartner = { ...form, id: randomUUID(), type: 'invite_logistic_provider', recipient: 'b@example.kz' }
    await post(send, '/invites/email', forPartner, manager)
    // Thirty days for a partner: nobody expects an invitation of last year to open anything.
    expect((await all()).find(({ role }) => role === null)?.expiresAt?.toISOString()).toBe('2026-04-01T19:00:00.000Z')
  })

  describe('whose end nobody chose', () => {
    const open = { type: 'invite_to_user', role: 'cashier', notes: 'For the night shift', maximumUses: '2' }

    it('ends as it would have been proposed', async () => {
      expect((await createWith(open)).status).toBe(302)
      expect((await all()).map(({ expiresAt }) => expiresAt?.toISOString())).toEqual(['2026-03-09T19:00:00.000Z'])
    })

    it.each([
      ['2026-03-09', '2026-03-09T19:00:00.000Z'],
      ['2026-03-04', '2026-03-04T19:00:00.000Z'],
      ['', undefined],
    ])('is taken as it stands where it was proposed: %j', async (lastDay, end) => {
      expect((await createWith({ ...open, lastDay, endProposed: 'on' })).status).toBe(302)
      expect((await all()).map(({ expiresAt }) => expiresAt?.toISOString())).toEqual([end])
    })

    it('is proposed in the form that comes back for something else', async () => {
      const answer = await createWith({ ...open, role: '', maximumUses: '0' })
      expect(Object.keys(errorsOf(answer)).toSorted()).toEqual(['maximumUses', 'role'])
      expect(replyOf(answer).result.initialValue).toMatchObject({
        notes: open.notes,
        lastDay: '2026-03-09',
        endProposed: 'on',
      })
    })

    it('says with the form whether it was proposed', async () => {
      const sent = async (actor: Actor) => {
        const loaderData = await shown(create, '/invites/new', actor)
        const props = { loaderData, params: {}, matches: [] } as unknown as Parameters<typeof create.default>[0]
        return (await serverHtml(<create.default {...props} />)).includes('name="endProposed"')
      }
      expect([await sent(cashier), await sent(manager)]).toEqual([true, false])
    })
  })
})

it('the QR code of a link is dark where the link is written, and nowhere else', () => {
  const link = 'http://localhost:3000/use-invite?code=INV-7K4M-9QXT-2B8D'
  const { data } = encode(link, { ecc: 'M', border: 2 })
  const isDrawn = data.map((row) => row.map(() => false))
  for (const [, from, y, length] of drawQrCode(link).path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    isDrawn[Number(y)]?.fill(true, Number(from), Number(from) + Number(length))
  expect(isDrawn).toEqual(data)
})

describe('sending an invitation', () => {
  it('makes a code for one person and sends it in the language chosen', async () => {
    expect((await emailWith({ customMessage: 'Ждём вас <b>скоро</b>' })).location).toBe('/invites/')
    const [made] = await all()
    expect(made).toMatchObject({ maximumUses: 1, channel: 'email', recipient: 'aset@example.kz', language: 'ru' })
    await deliverDue(services)
    expect(services.delivered).toHaveLength(1)
    const [message] = services.delivered
    expect(message).toMatchObject({ channel: 'email', kind: 'invite_email', to: 'aset@example.kz' })
    expect(message?.subject).toBe('Приглашение в Gatehouse')
    expect(message?.text).toContain('Ждём вас <b>скоро</b>')
    expect(message?.text).toContain(`http://localhost:3000/use-invite?code=${opened(made?.code)}&lng=ru`)
    const seen = await shown(detail, `/invites/${made?.id}`, manager, made?.id)
    expect(seen).toMatchObject({ delivery: { status: 'sent' }, recipient: 'aset@example.kz' })
    const before = {
      channel: 'email',
      kind: 'invite_email',
      to: 'aset@example.kz',
      text: '',
      inviteId: made?.id,
    } as const
    const createdAt = new Date(services.now().getTime() - 1000)
    await db
      .insert(messages)
      .values({ ...before, status: 'failed', createdAt, nextAttemptAt: createdAt, expiresAt: createdAt })
    const newest = {
      detail: await shown(detail, `/invites/${made?.id}`, manager, made?.id),
      list: await shown(list, '/invites/'),
    }
    expect(newest).toMatchObject({ detail: { delivery: { status: 'sent' } }, list: { rows: [{ delivery: 'sent' }] } })
  })

  it('by WhatsApp to the one form of a number', async () => {
    expect((await whatsappWith({})).status).toBe(302)
    await deliverDue(services)
    expect(services.delivered[0]).toMatchObject({ channel: 'whatsapp', kind: 'invite_whatsapp', to: '+77012345678' })
  })

  it('without a WhatsApp gateway a link opens the same words', async () => {
    services = await testServices({ env: testEnv({ WHATSAPP_GATEWAY: 'none' }) })
    const answer = await whatsappWith({ language: 'kk' })
    const [made] = await all()
    expect(answer.location).toBe(`/invites/${made?.id}`)
    expect(await db.select().from(messages)).toEqual([])
    const { byHand } = (await shown(detail, `/invites/${made?.id}`, manager, made?.id)) as {
      byHand: { href: string; text: string }
    }
    expect(byHand.text).toContain(opened(made?.code))
    expect(byHand.href).toBe(`https://wa.me/77012345678?text=${encodeURIComponent(byHand.text)}`)
  })

  it.each([
    ['', 'This field is required'],
    ['   ', 'This field is required'],
    ['aset', 'Enter a valid email address'],
    ['aset@', 'Enter a valid email address'],
    ['aset@example', 'Enter a valid email address'],
    ['aset@example.kz, dina@example.kz', 'Enter a valid email address'],
    ['aset@example.kz\r\nBcc: dina@example.kz', 'Enter a valid email address'],
    ['aset@example.kz\0', 'Enter a valid email address'],
    [`${'a'.repeat(250)}@example.kz`, 'Enter a valid email address'],
  ])('an e-mail to %j: %s', async (recipient, message) => {
    const answer = await emailWith({ recipient })
    expect([answer.status, errorsOf(answer).recipient]).toEqual([422, message])
    expect(await db.select().from(messages)).toEqual([])
  })

  it.each([
    ['', 'This field is required'],
    ['+7 701', 'Enter a valid phone number'],
    ['+7 701 234 56 78 ext 5', 'Enter a valid phone number'],
    ['7012345678', 'Enter a valid phone number'],
    ['77012345678', 'Enter a valid phone number'],
    ['007 701 234 56 78', 'Enter a valid phone number'],
    ['8 (701) 234-56-78', 'Enter a valid phone number'],
    ['8+77012345678', 'Enter a valid phone number'],
    ['+49 1512 3456789', 'Codes cannot be sent to this country or type of number. Use a mobile number.'],
  ])('a WhatsApp message to %j: %s, and what was typed is kept', async (recipient, message) => {
    const answer = await whatsappWith({ recipient })
    expect([answer.status, errorsOf(answer).recipient]).toEqual([422, message])
    expect(replyOf(answer).result.initialValue.recipient ?? '').toBe(recipient)
    expect([await all(), await db.select().from(messages)]).toEqual([[], []])
  })

  it.each([' +77012345678 ', '＋7 701 234 56 78', '+7 (701) 234-56-78'])(
    'a WhatsApp message to %j is sent to the number in international format',
    async (recipient) => {
      expect((await whatsappWith({ recipient })).status).toBe(302)
      expect((await all())[0]).toMatchObject({ recipient: '+77012345678' })
    },
  )

  it('one’s own words are at most 1000 characters', async () => {
    expect(errorsOf(await emailWith({ customMessage: 'я'.repeat(1001) })).customMessage).toBe(
      'At most 1000 characters. Shorten this text.',
    )
    expect((await emailWith({ customMessage: 'я'.repeat(1000) })).status).toBe(302)
  })

  it('by WhatsApp as many of one’s own words go as fit beside link and code, by e-mail all', async () => {
    const customMessage = 'Ждём вас на складе. '.repeat(50).trim()
    await emailWith({ customMessage })
    await whatsappWith({ customMessage })
    await deliverDue(services)
    const textOf = (channel: string) => services.delivered.find((one) => one.channel === channel)?.text ?? ''
    expect(textOf('email')).toContain(customMessage)
    const short = textOf('whatsapp')
    expect(short.length).toBeLessThanOrEqual(900)
    expect(short).toMatch(
      /Ждём вас на складе\..*…\n\n.*\nhttp:\/\/localhost:3000\/use-invite\?code=(INV-\S{14})&lng=ru\n\n.*\1/s,
    )
    const answer = await whatsappWith({ intent: 'preview', channel: 'whatsapp', customMessage })
    expect((answer.body as { preview: { text: string } }).preview.text).toContain('…\n\n')
  })

  it('previews what will be sent, and sends nothing', async () => {
    const answer = await emailWith({ intent: 'preview', language: 'zh', customMessage: '欢迎' })
    const { preview } = answer.body as { preview: { text: string } }
    expect(preview.text).toContain('INV-XXXX-XXXX-XXXX')
    expect(preview.text).toContain('欢迎')
    expect(await all()).toEqual([])
  })

  it('five to one recipient in a day, fifty from one person', async () => {
    for (let sent = 0; sent < 5; sent++) expect((await emailWith({})).status).toBe(302)
    const sixth = await emailWith({ recipient: 'ASET@example.kz' })
    expect(sixth.status).toBe(429)
    expect(replyOf(sixth).alert).toContain('24 hours')
    for (let sent = 5; sent < 50; sent++) await emailWith({ recipient: `r${sent}@example.kz` })
    expect((await emailWith({ recipient: 'last@example.kz' })).status).toBe(429)
    expect((await emailWith({ recipient: 'last@example.kz' }, admin)).status).toBe(302)
    expect(await db.select().from(messages)).toHaveLength(51)
    services.clock.advance(DAY_MS)
    expect((await emailWith({})).status).toBe(302)
  })
})

describe('sending again', () => {
  it('pauses a minute, then sends the same code', async () => {
    await emailWith({})
    const [made] = await all()
    const again = () => post(resend, `/invites/${made?.id}/resend`, {}, manager, made?.id)
    expect((await again()).status).toBe(429)
    services.clock.advance(59_999)
    expect((await again()).status).toBe(429)
    services.clock.advance(1)
    const answers = await Promise.all([again(), again(), again()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 429, 429])
    await deliverDue(services)
    expect(services.delivered).toHaveLength(1)
    expect(services.delivered[0]?.text).toContain(opened(made?.code))
  })

  it('has its button back when the pause is over, and says until then how long it lasts', async () => {
    await emailWith({})
    const [made] = await all()
    const drawn = async () => {
      const loaderData = await shown(resend, `/invites/${made?.id}/resend`, manager, made?.id)
      const props = { loaderData } as unknown as Parameters<typeof resend.default>[0]
      return serverHtml(<resend.default {...props} />)
    }
    const button = /<div class="dialog-foot">.*<button/
    expect(await drawn()).not.toMatch(button)
    services.clock.advance(60_000)
    expect(await drawn()).toMatch(button)
  })

  it('is noted once in a pause, of a code that is there', async () => {
    const { id } = await invite()
    const [at, pauseAgo] = [services.now(), before(60_000)]
    expect(await markSent(db, id, at, pauseAgo)).toBe(true)
    expect(await markSent(db, id, at, pauseAgo)).toBe(false)
    expect(await markSent(db, id, at, at)).toBe(true)
    await db.update(invites).set({ deletedAt: at })
    expect(await markSent(db, id, at, at)).toBe(false)
  })

  it('is nothing for a code that was sent to nobody: its dialog is 404', async () => {
    const { id } = await invite()
    expect((await read(resend, `/invites/${id}/resend`, manager, id)).status).toBe(404)
  })

  it('is offered while the code can be used', async () => {
    const sent = { channel: 'email' as const, recipient: 'a@example.kz', language: 'ru' as const }
    const offered = async ({ id }: { id: string }) =>
      ((await shown(detail, `/invites/${id}`, manager, id)) as { may: { resend: boolean } }).may.resend
    expect(await offered(await invite(sent))).toBe(true)
    expect(await offered(await invite({ ...sent, expiresAt: services.now() }))).toBe(false)
  })

  it.each([
    ['used', 409],
    ['deleted', 404],
  ] as const)('not a code that is %s in the same instant', async (how, status) => {
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

  it('neither a used-up code nor one of somebody else', async () => {
    const sent = { channel: 'email', recipient: 'aset@example.kz', language: 'ru' } as const
    const used = await invite({ ...sent, usedCount: 10 })
    expect((await post(resend, '/', {}, manager, used.id)).status).toBe(409)
    const foreign = await invite({ ...sent, createdBy: admin.id })
    expect((await post(resend, '/', {}, manager, foreign.id)).status).toBe(403)
    expect(await db.select().from(messages)).toEqual([])
  })
})

describe('changing limit and date', () => {
  const SEEN = { seenMaximum: '10', seenExpiry: '', seenDay: '' }
  const change = (id: string, form: Form, actor = manager) =>
    post(edit, `/invites/${id}/edit`, { ...SEEN, maximumUses: '10', lastDay: '', ...form }, actor, id)

  it('takes hold at once and notes before and after', async () => {
    const { id } = await invite({ usedCount: 3 })
    expect((await change(id, { maximumUses: '3', lastDay: '2026-03-31' })).location).toBe(`/invites/${id}`)
    expect((await all())[0]).toMatchObject({ maximumUses: 3, expiresAt: new Date('2026-03-31T19:00:00Z') })
    const [entry] = await db.select().from(auditLog)
    expect(entry).toMatchObject({ action: 'invite.edit', before: { maximumUses: 10, expiresAt: null } })
  })

  it('not below the uses so far, not over a change of somebody else', async () => {
    const { id } = await invite({ usedCount: 3 })
    const { body } = await change(id, { maximumUses: '2' })
    expect(body).toMatchObject({ result: { error: { maximumUses: [expect.stringContaining('at least 3')] } } })
    expect((await change(id, { maximumUses: '20', seenMaximum: '9' })).status).toBe(409)
    expect((await all())[0]?.maximumUses).toBe(10)
  })

  it('nor over a date or a limit that somebody else sets in the same instant', async () => {
    const expiresAt = services.now()
    const { id } = await invite({ expiresAt })
    const next = { maximumUses: 20, expiresAt: null, timeZone: null }
    expect(await changeTerms(db, id, { maximumUses: 10, expiresAt: null }, next)).toBe(false)
    expect(await changeTerms(db, id, { maximumUses: 9, expiresAt }, next)).toBe(false)
    expect(await changeTerms(db, id, { maximumUses: 10, expiresAt }, next)).toBe(true)
  })

  it('begins with what is set, the day as it is where the code was made', async () => {
    const expiresAt = new Date('2026-03-05T18:00:00Z')
    const { id } = await invite({ usedCount: 3, expiresAt, timeZone: 'Asia/Dhaka' })
    expect(await shown(edit, `/invites/${id}/edit?status=active`, manager, id)).toMatchObject({
      usedCount: 3,
      maximumUses: '10',
      seenMaximum: 10,
      lastDay: '2026-03-05',
      seenExpiry: '2026-03-05T18:00:00.000Z',
      closeTo: `/invites/${id}?status=active`,
    })
    const { id: endless } = await invite()
    expect(await shown(edit, `/invites/${endless}/edit`, manager, endless)).toMatchObject({
      lastDay: '',
      seenExpiry: '',
    })
  })

  it('is for who made it, and for admins', async () => {
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

  it('deletes it and keeps what is left of it', async () => {
    const leaked = await invite({ usedCount: 4, notes: 'For the fair', expiresAt: before(-DAY_MS) })
    const newId = randomUUID()
    expect((await swap(leaked.id, newId)).location).toBe(`/invites/${newId}`)
    const rows = await all()
    expect(rows.find(({ id }) => id === leaked.id)).toMatchObject({ replacedBy: newId, deletedAt: services.now() })
    const made = rows.find(({ id }) => id === newId)
    expect(made).toMatchObject({ maximumUses: 6, usedCount: 0, notes: 'For the fair', expiresAt: leaked.expiresAt })
    expect(opened(made?.code)).not.toBe(opened(leaked.code))
    const formerAt = (search: string) => read(detail, `/invites/${leaked.id}${search}`, manager, leaked.id)
    expect((await formerAt('?status=active')).location).toBe(`/invites/${newId}?status=active`)
    expect((await swap(leaked.id, newId)).status).toBe(302)
    expect(await all()).toHaveLength(2)
    await db.update(invites).set({ deletedAt: services.now() })
    expect((await formerAt('')).status).toBe(404)
  })

  it('by one whose id is none is 400, and takes nothing', async () => {
    const { id } = await invite()
    expect((await swap(id, 'no-id-at-all-five')).status).toBe(400)
    expect(await all()).toMatchObject([{ deletedAt: null }])
  })

  it('sends nothing of it that still waits to be sent', async () => {
    await emailWith({})
    const [leaked] = await all()
    expect((await swap(leaked?.id ?? '')).status).toBe(302)
    await deliverDue(services)
    expect(services.delivered).toEqual([])
    expect(await db.select().from(messages)).toMatchObject([{ status: 'failed', lastError: 'invite replaced' }])
  })

  it('by an id that another code has takes nothing', async () => {
    const [leaked, other] = [await invite(), await invite()]
    expect((await swap(leaked.id, other.id)).status).toBe(409)
    expect(await all()).toMatchObject([
      { deletedAt: null, replacedBy: null },
      { deletedAt: null, replacedBy: null },
    ])
  })

  it('is asked about with what is left of it, and only of who may delete it', async () => {
    const { id } = await invite({ usedCount: 3 })
    const asked = (actor: Actor) => read(replace, `/invites/${id}/replace`, actor, id)
    expect(await shown(replace, `/invites/${id}/replace`, manager, id)).toMatchObject({ status: 'active', left: '7' })
    expect((await asked(cashier)).status).toBe(403)
    expect((await asked(await staff(db, 'manager', 'Дана Оспанова'))).status).toBe(403)
  })

  it('only one that works, and only by who may delete it', async () => {
    expect((await swap((await invite({ usedCount: 10 })).id)).status).toBe(409)
    expect((await swap((await invite({ createdBy: admin.id })).id)).status).toBe(403)
    expect((await swap((await invite({ createdBy: cashier.id })).id, randomUUID(), cashier)).status).toBe(403)
  })
})

describe('deleting', () => {
  const remove = (id: string, actor = manager) => post(deleteOne, `/invites/${id}/delete`, {}, actor, id)

  it('one code: gone from the list, its redemptions stay, its message is not sent', async () => {
    await emailWith({})
    const [made] = await all()
    const { id: userId } = await staff(db, 'cashier', '王建国')
    await db.insert(redemptions).values({ inviteId: made?.id ?? '', userId, at: services.now() })
    expect((await remove(made?.id ?? '')).location).toBe('/invites/')
    expect((await read(detail, `/invites/${made?.id}`, manager, made?.id)).status).toBe(404)
    expect(await db.select().from(redemptions)).toHaveLength(1)
    await deliverDue(services)
    expect(services.delivered).toEqual([])
    expect(await acts()).toEqual(['invite.send', 'invite.delete'])
    expect((await remove(made?.id ?? '')).status).toBe(302)
    expect(await acts()).toHaveLength(2)
  })

  it('leaves a message that was sent as it is, and keeps no text of one that was not', async () => {
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

  it('an address chooses a hundred of them at most, as many as the longest page has', () => {
    const ids = Array.from({ length: 101 }, () => ['id', randomUUID()])
    const chosen = readChosen(new URLSearchParams(ids))
    expect(chosen).toEqual({ all: false, ids: ids.slice(0, 100).map(([, id]) => id) })
  })

  it.each([
    ['admin', 302, 302],
    ['manager', 302, 403],
    ['cashier', 403, 403],
  ] as const)('%s: own %i, of others %i', async (role, own, foreign) => {
    const actor = { admin, manager, cashier }[role]
    const asked = async (id: string) => (await read(deleteOne, `/invites/${id}/delete`, actor, id)).status
    const [mine, another] = [(await invite({ createdBy: actor.id })).id, (await invite({ createdBy: null })).id]
    expect([await asked(mine), await asked(another)]).toEqual(
      [own, foreign].map((status) => (status === 302 ? 200 : 403)),
    )
    expect((await remove(mine, actor)).status).toBe(own)
    expect((await remove(another, actor)).status).toBe(foreign)
  })

  it.each(['nothing', randomUUID(), '%00', "1' or '1'='1"])('%j is 404', async (id) => {
    expect((await remove(id)).status).toBe(404)
  })

  const many = (search: string, actor = manager, askedAt = services.now().toISOString()) =>
    post(deleteMany, `/invites/delete${search}`, { askedAt }, actor)
  const left = async () => (await all()).filter(({ deletedAt }) => !deletedAt).length

  it.each(['+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '99999', 'yesterday'])(
    'all that match, asked at a time that is none: %s',
    async (askedAt) => {
      await invite()
      expect((await many('?select=all', manager, askedAt)).status).toBe(302)
      expect(await left()).toBe(0)
    },
  )

  it('the ticked ones, of others left alone', async () => {
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

  it('says that nothing is chosen, or that what is chosen is not theirs', async () => {
    await invite({ createdBy: admin.id })
    const said = async (search: string, actor: Actor) => {
      const at = `/invites/delete${search}`
      const props = { loaderData: await shown(deleteMany, at, actor) } as unknown as Parameters<
        typeof deleteMany.default
      >[0]
      return serverHtml(<deleteMany.default {...props} />, { at })
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

  it('says before which of the ticked ones stay and why; what was ticked is ticked still when one goes back', async () => {
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

  it('all that match, in a few statements, and none made after the question', async () => {
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

  it('notes in the audit log what was found by a filter, one code as well, and nothing for none', async () => {
    await many('?select=all', admin)
    expect(await acts()).toEqual([])
    await invite()
    await many('?select=all', admin)
    expect(await acts()).toEqual(['invite.deleteMatching'])
  })

  it('nothing chosen changes nothing', async () => {
    await invite()
    for (const search of ['', '?id=', '?id=x', '?type=invite_to_user', '?all=1']) await many(search, admin)
    expect(await left()).toBe(1)
    expect((await many('?select=all', cashier)).status).toBe(403)
    expect(await left()).toBe(1)
  })
})

describe('a mailing', () => {
  const FORM = { type: 'invite_logistic_provider', language: 'en', customMessage: '' }
  const mail = (form: Form, actor = manager) =>
    post(bulk, '/invites/bulk', { id: randomUUID(), ...FORM, ...form }, actor)
  const rowsOf = (answer: { body: unknown }) =>
    (answer.body as { rows: { recipient: string | null; verdict: string }[] }).rows.map(({ verdict }) => verdict)

  it('is checked row by row, then sent once', async () => {
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
    const codes = (await all()).map(({ code }) => code)
    expect(new Set(codes).size).toBe(2)
    expect(await acts()).toEqual(['invite.send', 'invite.send'])
  })

  it('leaves what was not sent ready to be corrected in its place', async () => {
    const sent = await mail({ rows: 'a@x.kz\nwrong\nb@x.kz\nc@', intent: 'send' })
    expect(sent.body).toMatchObject({ step: 'sent', good: { count: 2 }, bad: '2', rest: 'wrong\nc@' })
  })

  it('takes a file beside what was typed', async () => {
    const list = new File(['\uFEFFe-mail;name\r\nb@x.kz;Office\r\n'], 'list.csv', { type: 'text/csv' })
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

  it('holds at most 500 rows and at least one', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, row) => `r${row}@x.kz`).join('\n')
    expect(errorsOf(await mail({ rows: rows(501) })).rows).toBe('At most 500 rows. Split the list.')
    expect(errorsOf(await mail({ rows: ' ' })).rows).toBe('This field is required')
    const sent = await mail({ rows: rows(500), intent: 'send' })
    expect(sent.body).toMatchObject({ step: 'sent', good: { count: 500 } })
    expect(await db.select().from(messages)).toHaveLength(500)
  })

  it('two lists a day, and five messages to one recipient', async () => {
    for (let sent = 0; sent < 5; sent++) await emailWith({})
    const sent = await mail({ rows: 'aset@example.kz\nb@x.kz', intent: 'send' })
    expect(rowsOf(sent)).toEqual(['limit', 'sent'])
    expect(sent.body).toMatchObject({ rest: 'aset@example.kz' })
    expect((await mail({ rows: 'c@x.kz', intent: 'send' })).status).toBe(200)
    expect((await mail({ rows: 'd@x.kz', intent: 'send' })).status).toBe(429)
    expect(await db.select().from(invites).where(eq(invites.recipient, 'd@x.kz'))).toEqual([])
  })

  it('counts one that sent nothing at first once it sends something', async () => {
    const send = async (row: string) => {
      const id = randomUUID()
      expect(rowsOf(await mail({ id, rows: 'a\nb', intent: 'send' }))).toEqual(['invalid', 'invalid'])
      return (await mail({ id, rows: `${row}@x.kz`, intent: 'send' })).status
    }
    expect([await send('c'), await send('d'), await send('e')]).toEqual([200, 200, 429])
  })

  it('corrects what was not sent of a list as a part of it, and what is more than that as a list of its own', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const send = async (id: string, rows: string) => {
      const answer = await mail({ id, rows, intent: 'send' })
      return answer.status === 200 ? rowsOf(answer) : answer.status
    }
    expect(await send(first, 'a@x.kz\nb\nc\nd')).toEqual(['sent', 'invalid', 'invalid', 'invalid'])
    expect(await send(second, 'e@x.kz\nf')).toEqual(['sent', 'invalid'])
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
  ])('whose verdicts are kept %s tells them all the same, and sends nothing twice', async (_, answer) => {
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

  it('is not for cashiers', async () => {
    expect((await mail({ rows: 'a@x.kz', intent: 'send' }, cashier)).status).toBe(403)
    expect((await read(bulk, '/invites/bulk', cashier)).status).toBe(403)
  })
})

describe('what is seen of a code', () => {
  it('a card to hand over has its address, and is only for whoever may see the code', async () => {
    const { id } = await invite()
    expect(await shown(card, `/invites/${id}/card?status=active&page=2`, manager, id)).toMatchObject({
      address: expect.stringMatching(/^[^/]+\/use-invite$/),
      backTo: '/invites/?status=active&page=2',
    })
    expect((await read(card, `/invites/${id}/card`, cashier, id)).status).toBe(403)
  })

  it('every redemption: who, when, which organization', async () => {
    const { id: organizationId } = await organization(db, { name: 'Steppe Freight' })
    const row = await invite({ usedCount: 1 })
    const joined = await partner(db, organizationId)
    await db.insert(redemptions).values({ inviteId: row.id, userId: joined.id, organizationId, at: before(3_600_000) })
    const seen = await shown(detail, `/invites/${row.id}`, cashier, row.id)
    expect(seen).toMatchObject({
      redemptions: [{ username: 'Айгүл Серікқызы', organizationName: 'Steppe Freight', at: { text: '1 hour ago' } }],
      hasMoreRedemptions: false,
    })
  })

  it('the recipient in full for who sent it and who may see contacts, else masked', async () => {
    const row = await invite({ channel: 'email', recipient: 'aset@example.kz', language: 'ru' })
    const seenBy = async (actor: Actor) =>
      ((await shown(detail, '/', actor, row.id)) as { recipient: string }).recipient
    expect(await seenBy(admin)).toBe('aset@example.kz')
    expect(await seenBy(cashier)).toBe('••• @example.kz')
    await db.update(invites).set({ createdBy: cashier.id })
    expect(await seenBy(cashier)).toBe('aset@example.kz')
  })
})
