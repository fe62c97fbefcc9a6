import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { messages, notificationChoices } from '../../../../app/db/schema/messages'
import { users } from '../../../../app/db/schema/users'
import { verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { findPartnerToNotify } from '../../../../app/db/messages/messages'
import { findUser } from '../../../../app/db/users/user-changes'
import { selectTimeline } from '../../../../app/db/verifications/verifications'
import { enqueueMessage } from '../../../../app/domain/messages/enqueue.server'
import { deliverDue } from '../../../../app/domain/messages/outbox.server'
import { moveNumber } from '../../../../app/domain/users/numbers/move-number.server'
import { requestMoreInfo } from '../../../../app/domain/verifications/decisions/decide.server'
import { findDecisionTemplates } from '../../../../app/domain/verifications/decisions/decision-templates.server'
import { undoDecision } from '../../../../app/domain/verifications/decisions/undo.server'
import { VERIFICATION_TYPES } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { testServices } from '../../../support/services'
import { decisionActs } from '../../../support/decision-acts'
import { before, organization, partner, permitOf, staff, verification } from '../../../support/verifications'
import { DAY_MS, UNDO_MS } from '../../../../app/durations'

const db = await openTestDatabase()
const services = await testServices()
let dana: Actor
let wei: Actor

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  services.delivered.length = 0
  dana = await staff(db, 'manager', 'Дана Оспанова')
  wei = await staff(db, 'admin', '李伟')
})

it('a message goes to the submitter, or if they left to the first partner still there, even an invited one', async () => {
  const { id } = await organization(db, { name: 'Partners of theirs' })
  const add = (days: number, more: Partial<typeof users.$inferInsert> = {}) =>
    partner(db, id, { createdAt: before(days * DAY_MS), ...more })
  const sender = await add(1, { status: 'inactive' })
  await add(4, { status: 'suspended' })
  await add(2)
  const first = await add(3, { status: 'invited' })
  expect(await findPartnerToNotify(db, id, sender.id)).toMatchObject({ phone: first.phone })
  await db.update(users).set({ status: 'active' }).where(eq(users.id, sender.id))
  expect(await findPartnerToNotify(db, id, sender.id)).toMatchObject({ phone: sender.phone })
})

const { ACTS, given } = decisionActs(db, () => ({ services, dana }))

describe('staff who chose to hear of applications', () => {
  it.each([
    ['initial_registration', 'new_verification'],
    ['operation_mode_change', 'new_mode_change'],
  ] as const)('get a message about a %s that came back, and about no other action', async (type, event) => {
    await db.insert(notificationChoices).values({ userId: wei.id, event, channel: 'whatsapp' })
    const told = async () =>
      (await db.select().from(messages)).filter(({ to }) => to === wei.phone).map(({ kind }) => kind)
    const { opened } = await given({ type, status: 'pending' })
    await ACTS.start(wei, opened.id, 1)
    await ACTS['request-info'](wei, opened.id, 2)
    expect(await told()).toEqual([])
    await ACTS.resubmit(wei, opened.id, 3)
    expect(await told()).toEqual([`staff_${event}`])
    await ACTS.start(wei, opened.id, 4)
    await ACTS.reject(wei, opened.id, 5)
    expect(await told()).toEqual([`staff_${event}`])
  })
})

