import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { UNDO_MS } from '../../../../app/durations'
import { organizations } from '../../../../app/db/schema/organizations'
import { requestedItems, submissions } from '../../../../app/db/schema/reviews'
import { timelineEvents, verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { keepDraft } from '../../../../app/domain/drafts/drafts.server'
import * as reviewPage from '../../../../app/routes/verifications/detail'
import * as moreDocuments from '../../../../app/routes/organizations/verification-status/documents'
import * as status from '../../../../app/routes/organizations/verification-status/status'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { ownSetup, PDF } from '../../../support/own-setup'
import { tagWith } from '../../../support/render'
import { testServices, type TestServices } from '../../../support/services'
import { undoable } from '../../../support/undoable'
import { addDocument, before, organization, partner, staff, verification } from '../../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let own: { id: string; version: number }
let person: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  own = await organization(db, { status: 'draft' })
  person = await partner(db, own.id)
})

const about = ({ id }: { id: string }) => path(`verification-status?application=${id}`)

const { path, load, send, upload, rows, waiting, moved, pageOf } = ownSetup(db, () => ({ services, own, person }))

describe('the status page', () => {
  const answer = async (version: number, ...answers: string[]) => {
    const [application] = await db.select().from(verifications)
    return send(status, path('verification-status'), {
      form: [
        ['application', application?.id ?? ''],
        ['version', String(version)],
        ['note', ''],
        ...answers.map((text, n): [string, string] => [`answers[${n}]`, text]),
      ],
    })
  }

  it('shows the application that waits for the partner, whatever else is under way', async () => {
    await waiting()
    const submittedAt = services.now()
    await verification(db, { organizationId: own.id, type: 'address_change', submittedAt })
    expect(await pageOf()).toContain('A readable lease')
  })

  it('links to the other applications: those that are open, and the last decided one', async () => {
    const asked = await waiting()
    const others = async (page?: string) => /Other applications.*?<\/ul>/s.exec(await pageOf({}, page))?.[0]
    expect(await others()).toBeUndefined()
    const add = (
      type: 'address_change' | 'bank_account_update',
      is: 'under_review' | 'approved' | 'rejected',
      ms: number,
    ) => verification(db, { organizationId: own.id, submittedAt: before(ms), type, status: is })
    const former = await add('bank_account_update', 'approved', 3000)
    const last = await add('bank_account_update', 'rejected', 2000)
    const open = await add('address_change', 'under_review', 4000)
    const linked = (html = '') => [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)
    expect(await others()).toMatch(/Address change.*Under review.*Bank account.*Rejected/s)
    expect(linked(await others())).toEqual([about(open), about(last)])
    expect(linked(await others(about(last)))).toEqual([about(open), about(asked)])
    expect(linked(await others(about(former)))).toEqual([about(open), about(asked), about(last)])
  })

  it('shows the application in its address, and answers 404 for one that the organization does not have', async () => {
    await waiting()
    const { id } = await organization(db, { status: 'draft' })
    const rejected = { status: 'rejected', rejectionReason: 'The account is of somebody else' } as const
    const decided = await verification(db, { organizationId: own.id, type: 'bank_account_update', ...rejected })
    const foreign = await verification(db, { organizationId: id, type: 'bank_account_update', ...rejected })
    const html = await pageOf({}, about(decided))
    expect(html).toContain('The account is of somebody else')
    expect(html).not.toContain('A readable lease')
    for (const wrong of [foreign.id, 'x', '']) {
      const page = path(`verification-status?application=${wrong}`)
      expect((await load(status, page)).status).toBe(404)
      expect((await load(status, page, { actor: await staff(db, 'admin', 'Emily Carter') })).status).toBe(404)
      expect((await send(status, page, { form: [['application', wrong]] })).status).toBe(404)
      const documentsPage = path(`verification-status/documents?application=${wrong}`)
      expect((await load(moreDocuments, documentsPage)).status).toBe(404)
      expect((await upload(moreDocuments, PDF, 'business_license', { page: documentsPage })).status).toBe(404)
    }
  })

  it('takes answers, drafts and documents for the application in its address, and stays there', async () => {
    const newer = await waiting()
    const other = await verification(db, {
      organizationId: own.id,
      type: 'bank_account_update',
      status: 'need_more_info',
      submittedBy: person.id,
      requestedChanges: ['The name of the bank'],
    })
    const draft = (application: string, text: string) => {
      const typed = new FormData()
      for (const [name, value] of [
        ['application', application],
        ['version', '1'],
        ['answers[0]', text],
      ] as const)
        typed.append(name, value)
      return keepDraft(services, person, path('verification-status'), typed)
    }
    await draft(newer.id, 'A lease of ten years')
    expect(await pageOf({}, about(other))).toContain('The name of the bank')
    const documentsPage = path(`verification-status/documents?application=${other.id}`)
    const sent = await upload(moreDocuments, PDF, 'bank_statement', { page: documentsPage })
    expect(sent).toMatchObject({ status: 302, location: documentsPage })
    const [came] = await rows()
    expect(came?.verificationId).toBe(other.id)
    expect(await pageOf({}, about(other))).toContain(`action="${about(other)}"`)
    const taken = await send(status, about(other), {
      form: [
        ['application', other.id],
        ['version', String(other.version)],
        ['answers[0]', 'Steppe Bank'],
      ],
    })
    expect(taken).toMatchObject({ status: 302, location: about(other) })
    const states = await db.select().from(verifications)
    expect(states.find(({ id }) => id === other.id)?.status).toBe('pending')
    expect(states.find(({ id }) => id === newer.id)?.status).toBe('need_more_info')
    expect(await pageOf()).toContain('A lease of ten years')
  })

  it('shows a decision, there and in the list, only once its minute for undoing is over', async () => {
    await waiting()
    const reviewer = await staff(db, 'admin', 'Emily Carter')
    const { DECISIONS } = undoable(db, () => ({ services, olga: reviewer }))
    const other = await verification(db, {
      organizationId: own.id,
      type: 'bank_account_update',
      status: 'under_review',
      reviewer,
    })
    await DECISIONS.reject(reviewer, other.id, other.version)
    services.clock.advance(UNDO_MS - 1)
    expect(await pageOf()).toMatch(/Bank account.*Under review/s)
    expect(await pageOf({}, about(other))).not.toContain('Expired')
    services.clock.advance(1)
    expect(await pageOf()).toMatch(/Bank account.*Rejected/s)
    expect(await pageOf({}, about(other))).toContain('Expired')
  })

  it.each([
    ['pending', 'The application is in the queue'],
    ['under_review', 'The application is being reviewed'],
    ['approved', 'The application is approved'],
    ['rejected', 'The application is rejected'],
  ] as const)('describes %s in plain words, without staff names or internal notes', async (state, sentence) => {
    const reviewer = await staff(db, 'manager', 'Ольга Кузнецова')
    await verification(db, {
      organizationId: own.id,
      status: state,
      reviewer,
      submittedBy: person.id,
      reviewNotes: 'between us',
    })
    await db.update(timelineEvents).set({ note: 'between us' }).where(eq(timelineEvents.event, 'approved'))
    const html = await pageOf()
    expect(html).toContain(sentence)
    expect(html).not.toContain('Кузнецова')
    expect(html).not.toContain('between us')
  })

  it('says what comes after an approval until the organization is active', async () => {
    await verification(db, { organizationId: own.id, status: 'approved', submittedBy: person.id })
    const next = 'The platform will activate your organization'
    await db.update(organizations).set({ status: 'approved' })
    expect(await pageOf()).toContain(next)
    await db.update(organizations).set({ status: 'active' })
    expect(await pageOf()).not.toContain(next)
  })

  it.each([
    ['active', 'Active'],
    ['suspended', 'Suspended'],
    ['archived', 'Archived'],
    ['approved', null],
    ['pending', null],
  ] as const)(
    'names the organization, with its status only where that says more than the application: %s',
    async (is, word) => {
      await verification(db, { organizationId: own.id, status: 'approved', submittedBy: person.id })
      await db.update(organizations).set({ status: is, name: 'Дала Жүк' })
      const html = await pageOf()
      const named = /<p[^>]*>\s*<[^>]*>[^<]*Дала Жүк.*?<\/p>/s.exec(html)?.[0]
      expect(named).toBeDefined()
      const words = ['Active', 'Suspended', 'Archived', 'Approved', 'Pending'].filter((one) => named?.includes(one))
      expect(words).toEqual(word === null ? [] : [word])
    },
  )

  it('shows staff the page of the partner with nothing to fill in', async () => {
    const { id } = await waiting()
    const document = await addDocument(db, { organizationId: own.id, id }, 'pending', { fileName: 'lease.pdf' })
    const manager = await pageOf({ actor: await staff(db, 'manager', 'Emily Carter') })
    expect(manager).toContain('We need more information from you')
    expect(manager).toMatch(/A readable lease.*Устав/s)
    expect(manager).toContain(`href="/verifications/${id}"`)
    expect(manager).toMatch(/lease\.pdf/)
    expect(manager).toContain(`/documents/${document.id}/file"`)
    expect(manager).not.toMatch(/<(form|input|textarea)/)
    const cashier = await pageOf({ actor: await staff(db, 'cashier', 'Daniel Brooks') })
    expect(cashier).toContain('We need more information from you')
    expect(cashier).not.toContain('lease.pdf')
  })

  it('shows staff an application before it is submitted, and answers 404 without an organization', async () => {
    const actor = await staff(db, 'cashier', 'Daniel Brooks')
    expect(await pageOf({ actor })).toContain('The application has not been submitted')
    const gone = { actor, params: { organizationId: person.id } }
    expect((await load(status, path('verification-status'), gone)).status).toBe(404)
  })

  it('has a place to answer each requested item', async () => {
    await waiting()
    const html = await pageOf()
    expect(html).toContain('We need more information from you')
    expect(html).toMatch(/1\. A readable lease.*2\. Устав/s)
    expect(html.match(/name="answers\[\d\]"/g)).toHaveLength(2)
  })

  it('has a field for a proposed value, filled with that or with a draft, and refuses an empty one', async () => {
    const { id, version, submittedAt } = await waiting()
    const text = 'One sign is wrong'
    await db.update(verifications).set({ type: 'bank_account_update', requestedChanges: [text] })
    const sent = { verificationId: id, version: 1, submittedAt, documents: [] }
    await db.insert(submissions).values({ ...sent, fields: { 'bank.name': 'Halyk', 'bank.account': 'KZ86 O' } })
    const asked = { verificationId: id, version, position: 0, text, target: 'field:bank.bankAccount' }
    await db.insert(requestedItems).values(asked)
    const html = await pageOf()
    expect(html).toMatch(/<label[^>]*for="([^"]*)"[^>]*>Account number.*<input[^>]*id="\1"/s)
    const valueIn = (page: string) => /value="([^"]*)"/.exec(tagWith(page, 'name="bankAccount"'))?.[1]
    expect(valueIn(html)).toBe('KZ86 O')
    expect(html).not.toContain('name="bankName"')

    const form: [string, string][] = [
      ['application', id],
      ['version', String(version)],
      ['organizationVersion', String(own.version)],
      ['answers[0]', ''],
      ['note', ''],
    ]
    expect(await send(status, path('verification-status'), { form: [...form, ['bankAccount', ' ']] })).toMatchObject({
      status: 422,
      body: { result: { error: { bankAccount: ['This field is required'] } } },
    })
    const begun = new FormData()
    for (const [name, value] of [...form, ['bankAccount', 'KZ86 half']] as const) begun.append(name, value)
    await keepDraft(services, person, path('verification-status'), begun)
    expect(valueIn(await pageOf())).toBe('KZ86 half')
  })

  it('takes an answer for each item and returns the application to the queue', async () => {
    const { id, version } = await waiting()
    expect(await answer(version, 'Attached', 'Приложен')).toMatchObject({
      status: 302,
      location: about({ id }),
    })
    const [row] = await db.select().from(verifications)
    expect(row).toMatchObject({ status: 'pending', reviewerId: null })
    const events = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'resubmitted'))
    expect(events).toMatchObject([
      { verificationId: id, actorId: person.id, items: ['Attached', 'Приложен'], note: null },
    ])
    const reviewer = await staff(db, 'manager', 'Emily Carter')
    const review = await load(reviewPage, '/', { actor: reviewer, params: { id } })
    expect(review.body).toMatchObject({ changed: { answers: ['Attached', 'Приложен'] } })
  })

  it('refuses an unanswered item beside it and keeps the other answers', async () => {
    const { version } = await waiting()
    const refused = await answer(version, 'Attached', ' ')
    expect(refused).toMatchObject({
      status: 422,
      body: {
        result: { initialValue: { answers: ['Attached', ' '] }, error: { 'answers[1]': ['This field is required'] } },
      },
    })
  })

  it('answers 409 when the application has moved on, and keeps what was typed', async () => {
    const { version } = await waiting()
    expect(await answer(version - 1, 'Attached', 'Приложен')).toMatchObject({
      status: 409,
      body: { hasChanged: true, result: { initialValue: { answers: ['Attached', 'Приложен'] } } },
    })
  })

  it.each([
    ['resubmitted', true],
    ['prepared', false],
  ] as const)('says of a draft that the application has changed after %s: %s', async (event, isSaid) => {
    const application = await waiting()
    await moved(application, event, application.version + 1)
    const typed = new FormData()
    typed.append('application', application.id)
    typed.append('version', String(application.version))
    typed.append('answers[0]', 'Grain')
    await keepDraft(services, person, path('verification-status'), typed)
    const html = await pageOf()
    expect(html).toContain('Grain')
    expect(html.includes('The application has changed since you opened this page')).toBe(isSaid)
  })

  it.each([
    ['need_more_info', { scanState: 'infected' }, /Upload a clean copy/],
    ['under_review', { scanState: 'infected' }, /we will ask you for a clean copy/],
    ['need_more_info', { fileMissingSince: before(0) }, /Upload it again/],
    ['approved', { fileMissingSince: before(0) }, /we will ask you for it/],
  ] as const)('in the status %s says of a lost file only what can be done', async (state, lost, words) => {
    const { id } = await waiting()
    await db.update(verifications).set({ status: state })
    await addDocument(db, { organizationId: own.id, id }, 'rejected', lost)
    const html = await pageOf()
    expect(html).toMatch(words)
    if (state !== 'need_more_info') expect(html).not.toMatch(/[Uu]pload/)
  })

  it('accepts more documents only while the application asks for something', async () => {
    const { id } = await waiting()
    expect(await upload(moreDocuments, PDF)).toMatchObject({
      status: 302,
      location: path('verification-status/documents'),
    })
    expect((await rows())[0]?.verificationId).toBe(id)
    await db.update(verifications).set({ status: 'under_review' })
    expect((await upload(moreDocuments, PDF)).status).toBe(409)
  })
})
