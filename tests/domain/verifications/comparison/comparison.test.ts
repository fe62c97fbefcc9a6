import { beforeEach, describe, expect, it } from 'vitest'
import { organizations } from '../../../../app/db/schema/organizations'
import { verifications } from '../../../../app/db/schema/verifications'
import { submissions } from '../../../../app/db/schema/reviews'
import { requestedItems } from '../../../../app/db/schema/reviews'
import type { Actor } from '../../../../app/domain/access'
import { answerRequest } from '../../../../app/domain/setup/answers/answer-request.server'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
  resubmitVerification,
} from '../../../../app/domain/verifications/decisions/decide.server'
import { undoDecision } from '../../../../app/domain/verifications/decisions/undo.server'
import { saveSubmission } from '../../../../app/domain/verifications/comparison/submissions.server'
import { findForReview } from '../../../../app/domain/verifications/verification-detail.server'
import { verificationList } from '../../../../app/domain/verifications/queue/verification-list'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { testServices } from '../../../support/services'
import { addDocument, organization, partner, permitOf, staff, verification } from '../../../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let dana: Actor
let person: Actor
let own: Awaited<ReturnType<typeof organization>>
let application: Awaited<ReturnType<typeof verification>>

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  dana = await staff(db, 'manager', 'Дана Оспанова')
  own = await organization(db)
  person = await partner(db, own.id, { language: 'en' })
  application = await verification(db, { organizationId: own.id, status: 'under_review', reviewer: dana })
})

const review = async (actor: Actor, id = application.id) => {
  const state = verificationList.read(new URLSearchParams(), null)
  const found = await findForReview(services, permitOf(actor, 'verifications.read'), { id, state })
  if (!found?.comparison) throw new Error('nothing to compare')
  return found.comparison
}

async function answered() {
  const old = await addDocument(db, application, 'rejected', { type: 'bank_statement', fileName: 'old.pdf' })
  const target = { id: application.id, version: application.version, requestId: 'req' }
  await saveSubmission(db, {
    verificationId: application.id,
    organizationId: own.id,
    type: application.type,
    version: 1,
    at: application.submittedAt,
  })
  const items = [
    { text: 'Correct the address', target: 'field:basic.address' },
    { text: 'Nobody answers', target: 'field:basic.phone' },
    { text: 'Check the name', target: 'field:basic.name' },
    { text: 'A newer statement', target: 'document:bank_statement' },
    { text: 'What do you carry?' },
  ]
  const asked = await requestMoreInfo(services, permitOf(dana, 'verifications.review'), { ...target, items })
  if (asked.kind !== 'done') throw new Error(asked.kind)
  services.clock.advance(60_000)
  const now = await addDocument(db, application, 'pending', {
    type: 'bank_statement',
    fileName: 'new.pdf',
    uploadedAt: services.clock.now(),
  })
  const single = (values: Record<string, string>) => ({
    text: null,
    fields: { step: 'basic' as const, whole: null, values },
  })
  const outcome = await answerRequest(
    services,
    permitOf(person, 'setup.own'),
    { organizationId: own.id, requestId: 'req' },
    {
      application: application.id,
      version: asked.value.version,
      organizationVersion: own.version,
      note: null,
      answers: [
        single({ address: 'Abay Avenue 12, Almaty' }),
        single({ phone: '+77015554433' }),
        single({ name: own.name }),
        { text: null, fields: null },
        { text: 'Grain', fields: null },
      ],
    },
  )
  if (outcome.kind !== 'done') throw new Error(outcome.kind)
  return { old, now }
}