describe('the message to the applicant', () => {
  const told = async () => {
    services.clock.advance(UNDO_MS)
    await deliverDue(services)
    return services.delivered.map(({ to, kind, text }) => ({ to, kind, text }))
  }

  it('goes to the partner who submitted, in their own language', async () => {
    const { steppe, opened: first } = await given({ status: 'under_review' })
    await partner(db, steppe.id, { createdAt: before(99 * DAY_MS), language: 'en' })
    const aigul = await partner(db, steppe.id, { language: 'zh' })
    await db.update(verifications).set({ submittedBy: aigul.id }).where(eq(verifications.id, first.id))
    await ACTS.reject(wei, first.id, first.version)
    expect(await told()).toEqual([
      { to: aigul.phone, kind: 'verification_rejected', text: expect.stringContaining('Expired') },
    ])
    expect(services.delivered[0]?.text).toContain('首次注册')
  })

  it('is cut to 800 characters for twenty long items, and the link to all of them is whole', async () => {
    const { steppe, opened } = await given({ status: 'under_review' })
    await partner(db, steppe.id, { language: 'ru' })
    const items = Array.from({ length: 20 }, () => 'Договор аренды склада '.repeat(23).slice(0, 500))
    await requestMoreInfo(services, permitOf(wei, 'verifications.review'), { ...opened, requestId: 'req', items })
    const [message] = await told()
    expect(message?.text.length).toBeLessThanOrEqual(800)
    expect(message?.text).toContain('\n1. Договор аренды склада')
    expect(message?.text).toMatch(
      new RegExp(`…\\n.+/organizations/${steppe.id}/verification-status\\?application=${opened.id}#asked$`),
    )
  })

  it('follows a partner to a new number while it waits; a code for the old number does not', async () => {
    const { steppe, opened } = await given({ status: 'under_review' })
    const { id, phone: oldPhone } = await partner(db, steppe.id)
    await ACTS.approve(wei, opened.id, opened.version)
    const queued = { channel: 'sms', to: oldPhone, text: '' } as const
    await enqueueMessage(db, services, { ...queued, kind: 'sign_in_code' })
    const user = await findUser(db, id)
    if (!user) throw new Error('nobody')
    const request = { id, oldPhone, newPhone: '+77019990000' }
    await db.transaction((tx) => moveNumber(tx, services, { user, request, actor: null, requestId: 'req' }))
    expect((await db.select().from(messages)).map(({ kind, to }) => [kind, to]).toSorted()).toEqual([
      ['phone_changed', '+77019990000'],
      ['phone_changed', oldPhone],
      ['sign_in_code', oldPhone],
      ['verification_approved', '+77019990000'],
    ])
  })

  it('goes to the organization’s phone, without a link, when there is no partner', async () => {
    const { steppe, opened } = await given({ status: 'under_review' })
    await ACTS.approve(wei, opened.id, opened.version)
    const all = await told()
    expect(all).toMatchObject([{ to: steppe.phone, kind: 'verification_approved' }])
    expect(all[0]?.text).not.toContain('http')
  })

  it.each([
    ['reject', 'initial_registration', 'To apply again, contact the platform.'],
    ['reject', 'address_change', 'If you have questions, contact the platform.'],
    ['request-info', 'address_change', 'To answer, contact the platform.'],
  ] as const)('without a partner says what to do next after %s of %s', async (action, type, step) => {
    const steppe = await organization(db, { defaultLocale: 'en' })
    const opened = await verification(db, { organizationId: steppe.id, type, status: 'under_review', reviewer: dana })
    const reading = permitOf(wei, 'verifications.review')
    const drawn = await findDecisionTemplates(services, reading, { id: opened.id, action, language: 'en' })
    expect(drawn?.message.after.split('\n').at(-1)).toBe(step)
    await ACTS[action](wei, opened.id, opened.version)
    expect((await told())[0]?.text.split('\n').at(-1)).toBe(step)
  })

  it.each(VERIFICATION_TYPES)(
    'offers to apply again only after a registration, and reads as the reviewer saw it: %s',
    async (type) => {
      const steppe = await organization(db, { defaultLocale: 'en' })
      await partner(db, steppe.id, { language: 'en' })
      const opened = await verification(db, { organizationId: steppe.id, type, status: 'under_review', reviewer: dana })
      const reading = permitOf(wei, 'verifications.review')
      const drawn = await findDecisionTemplates(services, reading, { id: opened.id, action: 'reject', language: 'en' })
      await ACTS.reject(wei, opened.id, opened.version)
      const [sent] = await told()
      expect(sent?.text.includes('again')).toBe(type === 'initial_registration')
      expect(sent?.text).toBe(`${drawn?.message.before}Expired${drawn?.message.after}`)
    },
  )

  it('about an approval has no next steps when there are none', async () => {
    const { steppe, opened } = await given({ status: 'under_review' })
    await partner(db, steppe.id, { language: 'en' })
    await ACTS.approve(wei, opened.id, opened.version)
    expect((await told())[0]?.text).not.toMatch(/next step/)
  })

  it('lists every requested item', async () => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS['request-info'](wei, opened.id, opened.version)
    expect((await told())[0]?.text).toMatch(/1\. Lease\n2\. Charter/)
  })

  it('is not sent when a review begins', async () => {
    const { opened } = await given()
    await ACTS.start(wei, opened.id, 1)
    expect(await told()).toEqual([])
  })

  it.each(['en', 'zh', 'ru', 'kk'] as const)(
    'in %s has the organization’s name, what to do and the link',
    async (language) => {
      const steppe = await organization(db, { name: 'Сарыарқа Қоймалары' })
      const asker = await partner(db, steppe.id, { language })
      const opened = await verification(db, {
        organizationId: steppe.id,
        status: 'under_review',
        submittedBy: asker.id,
      })
      await ACTS['request-info'](wei, opened.id, opened.version)
      // The request is delivered first, as the answer would cancel its message.
      services.clock.advance(UNDO_MS)
      await deliverDue(services)
      await ACTS.resubmit(wei, opened.id, opened.version + 1)
      await ACTS.start(wei, opened.id, opened.version + 2)
      await ACTS.approve(wei, opened.id, opened.version + 3)
      const other = await verification(db, {
        organizationId: steppe.id,
        type: 'address_change',
        status: 'under_review',
        submittedBy: asker.id,
      })
      await ACTS.reject(wei, other.id, other.version)
      const all = await told()
      expect(all.map(({ kind }) => kind).toSorted()).toEqual(
        ['approved', 'info_requested', 'rejected', 'resubmitted'].map((event) => `verification_${event}`),
      )
      const link = `http://localhost:3000/organizations/${steppe.id}/verification-status`
      const answer = {
        en: 'Answer here and add the documents: ',
        zh: '请在此回复并上传文件：',
        ru: 'Ответьте и добавьте документы здесь: ',
        kk: 'Осы жерде жауап беріп, құжаттарды қосыңыз: ',
      }[language]
      for (const { to, text, kind } of all) {
        expect(to).toBe(asker.phone)
        const { id } = kind === 'verification_rejected' ? other : opened
        expect(text).toContain(`${link}?application=${id}`)
        expect(text).toContain('Сарыарқа Қоймалары')
        expect(text.split('\n').at(-1)).toContain(link)
      }
      expect(all.find(({ kind }) => kind.endsWith('info_requested'))?.text).toContain(answer + link)
    },
  )

  it('is shown with its delivery state at its event in the timeline', async () => {
    const { opened } = await given()
    await ACTS.start(wei, opened.id, 1)
    await ACTS['request-info'](wei, opened.id, 2)
    services.clock.advance(UNDO_MS)
    await deliverDue(services)
    services.clock.advance(DAY_MS)
    await ACTS.reject(wei, opened.id, 3)
    const standing = async () => (await selectTimeline(db, opened.id)).map(({ event, news }) => [event, news])
    expect(await standing()).toEqual([
      ['rejected', 'queued'],
      ['info_requested', 'sent'],
      ['review_started', null],
      ['submitted', null],
    ])
  })

  it('of an undone decision never shows as sent, even when the same is decided again at once', async () => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS.reject(wei, opened.id, opened.version)
    const reviewing = permitOf(wei, 'verifications.review')
    await undoDecision(services, reviewing, { id: opened.id, version: opened.version + 1, requestId: 'req' })
    services.clock.advance(20_000)
    await ACTS.reject(wei, opened.id, opened.version + 2)
    services.clock.advance(UNDO_MS)
    await deliverDue(services)
    const told = (await selectTimeline(db, opened.id)).map(({ event, news }) => [event, news])
    expect(told.slice(0, 3)).toEqual([
      ['rejected', 'sent'],
      ['undone', null],
      ['rejected', null],
    ])
  })

  it('is sent when the applicant’s additions have arrived', async () => {
    const { opened } = await given({ status: 'need_more_info' })
    await ACTS.resubmit(wei, opened.id, opened.version)
    expect(await told()).toMatchObject([{ kind: 'verification_resubmitted' }])
  })
})
