import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordDelivery } from '../../../app/db/messages/messages'
import { auditLog } from '../../../app/db/schema/audit'
import { messages } from '../../../app/db/schema/messages'
import { organizations } from '../../../app/db/schema/organizations'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { enqueueMessage } from '../../../app/domain/messages/enqueue.server'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { notifyPartner } from '../../../app/domain/messages/notify-partner.server'
import { changeStatus } from '../../../app/domain/organizations/status/change-status.server'
import { openText } from '../../../app/domain/sealing.server'
import { KEPT } from '../../../app/domain/keeping/periods'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { requestMoreInfo } from '../../../app/domain/verifications/decisions/decide.server'
import OrganizationPage, { loader as organizationPage } from '../../../app/routes/organizations/detail'
import { action as resend } from '../../../app/routes/organizations/tabs/resend-message'
import type { Language } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { answerOf, visit } from '../../support/requests'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { before, organization, partner, permitOf, reviewing, staff, verification } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let manager: Actor
let told: Awaited<ReturnType<typeof organization>>
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  told = await organization(db, { phone: '+77272000001' })
})

const TEXT = 'Ваша организация приостановлена'
const tell = (text = TEXT, kind = 'organization_suspend') =>
  db.transaction((tx) =>
    notifyPartner(tx, services, {
      organization: { id: told.id, phone: told.phone, language: 'ru' },
      kind,
      text: () => text,
      next: () => `Ваша организация: ${page()}`,
    }),
  )
const page = () => `http://localhost:3000/organizations/${told.id}/verification-status`
const stored = () => db.select().from(messages).orderBy(asc(messages.createdAt))
const one = async () => {
  const [row] = await stored()
  if (!row) throw new Error('no message')
  return row
}

type Shown = {
  text: string | null
  status: string
  language: string | null
  reason: string | null
  leaves: unknown
  mayResend: boolean
}
const shown = async (actor = manager, language: 'en' | 'ru' = 'en') => {
  const { body } = await answerOf(() =>
    organizationPage(
      visit(services, `/organizations/${told.id}?tab=messages`, {
        actor,
        language,
        params: { id: told.id },
      }) as never,
    ),
  )
  return (body as { content: { messages: Shown[] } }).content.messages
}
const sendAgain = (messageId: string, actor = manager, id = told.id) =>
  answerOf(() =>
    resend(
      visit(services, `/organizations/${id}/messages/${messageId}/resend`, {
        actor,
        params: { id, messageId },
        form: {},
      }) as never,
    ),
  )
const fail = async (text = TEXT) => {
  await tell(text)
  const { id } = await one()
  await db.update(messages).set({ status: 'failed', lastError: 'WhatsApp refused with code 131026' })
  return id
}

describe('a message to an organization', () => {
  it('is listed among the newest 100, and the page says when there are more', async () => {
    const sent = { channel: 'sms', kind: 'organization_suspend', to: told.phone, text: '', status: 'sent' } as const
    const times = { createdAt: before(DAY_MS), nextAttemptAt: before(DAY_MS), expiresAt: before(0) }
    const send = (count: number) =>
      db.insert(messages).values(Array.from({ length: count }, () => ({ ...sent, ...times, organizationId: told.id })))
    const isSaid = async () => {
      const at = visit(services, `/organizations/${told.id}?tab=messages`, { actor: manager, params: { id: told.id } })
      const { body } = await answerOf(() => organizationPage(at as never))
      return (await pageHtml(OrganizationPage, { loaderData: body })).includes('Only the newest 100 are shown.')
    }
    await send(99)
    expect([(await shown()).length, await isSaid()]).toEqual([99, false])
    await send(2)
    expect([(await shown()).length, await isSaid()]).toEqual([100, true])
  })

  it('is shown with its text, its language and its status: queued, then sent, then delivered', async () => {
    await tell()
    expect(await shown()).toMatchObject([{ text: TEXT, language: 'Русский', status: 'queued', mayResend: false }])
    await deliverDue(services)
    expect(await shown()).toMatchObject([{ text: TEXT, status: 'sent' }])
    await recordDelivery(db, await one(), { status: 'delivered', deliveredAt: services.now(), lastError: null })
    expect(await shown()).toMatchObject([{ text: TEXT, status: 'delivered' }])
    expect((await one()).text).not.toContain(TEXT)
  })

  it.each([
    [
      'WhatsApp refused with code 131026',
      'The messaging service did not accept it. Check the recipient and send it again. Its answer: WhatsApp refused with code 131026',
    ],
    ['expired', 'It could not be delivered in time. Send it again.'],
  ])('that failed says why: %s', async (lastError, reason) => {
    await tell()
    await db.update(messages).set({ status: 'failed', lastError })
    expect(await shown()).toMatchObject([{ status: 'failed', reason, mayResend: true }])
  })

  it('keeps its text when the provider reports it as failed', async () => {
    await tell()
    await deliverDue(services)
    await recordDelivery(db, await one(), { status: 'failed', deliveredAt: null, lastError: 'Twilio failed' })
    expect(await shown()).toMatchObject([{ text: TEXT, status: 'failed', mayResend: true }])
  })

  it('is deleted once the period for keeping messages is over', async () => {
    await tell()
    await deliverDue(services)
    services.clock.advance(KEPT.messages.days * DAY_MS - 1000)
    await tidyUp(services)
    expect(await shown()).toMatchObject([{ text: TEXT }])
    services.clock.advance(2000)
    await tidyUp(services)
    expect(await shown()).toEqual([])
  })

  it('is never an invitation, whose text is emptied once sent and which is not listed', async () => {
    const now = services.now()
    await enqueueMessage(db, services, { channel: 'sms', kind: 'sms_invite', to: '+77015550001', text: 'INV-7K4M' })
    await deliverDue(services)
    expect(await one()).toMatchObject({ status: 'sent', sentAt: now, text: '' })
    expect(await shown()).toEqual([])
  })
})

