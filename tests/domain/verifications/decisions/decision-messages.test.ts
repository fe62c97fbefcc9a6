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

it('of several partners the first who is there is told, invited ones too, where the one who sent it has left', async () => {
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

describe('staff who asked to hear of applications', () => {
  it.each([
    ['initial_registration', 'new_verification'],
    ['operation_mode_change', 'new_mode_change'],
  ] as const)('hear of a %s that came back, and of no other act', async (type, event) => {
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

describe('the applicant is told', () => {
  const told = async () => {
    services.clock.advance(UNDO_MS)
    await deliverDue(services)
    return services.delivered.map(({ to, kind, text }) => ({ to, kind, text }))
  }

  it('in their own language, by the partner who submitted', async () => {
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

  it('no more than a phone takes: twenty long items are cut, and the link to all of them is whole', async () => {
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

  it('by the new number where it was changed while the message waited, but no code of the old one goes there', async () => {
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

  it('by the organization’s phone when it has no partner', async () => {
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
  ] as const)('by the organization’s phone what to do after %s of %s', async (action, type, step) => {
    const steppe = await organization(db, { defaultLocale: 'en' })
    const opened = await verification(db, { organizationId: steppe.id, type, status: 'under_review', reviewer: dana })
    const reading = permitOf(wei, 'verifications.review')
    const drawn = await findDecisionTemplates(services, reading, { id: opened.id, action, language: 'en' })
    expect(drawn?.message.after.split('\n').at(-1)).toBe(step)
    await ACTS[action](wei, opened.id, opened.version)
    expect((await told())[0]?.text.split('\n').at(-1)).toBe(step)
  })

  it.each(VERIFICATION_TYPES)(
    'to apply again only where that is possible, as the reviewer read before: %s',
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

  it('of no next steps after an approval, where there are none', async () => {
    const { steppe, opened } = await given({ status: 'under_review' })
    await partner(db, steppe.id, { language: 'en' })
    await ACTS.approve(wei, opened.id, opened.version)
    expect((await told())[0]?.text).not.toMatch(/next step/)
  })

  it('with every item that is missing', async () => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS['request-info'](wei, opened.id, opened.version)
    expect((await told())[0]?.text).toMatch(/1\. Lease\n2\. Charter/)
  })

  it('not when the review begins, which asks for nothing', async () => {
    const { opened } = await given()
    await ACTS.start(wei, opened.id, 1)
    expect(await told()).toEqual([])
  })

  it.each(['en', 'zh', 'ru', 'kk'] as const)(
    'in %s, with the organization’s name, what to do, and where',
    async (language) => {
      const steppe = await organization(db, { name: 'Сарыарқа Қоймалары' })
      const asker = await partner(db, steppe.id, { language })
      const opened = await verification(db, {
        organizationId: steppe.id,
        status: 'under_review',
        submittedBy: asker.id,
      })
      await ACTS['request-info'](wei, opened.id, opened.version)
      // The request is told before the answer comes, which would take it back.
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

  it('and the timeline shows how the message stands, event by event', async () => {
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

  it('and of an undone decision no message, though the same is decided again at once', async () => {
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

  it('when the additions have arrived', async () => {
    const { opened } = await given({ status: 'need_more_info' })
    await ACTS.resubmit(wei, opened.id, opened.version)
    expect(await told()).toMatchObject([{ kind: 'verification_resubmitted' }])
  })
})
