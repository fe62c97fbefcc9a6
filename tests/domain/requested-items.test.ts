import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../app/db/schema/messages'
import { requestedItems } from '../../app/db/schema/reviews'
import { templates } from '../../app/db/schema/templates'
import { timelineEvents } from '../../app/db/schema/verifications'
import { findTemplates } from '../../app/db/verifications/templates'
import { listTimeline } from '../../app/db/verifications/verifications'
import { grant, type Actor } from '../../app/domain/access'
import { rejectVerification, requestMoreInfo } from '../../app/domain/verifications/decisions/decide.server'
import {
  findDecisionWords,
  findOrganizationDocumentWords,
} from '../../app/domain/verifications/decisions/decision-words.server'
import { deliverDue } from '../../app/domain/messages/outbox.server'
import { findSpoken, slotsOf, speakEvent } from '../../app/domain/verifications/requested-items/requested-items.server'
import { verificationList } from '../../app/domain/verifications/queue/verification-list'
import { findForReview } from '../../app/domain/verifications/verification-detail.server'
import { scriptOf } from '../../app/domain/verifications/templates/templates'
import { giveDefaultTemplates } from '../../app/domain/verifications/templates/templates.server'
import { templateWords } from '../../app/domain/verifications/templates/template-words.server'
import { LANGUAGES, type Language } from '../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../support/database'
import { testServices } from '../support/services'
import { addDocument, organization, partner, permitOf, staff, verification } from '../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let dana: Actor
beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  services.delivered.length = 0
  dana = await staff(db, 'manager', 'Дана Оспанова')
  await giveDefaultTemplates(services)
})

const reviewing = () => permitOf(dana, 'verifications.review')

async function applicationOf(language: Language) {
  const own = await organization(db, { name: '1520', defaultLocale: 'en' })
  await partner(db, own.id, { language })
  const found = await verification(db, { organizationId: own.id, status: 'under_review', reviewer: dana })
  const document = await addDocument(db, found, 'pending', { type: 'bank_statement' })
  return { own, found, document }
}

/** The last event of an application as its page says it. */
async function onTheDesk(id: string, reader: Language) {
  const state = verificationList.read(new URLSearchParams(), null)
  const desk = await findForReview(services, permitOf(dana, 'verifications.read'), { id, state })
  const [event] = desk?.timeline ?? []
  if (!desk || !event) throw new Error('no event')
  return speakEvent(reader, event, desk.spoken)
}

/** A decision can be undone for a minute; its message goes out after that. */
const UNDO_IS_OVER_MS = 61_000

/** Every letter of a text is of the reader's script, but for the link and the name. */
const SCRIPT = { en: 'Latin', ru: 'Cyrillic', kk: 'Cyrillic', zh: 'Han' } as const
const readable = (text: string) => text.replace(/https?:\S+/g, '')