describe('a resubmitted application', () => {
  it('shows each requested item with its value, document or answer before and after, or as unchanged', async () => {
    const { old, now } = await answered()
    const { asked, changed, unchanged, all } = await review(dana)
    expect(asked).toMatchObject([
      { changes: [{ key: 'basic.address', before: own.address, after: 'Abay Avenue 12, Almaty' }], isUnchanged: false },
      { changes: [{ key: 'basic.phone', after: '+77015554433' }] },
      { changes: [], isUnchanged: true },
      { documents: { before: [{ id: old.id }], after: [{ id: now.id }] }, isUnchanged: false },
      { answer: 'Grain', isUnchanged: false },
    ])
    expect(changed).toEqual([])
    expect(unchanged).toBe(all.length - 2)
  })

  it('pairs the documents from before an answer with those that came with it, and leaves out later ones', async () => {
    const { old, now } = await answered()
    services.clock.advance(60_000)
    const later = { type: 'bank_statement', fileName: 'later.pdf', uploadedAt: services.clock.now() } as const
    await addDocument(db, application, 'pending', later)
    expect((await review(dana)).asked[3]?.documents).toEqual({
      before: [{ id: old.id, fileName: 'old.pdf' }],
      after: [{ id: now.id, fileName: 'new.pdf' }],
    })
  })

  it('shows the document that answered an item asked in words, only to roles that may read documents', async () => {
    const { now } = await answered()
    const document = { id: now.id, fileName: 'new.pdf' }
    await db.update(requestedItems).set({ answer: { documentIds: [now.id] }, target: null })
    expect((await review(dana)).asked[4]?.documents).toEqual({ before: [], after: [document] })
    expect((await review({ ...dana, role: 'cashier' })).asked[4]?.documents).toBeNull()
  })

  it('marks a requested document as unchanged when only words answered it, and shows no document as gone', async () => {
    const target = { id: application.id, requestId: 'req' }
    const items = [{ text: 'A newer statement', target: 'document:bank_statement' }, { text: 'What do you carry?' }]
    await addDocument(db, application, 'pending', { type: 'bank_statement', fileName: 'still.pdf' })
    const reviewing = permitOf(dana, 'verifications.review')
    await requestMoreInfo(services, reviewing, { ...target, version: application.version, items })
    const answer = { ...target, version: application.version + 1, answer: 'The bank is closed' }
    await resubmitVerification(services, reviewing, answer)
    const { asked } = await review(dana)
    expect(asked.map(({ answer: words, isUnchanged }) => [words, isUnchanged])).toEqual([
      ['The bank is closed', true],
      ['The bank is closed', false],
    ])
    expect(asked.map(({ documents }) => documents)).toEqual([null, null])
  })

  it('shows an unrequested change once', async () => {
    await answered()
    const [, last] = await db.select().from(submissions).orderBy(submissions.version)
    await db.insert(submissions).values({
      verificationId: application.id,
      version: 9,
      submittedAt: services.clock.now(),
      fields: { ...last?.fields, 'coverage.serviceTypes': ['express'] },
      documents: [],
    })
    expect((await review(dana)).changed.map(({ key }) => key)).toEqual(['coverage.serviceTypes'])
  })

  it('shows a cashier no phone, no e-mail and no document', async () => {
    await answered()
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    const seen = await review(cashier)
    const text = JSON.stringify([seen.all, seen.changed, seen.asked.map(({ item: _, ...rest }) => rest)])
    for (const hidden of ['+77015554433', own.phone, own.email, 'old.pdf', 'new.pdf'])
      expect(text).not.toContain(hidden)
    expect(seen.asked[3]?.documents).toBeNull()
    expect(text).toContain('Abay Avenue 12')
  })
})

