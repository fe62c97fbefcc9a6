import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { branches, organizations } from '../../../app/db/schema/organizations'
import { users } from '../../../app/db/schema/users'
import { timelineEvents, verifications } from '../../../app/db/schema/verifications'
import type { Actor } from '../../../app/domain/access'
import { shouldRevalidate } from '../../../app/routes/verifications/after-conflict'
import * as detail from '../../../app/routes/verifications/detail'
import * as modeChangeDetail from '../../../app/routes/verifications/mode-change-detail'
import { SETUP_STEPS, type SetupStep } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { reviewers, reviews, type Reviewers } from '../../support/reviews'
import { testServices, type TestServices } from '../../support/services'
import { addBrand, addDocument, before, organization, verification } from '../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let people: Reviewers
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  people = await reviewers(db)
})
const { load, underReview } = reviews(db, () => ({ services, people }))

/** The heading of each setup step on the review page; the documents have a column instead. */
const SECTIONS: Record<SetupStep, string> = {
  basic: 'Basic information',
  contact: 'Contact details',
  coverage: 'Service coverage',
  orders: 'Order processing',
  hours: 'Service hours',
  brand: 'Brand',
  documents: 'none',
  settings: 'Organization settings',
}

describe('the review page', () => {
  it('of a mode change request has an address of its own, to which the general address redirects', async () => {
    const steppe = await organization(db)
    const asked = await verification(db, { organizationId: steppe.id, type: 'operation_mode_change' })
    const other = await underReview()
    expect((await load(detail, `/verifications/${asked.id}?page=2`, asked.id)).location).toBe(
      `/verifications/mode-changes/${asked.id}?page=2`,
    )
    expect((await load(detail, `/verifications/${asked.id}/approve?page=2`, asked.id)).location).toBe(
      `/verifications/mode-changes/${asked.id}/approve?page=2`,
    )
    expect((await load(modeChangeDetail, `/verifications/mode-changes/${asked.id}`, asked.id)).status).toBe(200)
    expect((await load(modeChangeDetail, `/verifications/mode-changes/${other.id}`, other.id)).status).toBe(404)
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'x', "' or 1=1 --"])('is 404 for %s', async (id) =>
    expect((await load(detail, '/verifications/x', id)).status).toBe(404),
  )

  it.each(['approve', 'reject', 'request-info'] as const)(
    'has a danger button only in the form that rejects: %s',
    async (decision) => {
      const opened = await underReview()
      const at = `/verifications/${opened.id}?decide=${decision}`
      const { body } = await load(detail, at, opened.id)
      const html = await pageHtml(detail.default, { loaderData: body }, { at })
      const button = /<button[^>]*name="openNext"[^>]*>/.exec(html)?.[0]
      expect(button).toContain(decision === 'reject' ? 'button-danger' : 'button-primary')
    },
  )

  it('shows facts, documents, history and the decisions one may make', async () => {
    const opened = await underReview()
    await addDocument(db, opened, 'rejected', { fileName: 'аренда.pdf' })
    const { body } = await load(detail, `/verifications/${opened.id}?sort=newest`, opened.id)
    const html = await pageHtml(
      detail.default,
      { loaderData: body },
      {
        at: `/verifications/${opened.id}?sort=newest`,
      },
    )
    for (const text of ['1 of 1 in the list', 'Steppe Freight LLP', '180440012345', 'аренда.pdf', 'Review started'])
      expect(html).toContain(text)
    expect(html).toContain('A valid document in place of “<bdi lang="ru">аренда.pdf</bdi>”, which was rejected')
    for (const action of ['approve', 'reject', 'request-info'])
      expect(html).toMatch(
        new RegExp(`href="/verifications/${opened.id}\\?sort=newest&amp;document=[0-9a-f-]+&amp;decide=${action}"`),
      )
    expect(html).not.toContain(`${opened.id}/start`)
  })

  it.each([
    ['active', ''],
    ['suspended', 'The organization is suspended.'],
    ['archived', 'The organization is archived. Approving no longer changes anything in it.'],
  ] as const)('says beside the decision when the organization is not working: %s', async (status, said) => {
    const opened = await underReview()
    await db.update(organizations).set({ status }).where(eq(organizations.id, opened.organizationId))
    const at = `/verifications/${opened.id}`
    const html = await pageHtml(detail.default, { loaderData: (await load(detail, at, opened.id)).body }, { at })
    const [missing = ''] = /<section class="desk-missing".*?<\/section>/s.exec(html) ?? []
    expect(missing).toContain('Nothing stands in the way of approval.')
    expect(/The organization is \w+\.[^<]*/.exec(missing)?.[0] ?? '').toBe(said)
  })

  it('says since when the applicant has been asked, and lists nothing required for approval meanwhile', async () => {
    const { id } = await verification(db, {
      organizationId: (await organization(db)).id,
      status: 'need_more_info',
      reviewer: people.admin,
      path: ['submitted', 'review_started', 'info_requested'],
    })
    const at = `/verifications/${id}`
    const html = await pageHtml(detail.default, { loaderData: (await load(detail, at, id)).body }, { at })
    expect(html).toMatch(/With the applicant: asked [^<]+, no answer yet\./)
    expect(html).not.toContain('Required before approval')
    expect([...html.matchAll(/data-act="([\w-]+)"/g)].map(([, act]) => act)).toEqual(['reject', 'resubmit'])
    expect(html).not.toContain('button-primary')
  })

  it('shows a reviewer all eight submitted steps, but a cashier no documents', async () => {
    const opened = await underReview()
    await addBrand(db, opened.organizationId)
    await db.insert(branches).values({
      organizationId: opened.organizationId,
      name: 'Main office',
      isPrimary: true,
      person: 'Айгүл Серікқызы',
      phone: '+77272000001',
      email: 'office@steppe.example',
      address: 'Abay Avenue 10, Almaty',
    })
    await addDocument(db, opened)
    const stepsFor = async (actor: Actor) => {
      const { body } = await load(detail, `/verifications/${opened.id}`, opened.id, { actor })
      const html = await pageHtml(detail.default, { loaderData: body })
      const titles = [...html.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title)
      const steps = SETUP_STEPS.filter((step) => titles.includes(SECTIONS[step]))
      return html.includes('id="document"') && html.includes('license.pdf') ? [...steps, 'documents'] : steps
    }
    expect((await stepsFor(people.manager)).toSorted()).toEqual([...SETUP_STEPS].toSorted())
    expect(await stepsFor(people.cashier)).not.toContain('documents')
  })

  it('with a rejected document makes requesting more info the main action, and shows who rejected it', async () => {
    const opened = await underReview()
    await addDocument(db, opened, 'rejected', {
      fileName: 'аренда.pdf',
      rejectionReason: 'Expired in May',
      reviewedBy: people.manager.id,
      reviewedAt: services.now(),
    })
    const drawn = async (search: string) => {
      const { body } = await load(detail, `/verifications/${opened.id}${search}`, opened.id)
      return pageHtml(detail.default, { loaderData: body }, { at: `/verifications/${opened.id}${search}` })
    }
    const html = await drawn('')
    const act = (name: string) => new RegExp(`<a[^>]*data-act="${name}"[^>]*>`).exec(html)?.[0] ?? ''
    expect(act('request-info')).toContain('button-primary')
    expect(act('approve')).toContain('button-secondary')
    const bar = html.slice(html.indexOf('"desk-bar'))
    expect(bar.indexOf('“<bdi lang="ru">аренда.pdf</bdi>”')).toBeGreaterThan(0)
    expect(bar.indexOf('“<bdi lang="ru">аренда.pdf</bdi>”')).toBeLessThan(bar.indexOf('"desk-acts"'))
    const history = html.slice(html.indexOf('"timeline"'))
    for (const text of ['Document rejected: <bdi lang="ru">аренда.pdf</bdi>', 'Ольга Кузнецова', 'Expired in May'])
      expect(history).toContain(text)
    expect(await drawn('?decide=request-info')).toMatch(/<textarea[^>]*>[^<]*Expired in May<\/textarea>/)
  })

  it('shows the reason of an earlier rejection in the reader’s language when it comes from a template', async () => {
    const { organizationId, id } = await underReview()
    const rejected = { organizationId, status: 'rejected' } as const
    const earlier = await verification(db, {
      ...rejected,
      submittedAt: before(90 * DAY_MS),
      rejectionReason: 'Мерзімі өткен.\nAlso page 2.',
    })
    const ownWords = await verification(db, {
      ...rejected,
      submittedAt: before(80 * DAY_MS),
      rejectionReason: 'Not in these words',
    })
    const templateTexts = { en: 'Expired.', ru: 'Срок истёк.', kk: 'Мерзімі өткен.', zh: '已过期。' }
    for (const decided of [earlier, ownWords])
      await db
        .update(timelineEvents)
        .set({ templateTexts, slots: { name: '1520' } })
        .where(and(eq(timelineEvents.verificationId, decided.id), eq(timelineEvents.event, 'rejected')))
    const { body } = await load(detail, `/verifications/${id}`, id)
    expect(body).toMatchObject({
      previousDecisions: [
        { id: ownWords.id, reason: 'Not in these words' },
        { id: earlier.id, reason: 'Expired.\nAlso page 2.' },
      ],
    })
  })

  it('shows unfolded what was requested, why another mode is wanted and how many verdicts are missing', async () => {
    const opened = await underReview({
      type: 'operation_mode_change',
      path: ['submitted', 'review_started', 'info_requested', 'resubmitted', 'review_started'],
    })
    await addDocument(db, opened, 'pending')
    await addDocument(db, opened, 'pending')
    await addDocument(db, opened, 'verified')
    const at = `/verifications/mode-changes/${opened.id}`
    const { body } = await load(modeChangeDetail, at, opened.id)
    const html = await pageHtml(detail.default, { loaderData: body }, { at })
    const unfolded = html.slice(html.indexOf('"desk-facts"'), html.indexOf('"desk-fold"'))
    for (const text of ['Requested', 'A readable lease', 'We open a second hub']) expect(unfolded).toContain(text)
    expect(html).toContain('2 documents are not verified yet: approving verifies them.')
  })

  it('marks documents as new since the last request that was not undone', async () => {
    const asked = ['info_requested', 'resubmitted', 'review_started', 'info_requested'] as const
    const opened = await underReview({ path: ['submitted', 'review_started', ...asked] })
    const undone = {
      verificationId: opened.id,
      event: 'undone' as const,
      at: before(4 * HOUR_MS),
      version: 7,
      items: [],
    }
    await db.insert(timelineEvents).values(undone)
    const fresh = await addDocument(db, opened, 'pending', { uploadedAt: before(7.5 * HOUR_MS) })
    const { body } = await load(detail, `/verifications/${opened.id}`, opened.id)
    expect(body).toMatchObject({ documents: [{ id: fresh.id, isNew: true }] })
  })

  it('marks documents sent after a request as new, and lists all events with the newest first', async () => {
    const opened = await underReview({
      path: ['submitted', 'review_started', 'info_requested', 'resubmitted', 'review_started'],
      waitedForApplicantMs: 2 * HOUR_MS,
    })
    const judged = { reviewedBy: people.manager.id, reviewedAt: before(8.5 * HOUR_MS) }
    const old = await addDocument(db, opened, 'rejected', { uploadedAt: before(9.5 * HOUR_MS), ...judged })
    const fresh = await addDocument(db, opened, 'pending', { uploadedAt: before(7.5 * HOUR_MS) })
    const { body } = await load(detail, `/verifications/${opened.id}`, opened.id)
    const { documents, timeline } = body as {
      documents: { id: string; isNew: boolean }[]
      timeline: { event: string }[]
    }
    expect(Object.fromEntries(documents.map(({ id, isNew }) => [id, isNew]))).toEqual({
      [old.id]: false,
      [fresh.id]: true,
    })
    expect(timeline.map(({ event }) => event)).toEqual([
      'review_started',
      'resubmitted',
      'info_requested',
      'document_rejected',
      'review_started',
      'submitted',
    ])
    expect(body).toMatchObject({ waited: '2 hours', age: '10 hours', whyNoAction: null, mayJudge: true })
    const decided = await verification(db, { organizationId: opened.organizationId, status: 'rejected' })
    expect((await load(detail, `/verifications/${decided.id}`, decided.id)).body).toMatchObject({
      waited: null,
      age: null,
      whyNoAction: 'decided',
      mayJudge: false,
      actions: [],
    })
  })

  it('names the applicant only beside the applicant’s own acts, and the system or staff beside others', async () => {
    const opened = await underReview()
    await addDocument(db, opened, 'rejected', { reviewedBy: null, reviewedAt: before(0), scanState: 'infected' })
    const { body } = await load(detail, `/verifications/${opened.id}`, opened.id)
    const html = await pageHtml(detail.default, { loaderData: body })
    const people = [...html.matchAll(/<p class="timeline-soft">(.*?)<\/p>/g)].map(([, person]) =>
      person?.replace(/<[^>]*>/g, ''),
    )
    expect(people).toEqual(['System', 'Ольга Кузнецова · Manager', 'Applicant'])
  })

  it('shows no role beside an act that the person’s present role does not allow', async () => {
    const opened = await underReview()
    await db.update(users).set({ role: 'cashier' }).where(eq(users.id, people.manager.id))
    const { body } = await load(detail, `/verifications/${opened.id}`, opened.id)
    const html = await pageHtml(detail.default, { loaderData: body })
    const started = /<p class="timeline-soft">(.*?)<\/p>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '')
    expect(started).toBe('Ольга Кузнецова')
  })

  const HERE = 'http://localhost:3000/verifications/1'
  it.each([
    ['a conflict', { actionStatus: 409, formMethod: 'POST', defaultShouldRevalidate: false }, HERE, true],
    ['a refusal', { actionStatus: 422, formMethod: 'POST', defaultShouldRevalidate: false }, HERE, false],
    ['a form that was taken', { formMethod: 'POST' }, HERE, true],
    ['a form on the way to another document', { formMethod: 'POST' }, `${HERE}?document=2`, true],
    ['another document', {}, `${HERE}?document=2`, false],
    ['another document beside it', {}, `${HERE}?beside=2`, false],
    ['the form of a decision', {}, `${HERE}?decide=reject`, true],
    ['the next application', {}, 'http://localhost:3000/verifications/2?document=2', true],
    ['the same page again', {}, HERE, true],
  ])('is reloaded after %s: %s', (_, more, next, isReadAnew) => {
    const args = { currentUrl: new URL(HERE), nextUrl: new URL(next), defaultShouldRevalidate: true, ...more }
    expect(shouldRevalidate(args as Parameters<typeof shouldRevalidate>[0])).toBe(isReadAnew)
  })

  it('makes approving the main action when no document is rejected', async () => {
    const opened = await underReview()
    const { body } = await load(detail, `/verifications/${opened.id}`, opened.id)
    const html = await pageHtml(detail.default, { loaderData: body }, { at: `/verifications/${opened.id}` })
    expect(/<a[^>]*data-act="approve"[^>]*>/.exec(html)?.[0]).toContain('button-primary')
  })

  it('offers the holder to release it, and only other reviewers to take it over', async () => {
    const opened = await underReview()
    const mayOf = async (actor: Actor) =>
      ((await load(detail, `/verifications/${opened.id}`, opened.id, { actor })).body as { claim: object }).claim
    const nothing = { claim: false, release: false, takeOver: false }
    expect(await mayOf(people.manager)).toMatchObject({ may: { ...nothing, release: true } })
    expect(await mayOf(people.admin)).toMatchObject({ may: { ...nothing, takeOver: true } })
    expect(await mayOf(people.cashier)).toMatchObject({ may: nothing })
  })

  it('offers no decision that the role may not make, and says why', async () => {
    const opened = await underReview({ type: 'bank_account_update' })
    const actionsOf = async (actor: Actor) =>
      (await load(detail, `/verifications/${opened.id}`, opened.id, { actor })).body as { actions: string[] }
    expect((await actionsOf(people.admin)).actions).toEqual(['approve', 'reject', 'request-info'])
    expect(await actionsOf(people.manager)).toMatchObject({ actions: [], whyNoAction: 'admin' })
    expect(await actionsOf(people.cashier)).toMatchObject({ actions: [], whyNoAction: 'role', documents: null })
    await db.update(verifications).set({ submittedBy: people.admin.id }).where(eq(verifications.id, opened.id))
    expect(await actionsOf(people.admin)).toMatchObject({ actions: [], whyNoAction: 'own' })
  })
})