describe.each(LANGUAGES)('a partner who reads %s', (language) => {
  it.each(LANGUAGES)('is asked wholly in it by who reads %s', async (reader) => {
    const { found, document } = await applicationOf(language)
    const words = await findDecisionWords(services, reviewing(), {
      id: found.id,
      action: 'request-info',
      language: reader,
    })
    expect(words?.reads).toBe(language)
    const items = (words?.templates ?? []).map(({ id }) => id)
    const rows = await findTemplates(db, items)
    const own = slotsOf({ name: '1520', timeZone: 'Asia/Almaty', submittedAt: found.submittedAt }, document)
    const written = rows.map((row) => ({
      text: templateWords(language, row, own),
      template: row.id,
      about: document.id,
      target: row.target,
    }))
    const outcome = await requestMoreInfo(services, reviewing(), {
      id: found.id,
      version: found.version,
      requestId: 'req',
      items: written,
    })
    expect(outcome.kind).toBe('done')
    services.clock.advance(UNDO_IS_OVER_MS)
    await deliverDue(services)
    const [told] = await db.select().from(messages).where(eq(messages.verificationId, found.id))
    expect(told?.language).toBe(language)
    const text = services.delivered.at(-1)?.text ?? ''
    for (const line of readable(text).split('\n')) expect([SCRIPT[language], null]).toContain(scriptOf(line))
    expect(text).toContain(`/organizations/${found.organizationId}/verification-status#asked`)
    expect(words?.message.before).toBe(text.slice(0, text.indexOf('1. ')))
    expect(text.endsWith(words?.message.after ?? '-')).toBe(true)

    const kept = await db.select().from(requestedItems).orderBy(requestedItems.position)
    expect(kept).toMatchObject(written.map(({ template }) => ({ templateId: template, slots: own })))
    const [asked] = await listTimeline(db, found.id)
    if (!asked) throw new Error('no event')
    const spoken = speakEvent(reader, asked, await findSpoken(db, found.id, [asked]))
    expect(spoken.items).toEqual(rows.map((row) => templateWords(reader, row, own)))
    expect(await onTheDesk(found.id, reader)).toMatchObject(spoken)
  })

  it('is rejected wholly in it, and each reader has the reason in their own', async () => {
    const { found } = await applicationOf(language)
    const words = await findDecisionWords(services, reviewing(), { id: found.id, action: 'reject', language: 'ru' })
    const [first] = words?.templates ?? []
    const [row] = await findTemplates(db, [first?.id ?? ''])
    if (!row) throw new Error('no template')
    const slots = slotsOf({ name: '1520', timeZone: 'Asia/Almaty', submittedAt: found.submittedAt }, undefined)
    const reason = templateWords(language, row, slots)
    const place = { id: found.id, version: found.version, requestId: 'req' }
    expect((await rejectVerification(services, reviewing(), { ...place, reason, template: row.id })).kind).toBe('done')
    const rejectedAt = services.now()
    services.clock.advance(UNDO_IS_OVER_MS)
    await deliverDue(services)
    expect(services.delivered.at(-1)?.text).toContain(reason)
    const [event] = await listTimeline(db, found.id)
    if (!event) throw new Error('no event')
    expect(event).toMatchObject({ templateId: row.id, slots, note: reason })
    const spoken = await findSpoken(db, found.id, [event])
    for (const reader of LANGUAGES)
      for (const said of [speakEvent(reader, event, spoken), await onTheDesk(found.id, reader)])
        expect(said.note).toBe(templateWords(reader, row, slots))
    expect((await findTemplates(db, [row.id]))[0]).toMatchObject({ usedCount: 1, lastUsedAt: rejectedAt })
  })
})

describe('words of one’s own', () => {
  it('are sent as they stand, whatever template is named beside them', async () => {
    const { found } = await applicationOf('kk')
    const [template] = await db.select().from(templates).limit(1)
    await rejectVerification(services, reviewing(), {
      id: found.id,
      version: found.version,
      requestId: 'req',
      reason: 'Басқа себеп',
      template: template?.id,
    })
    const [event] = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'rejected'))
    expect(event).toMatchObject({ note: 'Басқа себеп', templateId: null, slots: null })
  })
})

describe('a template', () => {
  it('that was archived or lacks a language is not offered', async () => {
    const { found } = await applicationOf('kk')
    const offered = async () =>
      (await findDecisionWords(services, reviewing(), { id: found.id, action: 'reject', language: 'en' }))?.templates
    const [first, second] = (await offered()) ?? []
    await db
      .update(templates)
      .set({ isArchived: true })
      .where(eq(templates.id, first?.id ?? ''))
    await db
      .update(templates)
      .set({ zh: '' })
      .where(eq(templates.id, second?.id ?? ''))
    const left = (await offered())?.map(({ id }) => id)
    expect(left).not.toContain(first?.id)
    expect(left).not.toContain(second?.id)
  })
})

it('a rejected document is an item that points at it', async () => {
  const { found, document } = await applicationOf('kk')
  await addDocument(db, found, 'rejected', { type: 'tax_certificate', rejectionReason: 'Мөрі жоқ' })
  const words = await findDecisionWords(services, reviewing(), { id: found.id, action: 'request-info', language: 'ru' })
  expect(words?.rejected).toMatchObject([{ target: 'document:tax_certificate' }])
  expect(words?.rejected[0]?.text).toMatch(/: Мөрі жоқ$/)
  expect(words?.subjects.map(({ id }) => id)).toContain(document.id)
})

it('a cashier gets no permit to read words', async () => {
  expect(grant(await staff(db, 'cashier', 'Daniel'), 'verifications.review')).toBeNull()
})

it('a document of no application is rejected in no words of ours: nobody would read them', async () => {
  const { own, found, document } = await applicationOf('kk')
  const alone = await addDocument(db, found, 'pending', { verificationId: null })
  const wordsFor = (documentId: string) =>
    findOrganizationDocumentWords(services, permitOf(dana, 'organizations.edit'), {
      organizationId: own.id,
      documentId,
      language: 'ru',
    })
  expect(await wordsFor(alone.id)).toBeNull()
  expect(await wordsFor(document.id)).toMatchObject({ reads: 'kk' })
})