describe('a requested change', () => {
  const applied = async (
    type: 'address_change' | 'bank_account_update' | 'legal_representative_change',
    fields: Record<string, unknown>,
    actor = dana,
  ) => {
    const made = await verification(db, { organizationId: own.id, type })
    await db.insert(submissions).values({
      verificationId: made.id,
      version: 1,
      submittedAt: made.submittedAt,
      fields,
      documents: [],
    })
    return review(actor, made.id)
  }

  it('is shown beside what the organization has now', async () => {
    const { changed, isChange, isOpen } = await applied('address_change', { 'basic.address': 'Dostyk 5' })
    expect([isChange, isOpen]).toEqual([true, true])
    expect(changed).toMatchObject([{ key: 'basic.address', before: own.address, after: 'Dostyk 5' }])
  })

  it('is still shown beside the present value after a resubmission, without what staff edited since', async () => {
    const made = await verification(db, { organizationId: own.id, type: 'address_change', status: 'under_review' })
    await db.insert(submissions).values({
      verificationId: made.id,
      version: 1,
      submittedAt: made.submittedAt,
      fields: { 'basic.address': 'Dostyk 5' },
      documents: [],
    })
    const at = { id: made.id, requestId: 'req' }
    const reviewing = permitOf(dana, 'verifications.review')
    const asked = await requestMoreInfo(services, reviewing, {
      ...at,
      version: made.version,
      items: [{ text: 'Lease' }],
    })
    if (asked.kind !== 'done') throw new Error(asked.kind)
    await resubmitVerification(services, reviewing, { ...at, version: asked.value.version, answer: 'On the way' })
    const applied = [{ key: 'basic.address', before: own.address, after: 'Dostyk 5' }]
    expect((await review(dana, made.id)).changed).toMatchObject(applied)
    // What staff edited since is not part of the change.
    await db.update(organizations).set({ phone: '+77015550000', operationMode: 'independent' })
    const { changed } = await review(dana, made.id)
    expect(changed.map(({ key }) => key)).toEqual(['basic.address'])
    expect(changed).toMatchObject(applied)
  })

  it('that was corrected on request is shown once, under that request, and never to a cashier', async () => {
    const admin = await staff(db, 'admin', '李伟')
    const type = 'bank_account_update'
    await db.update(verifications).set({ type, reviewerId: admin.id })
    await db.update(organizations).set({ bankName: 'Kaspi', bankAccount: 'KZ11' })
    const fields = { 'bank.name': 'Halyk', 'bank.account': 'KZ86 O' }
    const sent = { verificationId: application.id, version: 1, submittedAt: application.submittedAt, documents: [] }
    await db.insert(submissions).values({ ...sent, fields })
    const asked = await requestMoreInfo(services, permitOf(admin, 'verifications.review'), {
      id: application.id,
      version: application.version,
      requestId: 'req',
      items: [{ text: 'One sign is wrong', target: 'field:bank.bankAccount' }],
    })
    if (asked.kind !== 'done') throw new Error(asked.kind)
    services.clock.advance(60_000)
    const answer = { step: 'bank' as const, whole: null, values: { bankAccount: 'KZ86 0' } }
    const outcome = await answerRequest(
      services,
      permitOf(person, 'setup.own'),
      { organizationId: own.id, requestId: 'req' },
      {
        application: application.id,
        version: asked.value.version,
        organizationVersion: own.version,
        note: null,
        answers: [{ text: null, fields: answer }],
      },
    )
    expect(outcome.kind).toBe('done')
    const seen = await review(admin)
    expect(seen.asked).toMatchObject([
      { changes: [{ key: 'bank.account', before: 'KZ86 O', after: 'KZ86 0' }], isUnchanged: false },
    ])
    expect(seen.changed).toMatchObject([{ key: 'bank.name', before: 'Kaspi', after: 'Halyk' }])
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    const { asked: hidden, changed, all } = await review(cashier)
    expect(hidden).toMatchObject([{ changes: [], isUnchanged: false }])
    expect(JSON.stringify([hidden.map(({ item: _, ...rest }) => rest), changed, all])).not.toMatch(/KZ86|Halyk/)
  })

  it('has nothing before it when the organization has no such value yet', async () => {
    const { changed } = await applied('bank_account_update', { 'bank.name': 'Halyk', 'bank.account': 'KZ86' })
    expect(changed.map(({ key, before, after }) => [key, before, after])).toEqual([
      ['bank.name', null, 'Halyk'],
      ['bank.account', null, 'KZ86'],
    ])
  })

  it('of the bank account is shown beside the account on record', async () => {
    await db.update(organizations).set({ bankName: 'Halyk', bankAccount: 'KZ11' })
    const { changed } = await applied('bank_account_update', { 'bank.name': 'Halyk', 'bank.account': 'KZ86' })
    expect(changed).toMatchObject([{ key: 'bank.account', before: 'KZ11', after: 'KZ86' }])
  })

  it('of the representative is shown beside the representative on record', async () => {
    await db.update(organizations).set({ representativeName: 'Ерлан Омар' })
    const applying = await applied('legal_representative_change', { 'representative.name': 'Дана Сейіт' })
    expect(applying).toMatchObject({
      isChange: true,
      changed: [{ key: 'representative.name', before: 'Ерлан Омар', after: 'Дана Сейіт' }],
    })
  })

  it('to another representative clears the document number on record', async () => {
    await db.update(organizations).set({ representativeName: 'Ерлан Омар', representativeDocument: 'N 1' })
    const another = await applied('legal_representative_change', { 'representative.name': 'Дана Сейіт' })
    expect(another.changed.map(({ key, before, after }) => [key, before, after])).toEqual([
      ['representative.name', 'Ерлан Омар', 'Дана Сейіт'],
      ['representative.document', 'N 1', null],
    ])
    expect(another.named).toEqual([])
  })

  it.each(['Ерлан Омар', ' ерлан  Омар'])(
    'to the representative already on record names that person and changes nothing: “%s”',
    async (name) => {
      await db.update(organizations).set({ representativeName: 'Ерлан Омар', representativeDocument: 'N 1' })
      const { changed, named, all, unchanged } = await applied('legal_representative_change', {
        'representative.name': name,
      })
      const rows = [...changed, ...named].map(({ key, after }) => [key, after])
      expect(rows).toEqual([['representative.name', name]])
      expect(unchanged).toBe(all.length - 1)
    },
  )

  it('to the representative on record with another number changes the number and names the person', async () => {
    await db.update(organizations).set({ representativeName: 'Ерлан Омар', representativeDocument: 'N 1' })
    const { changed, named } = await applied('legal_representative_change', {
      'representative.name': 'Ерлан Омар',
      'representative.document': 'N 2',
    })
    expect(changed).toMatchObject([{ key: 'representative.document', before: 'N 1', after: 'N 2' }])
    expect(named).toMatchObject([{ key: 'representative.name', after: 'Ерлан Омар' }])
  })

  it('of the bank account or the representative is hidden from a cashier', async () => {
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    const sent = {
      'bank.name': 'Halyk',
      'bank.account': 'KZ86',
      'representative.name': 'Aset',
      'basic.address': 'Dostyk 5',
    }
    expect((await applied('legal_representative_change', sent, cashier)).named).toEqual([])
    const { all } = await applied('bank_account_update', sent, cashier)
    expect(all.map(({ key }) => key).filter((key) => key in sent)).toEqual(['basic.address'])
  })

  it('of the operation mode is shown beside the current mode', async () => {
    const made = await verification(db, { organizationId: own.id, type: 'operation_mode_change' })
    expect((await review(dana, made.id)).changed).toMatchObject([
      { key: 'basic.operationMode', before: 'self_operated', after: 'hybrid' },
    ])
  })
})