describe('a message that failed', () => {
  it('is sent again once, to the partner who now hears for the organization', async () => {
    const id = await fail()
    const { id: verificationId } = await verification(db, { organizationId: told.id })
    await db.update(messages).set({ verificationId })
    services.clock.advance(2 * DAY_MS)
    const { phone } = await partner(db, told.id)
    const answers = await Promise.all([sendAgain(id), sendAgain(id)])
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      Array.from({ length: 2 }, () => [302, `/organizations/${told.id}?tab=messages`]),
    )
    await deliverDue(services)
    expect(services.delivered).toMatchObject([{ to: phone, text: TEXT }])
    expect(await stored()).toMatchObject([{ id, status: 'sent' }])
    const rows = await db.select().from(auditLog)
    expect(rows).toMatchObject([
      {
        action: 'organization.resend',
        objectId: told.id,
        actorId: manager.id,
        after: { channel: 'sms', verification: verificationId },
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(TEXT)
  })

  it('keeps its link for another partner, and loses it when no partner is left to open it', async () => {
    const first = await partner(db, told.id)
    const second = await partner(db, told.id, { createdAt: services.now() })
    const id = await fail(`${TEXT}\nПричина: долг`)
    const leave = ({ id }: Actor) => db.update(users).set({ status: 'suspended' }).where(eq(users.id, id))
    for (const who of [first, second]) {
      await leave(who)
      await sendAgain(id)
      await deliverDue(services)
      await db.update(messages).set({ status: 'failed' })
    }
    expect(services.delivered.map(({ to, text }) => [to, text])).toEqual([
      [second.phone, `${TEXT}\nПричина: долг\nВаша организация: ${page()}`],
      [told.phone, `${TEXT}\nПричина: долг`],
    ])
  })

  it('has as much time to leave as a new one', async () => {
    const id = await fail()
    await sendAgain(id)
    const { expiresAt } = await one()
    await db.delete(messages)
    await tell()
    expect(expiresAt).toEqual((await one()).expiresAt)
  })

  it('by WhatsApp is sent again by SMS, and by SMS is sent again by WhatsApp', async () => {
    const id = await fail()
    await sendAgain(id)
    expect(await one()).toMatchObject({ status: 'queued', channel: 'sms' })
    await db.update(messages).set({ status: 'failed' })
    await sendAgain(id)
    expect(await one()).toMatchObject({ status: 'queued', channel: 'whatsapp' })
  })

  it('goes by SMS once there is no WhatsApp, cut to at most 800 characters with its link', async () => {
    await partner(db, told.id)
    const id = await fail('Ваша организация приостановлена. '.repeat(100))
    services.env = testEnv({ WHATSAPP_GATEWAY: 'none' })
    expect((await sendAgain(id)).status).toBe(302)
    await deliverDue(services)
    const [message] = services.delivered
    expect(message).toMatchObject({ channel: 'sms', text: expect.stringContaining(`…\nВаша организация: ${page()}`) })
    expect(message?.text.length).toBeLessThanOrEqual(800)
    expect(await db.select().from(auditLog)).toMatchObject([{ after: { channel: 'sms' } }])
  })

  describe('is in the language of its new recipient', () => {
    const nobodyOf = ({ id }: Actor) => db.update(users).set({ status: 'inactive' }).where(eq(users.id, id))
    const failed = async (language: Language) => {
      await db.update(messages).set({ status: 'failed', lastError: 'Twilio failed' })
      expect(await one()).toMatchObject({ language })
      return (await one()).id
    }
    const delivered = async (id: string) => {
      services.delivered.length = 0
      await sendAgain(id)
      await deliverDue(services)
      return services.delivered.map(({ to, language, text }) => ({ to, language, lines: text.split('\n') }))
    }

    it('about a decision, with its items and its link', async () => {
      const admin = reviewing(await staff(db, 'admin', 'Ержан Төлеген'))
      const wei = await partner(db, told.id, { language: 'zh' })
      const olga = await partner(db, told.id, { language: 'ru', createdAt: services.now() })
      const opened = await verification(db, {
        organizationId: told.id,
        type: 'address_change',
        status: 'under_review',
        submittedBy: wei.id,
      })
      await requestMoreInfo(services, admin, { ...opened, requestId: 'req', items: ['Договор аренды'] })
      const id = await failed('zh')
      await nobodyOf(wei)
      expect(await delivered(id)).toEqual([
        {
          to: olga.phone,
          language: 'ru',
          lines: [
            expect.stringMatching(/смена адреса/i),
            '1. Договор аренды',
            `Ответьте и добавьте документы здесь: ${page()}?application=${opened.id}#asked`,
          ],
        },
      ])
      expect(await shown()).toMatchObject([{ language: 'Русский', status: 'sent' }])
      await failed('ru')
      await nobodyOf(olga)
      await db.update(organizations).set({ defaultLocale: 'en' })
      expect(await delivered(id)).toMatchObject([
        {
          to: told.phone,
          language: 'en',
          lines: [expect.anything(), '1. Договор аренды', expect.not.stringContaining('://')],
        },
      ])
    })

    it('about the status, with the reason', async () => {
      const admin = permitOf(await staff(db, 'admin', 'Ержан Төлеген'), 'organizations.edit')
      await db.update(organizations).set({ status: 'active', defaultLocale: 'ru' })
      const target = { id: told.id, version: told.version, requestId: 'req' }
      expect(await changeStatus(services, admin, 'suspend', target, 'Lease over')).toMatchObject({ kind: 'done' })
      const id = await failed('ru')
      const { phone } = await partner(db, told.id, { language: 'en' })
      expect(await delivered(id)).toEqual([
        {
          to: phone,
          language: 'en',
          lines: [expect.stringContaining('suspended'), 'Reason: Lease over', expect.stringContaining(page())],
        },
      ])
    })

    it('except about anything else, which keeps its text and language', async () => {
      await tell(TEXT, 'document_infected')
      const id = await failed('ru')
      const { phone } = await partner(db, told.id, { language: 'zh' })
      expect(await delivered(id)).toMatchObject([{ to: phone, language: 'ru', lines: [TEXT] }])
    })
  })

  it('about an application goes to whoever submitted it', async () => {
    await partner(db, told.id, { createdAt: before(300 * DAY_MS) })
    const second = await partner(db, told.id)
    const { id: verificationId } = await verification(db, { organizationId: told.id, submittedBy: second.id })
    const id = await fail()
    await db.update(messages).set({ verificationId }).where(eq(messages.id, id))
    await sendAgain(id)
    await deliverDue(services)
    expect(services.delivered).toMatchObject([{ to: second.phone }])
  })

  it('answers 403 when a cashier sends it again, and 404 under another organization', async () => {
    const id = await fail()
    expect((await sendAgain(id, await staff(db, 'cashier', 'Daniel Brooks'))).status).toBe(403)
    expect((await sendAgain(id, manager, (await organization(db)).id)).status).toBe(404)
    expect(await one()).toMatchObject({ status: 'failed' })
  })

  it('is not sent again once a later one was sent', async () => {
    const id = await fail()
    services.clock.advance(1000)
    await tell('Ваша организация снова работает', 'organization_reactivate')
    expect((await shown()).map(({ mayResend }) => mayResend)).toEqual([false, true])
    await deliverDue(services)
    expect((await shown()).map(({ mayResend }) => mayResend)).toEqual([false, false])
    await sendAgain(id)
    expect(await one()).toMatchObject({ id, status: 'failed' })
  })

  it('no earlier message holds back a new one after the clock was put back', async () => {
    await tell()
    await deliverDue(services)
    services.clock.advance(-84 * 60_000)
    await tell('Ваша организация снова работает', 'organization_reactivate')
    await deliverDue(services)
    expect(services.delivered).toHaveLength(2)
  })

  it('and lost its text cannot be sent again', async () => {
    const id = await fail()
    await db.update(messages).set({ text: '' }).where(eq(messages.id, id))
    expect(await shown()).toMatchObject([{ text: null, mayResend: false }])
    await sendAgain(id)
    expect(await one()).toMatchObject({ status: 'failed' })
  })
})

it('a sealed text opens only with the secrets of the console', async () => {
  await tell()
  await deliverDue(services)
  const { text } = await one()
  expect(openText(services.env.sessionSecrets, 'outbox', text)).toBe(TEXT)
  expect(openText(['another secret that is long enough to seal with'], 'outbox', text)).toBeNull()
})

it('a suspended partner gets no message: another partner does, or else the organization', async () => {
  const suspended = await partner(db, told.id, { status: 'suspended' })
  await tell()
  const other = await partner(db, told.id)
  await tell()
  await deliverDue(services)
  const written = services.delivered.map(({ to }) => to)
  expect(written.toSorted()).toEqual([told.phone, other.phone].toSorted())
  expect(written).not.toContain(suspended.phone)
})
