import { randomUUID } from 'node:crypto'
import { encode } from 'uqr'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { messages } from '../../../app/db/schema/messages'
import type { Actor } from '../../../app/domain/access'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import * as detail from '../../../app/routes/invites/invite/detail'
import { drawQrCode } from '../../../app/routes/invites/invite/qr-code.server'
import * as list from '../../../app/routes/invites/list'
import * as create from '../../../app/routes/invites/create/new'
import * as organizations from '../../../app/routes/invites/create/organizations'
import * as bulk from '../../../app/routes/invites/create/send-to-list'
import * as send from '../../../app/routes/invites/create/send-to-one'
import { emptyTables, openTestDatabase } from '../../support/database'
import { errorsOf, inviteDialogs, inviteStaff, replyOf } from '../../support/invite-dialogs'
import { opened } from '../../support/invites'
import { pageHtml, tagWith } from '../../support/render'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { organization, staff } from '../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../app/durations'
import { ORGANIZATION_STATUSES } from '../../../app/vocabulary'
import { toastOf } from '../../support/requests'

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

const { post, shown, all, createWith, emailWith, whatsappWith, acts } = inviteDialogs(db, () => ({ services, manager }))

describe('creating a code', () => {
  it('makes the code, leads to it, says so and records who did it, without the code itself', async () => {
    const answer = await createWith({ notes: ' For the fair ', lastDay: '2026-03-05' })
    const [made] = await all()
    expect(answer.status).toBe(302)
    expect(answer.location).toBe(`/invites/${made?.id}`)
    expect(toastOf(answer.headers)).toContain('invites:toast.created')
    expect(made).toMatchObject({ maximumUses: 10, notes: 'For the fair', createdBy: manager.id, usedCount: 0 })
    expect(opened(made?.code)).toMatch(/^INV(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    expect(made?.expiresAt?.toISOString()).toBe('2026-03-05T19:00:00.000Z')
    expect(await acts()).toEqual(['invite.create'])
    expect(JSON.stringify(await db.select().from(auditLog))).not.toContain(opened(made?.code))
  })

  it('records what the code gives: type, role and limit', async () => {
    await createWith({ type: 'invite_to_user', role: 'cashier', maximumUses: '2' })
    const [row] = await db.select().from(auditLog)
    expect(row).toMatchObject({
      actorId: manager.id,
      after: { type: 'invite_to_user', role: 'cashier', maximumUses: 2 },
    })
  })

  it('makes one code from a form sent twice', async () => {
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
    ['notes', 'x'.repeat(1001), 'At most 1,000 characters. Shorten this text.'],
    ['notes', 'a\0b', 'Remove characters that cannot be sent, such as control characters'],
    ['type', '', 'This field is required'],
    ['type', 'gift', 'This field is required'],
  ])('refuses %s %j with “%s” and keeps what was typed', async (name, value, message) => {
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

  it('accepts the creator’s today as the last day, but neither a past day nor the year 9999', async () => {
    services.clock.set('2026-03-02T20:00:00Z')
    expect((await createWith({ lastDay: '2026-03-02' })).status).toBe(422)
    expect((await createWith({ lastDay: '9999-12-31' })).status).toBe(422)
    expect((await createWith({ lastDay: '2026-03-03' })).status).toBe(302)
  })

  it('finds the organization that a partner joins by part of its name, and requires one', async () => {
    const { id } = await organization(db, { name: 'Алатау Карго', status: 'active' })
    const found = await createWith({ type: 'invite_to_organization', intent: 'find', organizationWords: 'алатау' })
    expect((found.body as { organizations: { id: string }[] }).organizations.map((row) => row.id)).toEqual([id])
    expect(errorsOf(await createWith({ type: 'invite_to_organization' })).organizationWords).toBe(
      'This field is required',
    )
    expect((await createWith({ type: 'invite_to_organization', organizationId: id })).status).toBe(302)
    expect((await all())[0]?.organizationId).toBe(id)
    expect(await db.select().from(auditLog)).toMatchObject([
      { after: { type: 'invite_to_organization', organizationId: id } },
    ])
  })

  it('offers the organization chosen for these words once and first, and not for other words', async () => {
    const [chosen, other] = [
      await organization(db, { name: 'Cargo of the North' }),
      await organization(db, { name: 'Cargo Almaty' }),
    ]
    const offered = async (organizationWords: string, foundFor: string) => {
      const form = { type: 'invite_to_organization', organizationId: chosen.id, organizationWords, foundFor }
      const answer = await createWith({ ...form, intent: 'find' })
      return (answer.body as { organizations: { id: string }[] }).organizations.map(({ id }) => id)
    }
    expect(await offered('cargo', 'cargo')).toEqual([chosen.id, other.id])
    expect(await offered('', 'cargo')).toEqual([chosen.id])
    expect(await offered('almaty', 'cargo')).toEqual([other.id])
    expect(await offered('nobody is called so', 'cargo')).toEqual([])
  })

  describe('the organization of an invite', () => {
    const SENT = { language: 'en', customMessage: '' }
    const NEW = { dialog: create, path: '/invites/new', fields: { maximumUses: '1', lastDay: '', notes: '' } }
    const DIALOGS = [
      NEW,
      { dialog: send, path: '/invites/email', fields: { recipient: 'a@x.kz', ...SENT } },
      { dialog: send, path: '/invites/whatsapp', fields: { recipient: '+77012345678', ...SENT } },
      { dialog: bulk, path: '/invites/bulk', fields: { rows: 'a@x.kz', intent: 'send', ...SENT } },
    ]
    type Dialog = (typeof DIALOGS)[number]
    const sendTo = ({ dialog, path, fields }: Dialog, form: Record<string, string>) =>
      post(dialog, path, { id: randomUUID(), ...fields, type: 'invite_to_organization', ...form })
    const drawn = async ({ dialog, path }: Dialog, answer: { body: unknown }) => {
      const loaderData = await shown(dialog, path)
      const props = { loaderData, actionData: answer.body }
      return pageHtml(dialog.default, props, { answer: answer.body })
    }
    const isTicked = (html: string, id: string) => tagWith(html, 'type="radio"', `value="${id}"`).includes('checked')

    it.each(DIALOGS)('is not taken when it was chosen for other words: $path', async (dialog) => {
      const kama = await organization(db, { name: 'Кама Транс' })
      const neva = await organization(db, { name: 'Нева Карго' })
      const stale = { organizationId: kama.id, organizationWords: 'нева', foundFor: 'кама' }
      for (const form of [stale, { ...stale, foundFor: '' }]) {
        const answer = await sendTo(dialog, form)
        expect(answer.status).toBe(422)
        expect(errorsOf(answer)).toEqual({
          organizationWords: 'Find the organization, then choose it from the list.',
        })
        const typed = Object.entries(dialog.fields).filter(([name, value]) => name !== 'intent' && value !== '')
        expect(replyOf(answer).result.initialValue).toMatchObject({
          ...Object.fromEntries(typed),
          organizationWords: 'нева',
        })
        const html = await drawn(dialog, answer)
        expect(isTicked(html, neva.id)).toBe(false)
        expect(html).not.toContain(kama.id)
        expect(tagWith(html, 'name="foundFor"')).toContain('value="нева"')
      }
      expect(await all()).toEqual([])
    })

    it.each(DIALOGS)('has to be chosen again when other words find it too: $path', async (dialog) => {
      const { id } = await organization(db, { name: 'Кама Транс' })
      const answer = await sendTo(dialog, { organizationId: id, organizationWords: 'кама транс', foundFor: 'кама' })
      expect(answer.status).toBe(422)
      expect(isTicked(await drawn(dialog, answer), id)).toBe(false)
      expect(await all()).toEqual([])
    })

    it.each(DIALOGS)(
      'is taken when it was chosen for the current words, or when there are none now: $path',
      async (dialog) => {
        const { id } = await organization(db, { name: 'Кама Транс' })
        await sendTo(dialog, { organizationId: id, organizationWords: ' кама ', foundFor: 'кама' })
        await sendTo(dialog, { organizationId: id, organizationWords: '', foundFor: 'кама' })
        expect(await all()).toMatchObject([{ organizationId: id }, { organizationId: id }])
      },
    )

    it.each(DIALOGS)('is ticked only by whoever chooses it, and then stays ticked: $path', async (dialog) => {
      const { id } = await organization(db, { name: 'Кама Транс', legalName: 'Кама Транс' })
      const looked = { intent: 'find', organizationWords: 'Кама Транс', foundFor: '' }
      expect(isTicked(await drawn(dialog, await sendTo(dialog, looked)), id)).toBe(false)
      const asked = await sendTo(dialog, { ...looked, intent: '' })
      expect(asked.status).toBe(422)
      expect(isTicked(await drawn(dialog, asked), id)).toBe(false)
      const chosen = { ...looked, organizationId: id, foundFor: looked.organizationWords }
      expect(isTicked(await drawn(dialog, await sendTo(dialog, chosen)), id)).toBe(true)
      expect(await all()).toEqual([])
    })

    it('is reported as required, not as missing, when only blanks were searched for', async () => {
      const html = await drawn(NEW, await sendTo(NEW, { organizationWords: ' ' }))
      expect(html).not.toContain('No organization found')
      expect(html).toContain('This field is required')
    })
  })

  it.each([
    ['archived', 'Cargo Almaty is archived. Nobody can be invited to it.'],
    ['suspended', 'Cargo Almaty is suspended. Nobody can be invited to it until it is reactivated.'],
  ] as const)('says why an organization that is %s cannot be chosen', async (status, words) => {
    const closed = await organization(db, { name: 'Cargo Almaty', status })
    const form = { type: 'invite_to_organization', intent: 'find', organizationWords: 'cargo' }
    const asked = async () => {
      const loaderData = await shown(create, '/invites/new')
      return pageHtml(create.default, { loaderData, actionData: (await createWith(form)).body })
    }
    const html = await asked()
    expect(html.replaceAll(/<[^>]*>|[\u2066-\u2069]/g, '')).toContain(words)
    expect(html).not.toMatch(new RegExp(`No organization found|value="${closed.id}"`))
    const open = await organization(db, { name: 'Cargo of the North' })
    expect(await asked()).toContain(`value="${open.id}"`)
    expect(await asked()).not.toContain('Cargo Almaty')
  })

  it('offers no organization to those who may invite no partner', async () => {
    await organization(db, { name: 'Cargo Almaty' })
    expect(await shown(organizations, '/invites/organizations?q=cargo', cashier)).toEqual({
      words: 'cargo',
      organizations: [],
    })
  })

  it('accepts a limit typed in full-width digits', async () => {
    expect((await createWith({ maximumUses: ' １２ ' })).status).toBe(302)
    expect(await all()).toMatchObject([{ maximumUses: 12 }])
  })

  it('offers organizations whose names begin with the words first', async () => {
    for (const name of ['Altai Cargo', 'Cargo of the North']) await organization(db, { name, legalName: name })
    const found = (await shown(organizations, '/invites/organizations?q=cargo')) as {
      organizations: { name: string }[]
    }
    expect(found.organizations.map(({ name }) => name)).toEqual(['Cargo of the North', 'Altai Cargo'])
  })

  it('finds organizations by name in any script and by number, even with invisible characters', async () => {
    await organization(db, { name: 'Жібек Жолы', legalName: 'Жібек Жолы ЖШС', registrationNumber: '070340007228' })
    for (const words of ['zhibek zholy', '070340007228', '\u200e070340007228\u200b'])
      expect(await shown(organizations, `/invites/organizations?q=${encodeURIComponent(words)}`)).toMatchObject({
        words,
        organizations: [{ name: 'Жібек Жолы' }],
      })
  })

  it.each(ORGANIZATION_STATUSES)(
    'into an organization that is %s is accepted, unless it is suspended or archived',
    async (status) => {
      const { id } = await organization(db, { status })
      const isClosed = status === 'suspended' || status === 'archived'
      expect((await createWith({ type: 'invite_to_organization', organizationId: id })).status).toBe(
        isClosed ? 422 : 302,
      )
      expect(await all()).toHaveLength(isClosed ? 0 : 1)
    },
  )

  it('lets nobody invite above their own role, and cashiers only cashiers', async () => {
    const staffCode = (role: string, actor: Actor) => createWith({ type: 'invite_to_user', role }, actor)
    expect((await staffCode('cashier', cashier)).status).toBe(302)
    expect((await staffCode('manager', cashier)).status).toBe(403)
    expect((await createWith({}, cashier)).status).toBe(403)
    expect((await staffCode('manager', manager)).status).toBe(302)
    expect((await staffCode('admin', manager)).status).toBe(403)
    expect((await staffCode('superadmin', admin)).status).toBe(403)
    expect(await all()).toHaveLength(2)
  })
})

describe('a code for staff', () => {
  it('has one use and ends in 7 days by default, while one for a partner ends in 30 days', async () => {
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    expect(await shown(create, '/invites/new', cashier)).toMatchObject({ lastDayForStaff: '2026-03-09' })
    const abroad = { ...cashier, timeZone: 'Pacific/Kiritimati' }
    expect(await shown(create, '/invites/new', abroad)).toMatchObject({ lastDayForStaff: '2026-03-09' })
    services.clock.advance(2 * HOUR_MS)
    expect(await shown(create, '/invites/new', abroad)).toMatchObject({ lastDayForStaff: '2026-03-10' })
    services.clock.advance(-2 * HOUR_MS)
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
    // Thirty days for a partner, as nobody expects an invitation from last year to work.
    expect((await all()).find(({ role }) => role === null)?.expiresAt?.toISOString()).toBe('2026-04-01T19:00:00.000Z')
  })

  describe('whose last day nobody chose', () => {
    const open = { type: 'invite_to_user', role: 'cashier', notes: 'For the night shift', maximumUses: '2' }

    it('ends on the day that would have been proposed', async () => {
      expect((await createWith(open)).status).toBe(302)
      expect((await all()).map(({ expiresAt }) => expiresAt?.toISOString())).toEqual(['2026-03-09T19:00:00.000Z'])
    })

    it.each([
      ['2026-03-09', '2026-03-09T19:00:00.000Z'],
      ['2026-03-04', '2026-03-04T19:00:00.000Z'],
      ['', undefined],
    ])('ends as its form says when the form had proposed a day: %j', async (lastDay, end) => {
      expect((await createWith({ ...open, lastDay, endProposed: 'on' })).status).toBe(302)
      expect((await all()).map(({ expiresAt }) => expiresAt?.toISOString())).toEqual([end])
    })

    it('has the default day filled in when its form comes back for other errors', async () => {
      const answer = await createWith({ ...open, role: '', maximumUses: '0' })
      expect(Object.keys(errorsOf(answer)).toSorted()).toEqual(['maximumUses', 'role'])
      expect(replyOf(answer).result.initialValue).toMatchObject({
        notes: open.notes,
        lastDay: '2026-03-09',
        endProposed: 'on',
      })
    })

    it('says in the form of a cashier that a day was proposed, and not in that of a manager', async () => {
      const sent = async (actor: Actor) => {
        const loaderData = await shown(create, '/invites/new', actor)
        const props = { loaderData, params: {}, matches: [] }
        return (await pageHtml(create.default, props)).includes('name="endProposed"')
      }
      expect([await sent(cashier), await sent(manager)]).toEqual([true, false])
    })
  })
})

it('the QR code of a link is dark exactly where the encoded link is dark', () => {
  const link = 'http://localhost:3000/use-invite?code=INV-7K4M-9QXT-2B8D'
  const { data } = encode(link, { ecc: 'M', border: 2 })
  const isDrawn = data.map((row) => row.map(() => false))
  for (const [, from, y, length] of drawQrCode(link).path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    isDrawn[Number(y)]?.fill(true, Number(from), Number(from) + Number(length))
  expect(isDrawn).toEqual(data)
})

describe('sending an invitation', () => {
  it('makes a code for one person, sends it in the chosen language and shows how its newest message stands', async () => {
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
    const later = new Date(services.now().getTime() + 1000)
    const refused = { ...before, status: 'failed', lastError: 'no such mailbox', createdAt: later } as const
    await db.insert(messages).values({ ...refused, nextAttemptAt: later, expiresAt: later })
    const failure = expect.stringContaining('Its answer: no such mailbox')
    expect(await shown(detail, `/invites/${made?.id}`, manager, made?.id)).toMatchObject({ failure })
    expect(await shown(list, '/invites/')).toMatchObject({ rows: [{ delivery: 'failed', failure }] })
  })

  it('by WhatsApp goes to the number in international form', async () => {
    const { status, headers } = await whatsappWith({})
    expect([status, toastOf(headers)]).toEqual([302, expect.stringContaining('invites:toast.whatsapp')])
    await deliverDue(services)
    expect(services.delivered[0]).toMatchObject({ channel: 'whatsapp', kind: 'invite_whatsapp', to: '+77012345678' })
    expect(toastOf((await emailWith({})).headers)).toContain('invites:toast.email')
  })

  it('without a WhatsApp gateway offers a link with the text and the code, only to those who may send it', async () => {
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
    const seen = JSON.stringify(await shown(detail, `/invites/${made?.id}`, cashier, made?.id))
    for (const secret of ['wa.me', opened(made?.code) ?? '']) expect(seen).not.toContain(secret)
  })

  it('without an e-mail gateway offers a mail link with the text, in the name of the creator', async () => {
    services = await testServices({ env: testEnv({ EMAIL_GATEWAY: 'none' }) })
    await emailWith({ recipient: 'a+b@example.kz' })
    const [made] = await all()
    expect(made).toMatchObject({ sentAt: null })
    const { byHand } = (await shown(detail, `/invites/${made?.id}`, admin, made?.id)) as {
      byHand: { href: string; text: string }
    }
    expect(byHand.text).toContain(manager.username)
    expect(byHand.text).not.toContain(admin.username)
    const [, address, query] = /^mailto:(.*)\?(.*)$/.exec(byHand.href) ?? []
    expect(decodeURIComponent(address ?? '')).toBe('a+b@example.kz')
    const { subject, body } = Object.fromEntries(new URLSearchParams(query))
    expect([subject, body]).toEqual(['Приглашение в Gatehouse', byHand.text.replaceAll('\n', '\r\n')])
  })

  it('is limited to the kinds of codes that the sender may create', async () => {
    expect((await emailWith({}, cashier)).status).toBe(403)
    expect((await emailWith({ type: 'invite_to_user', role: 'manager' }, cashier)).status).toBe(403)
    expect((await emailWith({ type: 'invite_to_user', role: 'admin' }, manager)).status).toBe(403)
    expect([await all(), await db.select().from(messages)]).toEqual([[], []])
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
  ])('by e-mail to %j is refused with “%s”', async (recipient, message) => {
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
  ])('by WhatsApp to %j is refused with “%s”, and what was typed is kept', async (recipient, message) => {
    const answer = await whatsappWith({ recipient })
    expect([answer.status, errorsOf(answer).recipient]).toEqual([422, message])
    expect(replyOf(answer).result.initialValue.recipient ?? '').toBe(recipient)
    expect([await all(), await db.select().from(messages)]).toEqual([[], []])
  })

  it.each([' +77012345678 ', '＋7 701 234 56 78', '+7 (701) 234-56-78'])(
    'by WhatsApp to %j goes to the number in international format',
    async (recipient) => {
      expect((await whatsappWith({ recipient })).status).toBe(302)
      expect((await all())[0]).toMatchObject({ recipient: '+77012345678' })
    },
  )

  it('takes a message of one’s own of at most 1,000 characters', async () => {
    expect(errorsOf(await emailWith({ customMessage: 'я'.repeat(1001) })).customMessage).toBe(
      'At most 1,000 characters. Shorten this text.',
    )
    expect((await emailWith({ customMessage: 'я'.repeat(1000) })).status).toBe(302)
  })

  it('shortens one’s own message to fit beside link and code by WhatsApp, and keeps all of it by e-mail', async () => {
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

  it.each([
    ['email', emailWith, 'Ждём вас на складе.'],
    ['whatsapp', whatsappWith, 'я'.repeat(590)],
  ] as const)('by %s sends what was previewed, with the code in its place', async (channel, send, customMessage) => {
    const { body } = await send({ intent: 'preview', channel, customMessage })
    const { preview } = body as { preview: { text: string } }
    await send({ customMessage })
    await deliverDue(services)
    const text = services.delivered[0]?.text
    expect(preview.text).toContain('2026')
    expect(text?.replaceAll(/INV-[\w-]{14}/g, 'INV-XXXX-XXXX-XXXX')).toBe(preview.text)
  })

  it('as a preview shows the text and sends nothing', async () => {
    const answer = await emailWith({ intent: 'preview', language: 'zh', customMessage: '欢迎' })
    const { preview } = answer.body as { preview: { text: string } }
    expect(preview.text).toContain('INV-XXXX-XXXX-XXXX')
    expect(preview.text).toContain('欢迎')
    expect(await all()).toEqual([])
  })

  it('as a preview uses the sender’s language and no organization until they are chosen', async () => {
    const form = { type: 'invite_to_organization', intent: 'preview', language: '', organizationId: '' }
    const text = async (more: Record<string, string>, actor = manager) => {
      const { body } = await emailWith({ ...form, ...more }, actor)
      return (body as { preview: { text: string } }).preview.text
    }
    expect(await text({ language: 'en' })).toContain('the organization … on')
    const { id } = await organization(db, { name: 'Cargo Almaty' })
    expect(await text({ language: 'en', organizationId: id })).toContain('Cargo Almaty')
    expect(await text({}, { ...manager, language: 'kk' })).toBe(await text({ language: 'kk' }))
    expect(await text({}, { ...manager, language: 'kk' })).not.toBe(await text({ language: 'en' }))
  })

  it('is limited to 5 a day to one recipient and 50 a day from one person', async () => {
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