describe('a decided change', () => {
  const PROPOSALS = {
    address_change: { 'basic.address': 'Dostyk 5' },
    bank_account_update: { 'bank.account': 'KZ86' },
    legal_representative_change: { 'representative.name': 'Дана Сейіт' },
    operation_mode_change: {},
  }
  const HELD = { address: 'Abay 10', bankAccount: 'KZ11', representativeName: 'Ерлан Омар' }
  const SHOWN = {
    address_change: [{ key: 'basic.address', before: 'Abay 10', after: 'Dostyk 5' }],
    bank_account_update: [{ key: 'bank.account', before: 'KZ11', after: 'KZ86' }],
    legal_representative_change: [{ key: 'representative.name', before: 'Ерлан Омар', after: 'Дана Сейіт' }],
    operation_mode_change: [{ key: 'basic.operationMode', before: 'self_operated', after: 'hybrid' }],
  }
  const TYPES = Object.keys(PROPOSALS) as (keyof typeof PROPOSALS)[]
  let admin: Actor
  beforeEach(async () => {
    admin = await staff(db, 'admin', '李伟')
    await db.update(organizations).set(HELD)
  })

  async function decided(type: keyof typeof PROPOSALS, action: 'approve' | 'reject') {
    const made = await verification(db, { organizationId: own.id, type, status: 'under_review', reviewer: admin })
    const fields = PROPOSALS[type]
    const sent = { verificationId: made.id, submittedAt: made.submittedAt, fields, documents: [] }
    await db.insert(submissions).values({ ...sent, version: 1 })
    const permit = permitOf(admin, 'verifications.review')
    const target = { id: made.id, version: made.version, requestId: 'req' }
    const outcome =
      action === 'approve'
        ? await approveVerification(services, permit, { ...target, notes: null })
        : await rejectVerification(services, permit, { ...target, reason: 'No' })
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    return { made, sent, version: outcome.value.version }
  }

  it.each(TYPES.flatMap((type) => [[type, 'approve'] as const, [type, 'reject'] as const]))(
    '%s, %s: is shown beside what the organization had then, whatever it has now',
    async (type, action) => {
      const { made } = await decided(type, action)
      const later = {
        address: 'Later 1',
        bankAccount: 'KZ99',
        representativeName: 'Later',
        operationMode: 'independent',
      }
      await db.update(organizations).set(later as Partial<typeof organizations.$inferInsert>)
      expect((await review(admin, made.id)).changed).toMatchObject(SHOWN[type])
    },
  )

  it.each(['approve', 'reject'] as const)(
    '%s: to the representative already on record names that person and changes nothing',
    async (action) => {
      await db.update(organizations).set({ representativeName: 'Дана Сейіт', representativeDocument: 'N 1' })
      const { made } = await decided('legal_representative_change', action)
      const { changed, named } = await review(admin, made.id)
      expect(changed).toEqual([])
      expect(named).toMatchObject([{ key: 'representative.name', after: 'Дана Сейіт' }])
    },
  )

  it('is shown beside what the organization had then when it was submitted twice', async () => {
    const { made, sent } = await decided('address_change', 'approve')
    await db.insert(submissions).values({ ...sent, version: 4 })
    const { changed } = await review(admin, made.id)
    expect(changed.filter(({ key }) => key === 'basic.address')).toMatchObject(SHOWN.address_change)
  })

  it('is shown beside the present value again after the decision is undone', async () => {
    const { made, version } = await decided('address_change', 'approve')
    await undoDecision(services, permitOf(admin, 'verifications.review'), { id: made.id, version, requestId: 'req' })
    await db.update(organizations).set({ address: 'Later 1' })
    expect((await review(admin, made.id)).changed).toMatchObject([{ before: 'Later 1', after: 'Dostyk 5' }])
  })
})

it('an application without a stored submission shows all fields and no change', async () => {
  const { asked, changed, all } = await review(dana)
  expect({ asked, changed }).toEqual({ asked: [], changed: [] })
  expect(all.length).toBeGreaterThan(25)
})
