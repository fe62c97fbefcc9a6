import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { branches } from '../../app/db/schema/organizations'
import { auditLog } from '../../app/db/schema/audit'
import { messages } from '../../app/db/schema/messages'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import type { Actor } from '../../app/domain/access'
import { translate } from '../../app/i18n/texts.server'
import { shouldRevalidate } from '../../app/routes/verifications/after-conflict'
import * as claim from '../../app/routes/verifications/decisions/claim'
import * as decision from '../../app/routes/verifications/decisions/decision'
import * as detail from '../../app/routes/verifications/detail'
import * as document from '../../app/routes/verifications/documents/document'
import * as list from '../../app/routes/verifications/list'
import * as modeChangeDetail from '../../app/routes/verifications/mode-change-detail'
import { queueStateAt } from '../../app/routes/verifications/queue-state.server'
import { LANGUAGES, SETUP_STEPS, type SetupStep } from '../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../support/database'
import { serverHtml } from '../support/render'
import { answerOf, toastOf, visit } from '../support/requests'
import { testServices, type TestServices } from '../support/services'
import {
  addBrand,
  addDocument,
  before,
  DAY_MS,
  HOUR_MS,
  organization,
  partner,
  staff,
  verification,
} from '../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let people: Record<'superadmin' | 'admin' | 'manager' | 'cashier', Actor>
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  people = {
    superadmin: await staff(db, 'superadmin', 'Ержан Төлеген'),
    admin: await staff(db, 'admin', '李伟'),
    manager: await staff(db, 'manager', 'Ольга Кузнецова'),
    cashier: await staff(db, 'cashier', 'Daniel Brooks'),
  }
})

const Queue = ({ body }: { body: unknown }) => (
  <list.default {...({ loaderData: body } as unknown as Parameters<typeof list.default>[0])} />
)

const Desk = ({ body }: { body: unknown }) => (
  <detail.default {...({ loaderData: body } as unknown as Parameters<typeof detail.default>[0])} />
)

type Dialog = 'start' | 'approve' | 'reject' | 'request-info' | 'resubmit'
type Options = NonNullable<Parameters<typeof visit>[2]>

const load = (module: { loader: (args: never) => unknown }, path: string, id: string, options: Options = {}) =>
  answerOf(async () => {
    const given = await module.loader(
      visit(services, path, { actor: people.admin, params: { id }, ...options }) as never,
    )
    return given instanceof Response || isData(given) ? given : { data: given, init: null }
  })
const isData = (given: unknown) => typeof given === 'object' && given !== null && 'init' in given && 'data' in given
const open = (dialog: Dialog, id: string, options?: Options, at = `/verifications/${id}/${dialog}`) =>
  load(decision, at, id, options)
const send = (
  dialog: Dialog,
  id: string,
  form: Options['form'],
  options: Options = {},
  at = `/verifications/${id}/${dialog}`,
) =>
  answerOf(() =>
    decision.action(visit(services, at, { actor: people.admin, params: { id }, form, ...options }) as never),
  )
const row = async (id: string) => (await db.select().from(verifications).where(eq(verifications.id, id)))[0]
const underReview = async (more: Partial<Parameters<typeof verification>[1]> = {}) =>
  verification(db, {
    organizationId: (await organization(db)).id,
    status: 'under_review',
    reviewer: people.manager,
    ...more,
  })
const FILLED: Record<Dialog, [string, string][]> = {
  start: [],
  approve: [['notes', 'All in order']],
  reject: [['reason', 'The license has expired']],
  'request-info': [
    ['items', 'Lease'],
    ['items', 'Charter'],
  ],
  resubmit: [['answer', 'Sent by courier']],
}
const FROM = {
  start: 'pending',
  approve: 'under_review',
  reject: 'under_review',
  'request-info': 'under_review',
  resubmit: 'need_more_info',
} as const
const ALL = Object.keys(FROM) as Dialog[]

describe('the queue', () => {
  it('is drawn with figures, links that carry the filters, and both tabs', async () => {
    const opened = await underReview({ submittedAt: before(3 * DAY_MS) })
    const { body } = await load(list, '/verifications/?status=under_review&country=KZ', '')
    const html = await serverHtml(<Queue body={body} />, { at: '/verifications/' })
    expect(html).toContain(`href="/verifications/${opened.id}?status=under_review&amp;country=KZ"`)
    expect(html).toContain('href="/verifications/?tab=mode-changes"')
    expect(html).toMatch(/Oldest pending.*3 days/s)
    expect(html).toMatch(/Average review time.*No data yet/s)
    expect(html).toContain('aria-sort="ascending"')
  })

  it('says for whom is kept what came back, and that nobody reviews what is kept for nobody', async () => {
    const { id: organizationId } = await organization(db)
    const kept = { reservedFor: people.manager.id, reservedUntil: before(-DAY_MS) }
    const asked = await verification(db, { organizationId, ...kept })
    const shownTo = async (actor: Actor) => ({
      queue: await serverHtml(<Queue body={(await load(list, '/verifications/', '', { actor })).body} />),
      desk: await serverHtml(
        <Desk body={(await load(detail, `/verifications/${asked.id}`, asked.id, { actor })).body} />,
      ),
    })
    const forAll = await shownTo(people.admin)
    expect(forAll.queue).toMatch(/<td[^>]*>Kept for <bdi lang="ru">Ольга Кузнецова<\/bdi><\/td>/)
    expect(forAll.desk).toContain('<dd>Kept for <bdi lang="ru">Ольга Кузнецова</bdi></dd>')
    expect(forAll.queue).not.toContain('sr-only">Nobody yet</')
    const forHer = await shownTo(people.manager)
    expect(forHer.queue).toMatch(/<td[^>]*>Kept for you<\/td>/)
    expect(forHer.desk).toContain('<dd>Kept for you</dd>')
    services.clock.advance(DAY_MS)
    const afterwards = await shownTo(people.admin)
    expect(afterwards.desk).toContain('<dd>Nobody yet</dd>')
    expect(Object.values(afterwards).join()).not.toContain('Kept for')
  })

  it('says since when a colleague has each, and which nobody has touched for half an hour', async () => {
    const claimed = (minutes: number) => underReview({ claimedAt: before(minutes * 60_000) })
    const idle = await claimed(40)
    const fresh = await claimed(12)
    const html = await serverHtml(<Queue body={(await load(list, '/verifications/', '')).body} />)
    const rowOf = ({ id }: { id: string }) => new RegExp(`<tr id="row-${id}".*?</tr>`, 's').exec(html)?.[0] ?? ''
    expect(rowOf(idle)).toMatch(/row-idle.*40 minutes.*idle</s)
    expect(rowOf(fresh)).toMatch(/12 minutes/)
    expect(rowOf(fresh)).not.toContain('idle')
  })

  it('is narrowed to a colleague by name, and to oneself by “me” alone', async () => {
    await underReview()
    const reviewersFor = async (actor: Actor) => (await load(list, '/verifications/', '', { actor })).body
    expect(await reviewersFor(people.admin)).toMatchObject({
      reviewers: [{ value: people.manager.id, label: 'Ольга Кузнецова' }],
    })
    expect(await reviewersFor(people.manager)).toMatchObject({ reviewers: [] })
  })

  it('that is finished says so, with what is with applicants and when the next is due', async () => {
    const asked = { status: 'need_more_info' as const, reviewer: people.admin, dueLeftMinutes: 300 }
    await verification(db, { organizationId: (await organization(db)).id, ...asked })
    const pageAt = async (search: string) =>
      serverHtml(<Queue body={(await load(list, `/verifications/${search}`, '')).body} />, { at: '/verifications/' })
    for (const search of ['?view=claimable', '?view=mine', '?view=overdue']) {
      const html = await pageAt(search)
      expect(html).toContain('Nothing is waiting for you.')
      expect(html).toContain('1 is with its applicant, the next is due tomorrow at 10:00 AM.')
      expect(html).not.toContain('No results')
    }
    await verification(db, { organizationId: (await organization(db)).id, dueAt: before(DAY_MS) })
    expect(await pageAt('?view=mine')).toContain('1 application is waiting for you.')
    const late = await pageAt('?view=overdue')
    expect(late).toMatch(/alert-triangle.*1 day late/s)
    expect(late).toMatch(/<a[^>]*aria-current="page"[^>]*>(<bdi>)?Overdue/)
  })

  it('leads from a view that holds nothing to one that holds something', async () => {
    const leadsTo = async (search: string) => {
      const html = await serverHtml(<Queue body={(await load(list, `/verifications/${search}`, '')).body} />)
      return /<a[^>]*href="([^"]*)"[^>]*>Show what is waiting for you/.exec(html)?.[1]
    }
    await underReview({ reviewer: people.admin })
    expect(await leadsTo('?view=overdue')).toBe('/verifications/?view=mine')
    expect(await leadsTo('?view=claimable')).toBe('/verifications/?view=mine')
    expect(await leadsTo('?view=mine&q=zzz')).toBe('/verifications/?view=mine')
    await verification(db, { organizationId: (await organization(db)).id })
    expect(await leadsTo('?view=overdue')).toBe('/verifications/?view=claimable')
    expect(await leadsTo('?view=mine&q=zzz')).toBe('/verifications/?view=claimable')
  })

  it('shows by what a view is narrowed that holds nothing so', async () => {
    await underReview({ reviewer: people.admin })
    const { body } = await load(list, '/verifications/?view=mine&q=zzz', '')
    const html = await serverHtml(<Queue body={body} />, { at: '/verifications/' })
    expect(html).toContain('Nothing in this view.')
    expect(html.match(/<a[^>]*class="chip"[^>]*>.*?<\/a>/gs)?.map((chip) => chip.replaceAll(/<[^>]*>/g, ''))).toEqual([
      'Search:zzz',
    ])
  })

  it('tells nothing yet from nothing matching', async () => {
    const pageOf = async (search: string) =>
      serverHtml(<Queue body={(await load(list, `/verifications/${search}`, '')).body} />)
    expect(await pageOf('')).toContain('Nothing yet')
    await underReview()
    expect(await pageOf('?status=rejected&q=x')).toContain('No application matches these filters.')
  })

  it('is open to a cashier, and closed to a partner', async () => {
    const steppe = await organization(db)
    expect((await load(list, '/verifications/', '', { actor: people.cashier })).status).toBe(200)
    expect((await load(list, '/verifications/', '', { actor: await partner(db, steppe.id) })).status).toBe(403)
  })
})

/** What each step of the setup is headed with on the desk; the documents have a column. */
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
  it.each([
    ['/verifications/1', 'verifications'],
    ['/verifications/mode-changes/1', 'mode-changes'],
    ['/verifications/mode-changes/1/approve', 'mode-changes'],
    ['/verifications/mode-changes/1?view=mine', 'verifications'],
    ['/verifications/mode-changes/1?type=operation_mode_change', 'verifications'],
  ])('%s belongs to the tab %s', (path, tab) =>
    expect(queueStateAt(new URL(path, 'http://localhost:3000'), { pageSize: 10 }).tab).toBe(tab),
  )

  it('of a mode change request has an address of its own', async () => {
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

  it.each(['00000000-0000-4000-8000-000000000000', 'x', "' or 1=1 --"])('is not there for %s', async (id) =>
    expect((await load(detail, '/verifications/x', id)).status).toBe(404),
  )

  it.each(['approve', 'reject', 'request-info'] as const)('shows danger where it rejects: %s', async (decision) => {
    const opened = await underReview()
    const at = `/verifications/${opened.id}?decide=${decision}`
    const { body } = await load(detail, at, opened.id)
    const html = await serverHtml(
      <detail.default {...({ loaderData: body } as unknown as Parameters<typeof detail.default>[0])} />,
      { at },
    )
    const button = /<button[^>]*name="openNext"[^>]*>/.exec(html)?.[0]
    expect(button).toContain(decision === 'reject' ? 'button-danger' : 'button-primary')
  })

  it('shows facts, documents, history and what may be done', async () => {
    const opened = await underReview()
    await addDocument(db, opened, 'rejected', { fileName: 'аренда.pdf' })
    const { body } = await load(detail, `/verifications/${opened.id}?sort=newest`, opened.id)
    const html = await serverHtml(
      <detail.default {...({ loaderData: body } as unknown as Parameters<typeof detail.default>[0])} />,
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

  it('shows a reviewer all eight steps of what was sent, and a cashier no documents', async () => {
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
      const html = await serverHtml(<Desk body={body} />)
      const titles = [...html.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title)
      const steps = SETUP_STEPS.filter((step) => titles.includes(SECTIONS[step]))
      return html.includes('id="document"') && html.includes('license.pdf') ? [...steps, 'documents'] : steps
    }
    expect((await stepsFor(people.manager)).toSorted()).toEqual([...SETUP_STEPS].toSorted())
    expect(await stepsFor(people.cashier)).not.toContain('documents')
  })

  it('while a document is rejected leads to asking for another one, says so above the buttons, and keeps who rejected it', async () => {
    const opened = await underReview()
    await addDocument(db, opened, 'rejected', {
      fileName: 'аренда.pdf',
      rejectionReason: 'Expired in May',
      reviewedBy: people.manager.id,
      reviewedAt: services.now(),
    })
    const drawn = async (search: string) => {
      const { body } = await load(detail, `/verifications/${opened.id}${search}`, opened.id)
      return serverHtml(
        <detail.default {...({ loaderData: body } as unknown as Parameters<typeof detail.default>[0])} />,
        { at: `/verifications/${opened.id}${search}` },
      )
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

  it('says why an earlier application was rejected in the reader’s language, where the words are a template’s', async () => {
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

  it('shows unfolded what was asked for, why another mode is asked for, and how many documents wait for a verdict', async () => {
    const opened = await underReview({
      type: 'operation_mode_change',
      path: ['submitted', 'review_started', 'info_requested', 'resubmitted', 'review_started'],
    })
    await addDocument(db, opened, 'pending')
    await addDocument(db, opened, 'pending')
    await addDocument(db, opened, 'verified')
    const at = `/verifications/mode-changes/${opened.id}`
    const { body } = await load(modeChangeDetail, at, opened.id)
    const html = await serverHtml(
      <detail.default {...({ loaderData: body } as unknown as Parameters<typeof detail.default>[0])} />,
      { at },
    )
    const unfolded = html.slice(html.indexOf('"desk-facts"'), html.indexOf('"desk-fold"'))
    for (const text of ['Requested', 'A readable lease', 'We open a second hub']) expect(unfolded).toContain(text)
    expect(html).toContain('2 documents are not verified yet: approving verifies them.')
  })

  it('marks what came since the last request that was not undone', async () => {
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

  it('marks what came since more was asked for, and tells all that happened, the newest first', async () => {
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

  const HERE = 'http://localhost:3000/verifications/1'
  it.each([
    ['a conflict', { actionStatus: 409, formMethod: 'POST' }, HERE, true],
    ['a refusal', { actionStatus: 422, formMethod: 'POST', defaultShouldRevalidate: false }, HERE, false],
    ['a form that was taken', { formMethod: 'POST' }, HERE, true],
    ['a form on the way to another document', { formMethod: 'POST' }, `${HERE}?document=2`, true],
    ['another document', {}, `${HERE}?document=2`, false],
    ['another document beside it', {}, `${HERE}?beside=2`, false],
    ['the form of a decision', {}, `${HERE}?decide=reject`, true],
    ['the next application', {}, 'http://localhost:3000/verifications/2?document=2', true],
    ['the same page again', {}, HERE, true],
  ])('is read anew after %s: %s', (_, more, next, isReadAnew) => {
    const args = { currentUrl: new URL(HERE), nextUrl: new URL(next), defaultShouldRevalidate: true, ...more }
    expect(shouldRevalidate(args as Parameters<typeof shouldRevalidate>[0])).toBe(isReadAnew)
  })

  it('has Approve as its first act when no document is rejected', async () => {
    const opened = await underReview()
    const { body } = await load(detail, `/verifications/${opened.id}`, opened.id)
    const html = await serverHtml(
      <detail.default {...({ loaderData: body } as unknown as Parameters<typeof detail.default>[0])} />,
      { at: `/verifications/${opened.id}` },
    )
    expect(/<a[^>]*data-act="approve"[^>]*>/.exec(html)?.[0]).toContain('button-primary')
  })

  it('offers no act that the role may not do', async () => {
    const opened = await underReview({ type: 'bank_account_update' })
    const actionsOf = async (actor: Actor) =>
      (await load(detail, `/verifications/${opened.id}`, opened.id, { actor })).body as { actions: string[] }
    expect((await actionsOf(people.admin)).actions).toEqual(['approve', 'reject', 'request-info'])
    expect(await actionsOf(people.manager)).toMatchObject({ actions: [], whyNoAction: 'admin' })
    expect(await actionsOf(people.cashier)).toMatchObject({ actions: [], whyNoAction: 'role', documents: null })
  })
})

describe('a decision', () => {
  it.each(ALL)(
    '%s: the dialog is there, the form does it, a toast says so, back to the application',
    async (dialog) => {
      const opened = await underReview({ status: FROM[dialog] })
      expect((await open(dialog, opened.id)).status).toBe(200)
      const at = `/verifications/${opened.id}/${dialog}?country=KZ`
      const answer = await send(dialog, opened.id, [['version', String(opened.version)], ...FILLED[dialog]], {}, at)
      expect([answer.status, answer.location]).toEqual([302, `/verifications/${opened.id}?country=KZ`])
      expect(toastOf(answer.headers)).toContain(`verifications:toast.${dialog}`)
      expect(await db.$count(auditLog)).toBe(1)
    },
  )

  it.each(ALL)('%s: a cashier and a partner get 403 and nothing changes', async (dialog) => {
    const opened = await underReview({ status: FROM[dialog] })
    const form: [string, string][] = [['version', String(opened.version)], ...FILLED[dialog]]
    for (const actor of [people.cashier, await partner(db, opened.organizationId)]) {
      expect((await open(dialog, opened.id, { actor })).status).toBe(403)
      expect((await send(dialog, opened.id, form, { actor })).status).toBe(403)
    }
    expect(await row(opened.id)).toEqual(opened)
  })

  it.each(['approve', 'reject', 'request-info'] as const)(
    '%s of a sensitive type is not for a manager',
    async (dialog) => {
      const opened = await underReview({ type: 'legal_representative_change' })
      const form: [string, string][] = [['version', String(opened.version)], ...FILLED[dialog]]
      expect((await open(dialog, opened.id, { actor: people.manager })).status).toBe(403)
      expect((await send(dialog, opened.id, form, { actor: people.manager })).status).toBe(403)
      expect(await row(opened.id)).toEqual(opened)
    },
  )

  it('at an address of mode change requests is not there for another type', async () => {
    const opened = await underReview()
    const at = `/verifications/mode-changes/${opened.id}/approve`
    expect((await open('approve', opened.id, {}, at)).status).toBe(404)
    expect((await send('approve', opened.id, [['version', '2']], {}, at)).status).toBe(404)
  })

  it('takes reviewer and time from the session, not from the form', async () => {
    const opened = await underReview()
    await send('approve', opened.id, [
      ['version', '2'],
      ['reviewerId', people.cashier.id],
      ['reviewedAt', '1970-01-01'],
      ['status', 'rejected'],
    ])
    expect(await row(opened.id)).toMatchObject({
      status: 'approved',
      reviewerId: people.admin.id,
      reviewedAt: services.now(),
    })
  })

  it.each([
    ['reject', [['reason', ' \u200b ']], { reason: ['This field is required'] }],
    ['reject', [['reason', 'x'.repeat(2001)]], { reason: ['At most 2000 characters. Shorten this text.'] }],
    [
      'request-info',
      [
        ['items', ' '],
        ['items', ''],
      ],
      { 'items[0].text': ['This field is required'] },
    ],
    [
      'request-info',
      [
        ['items', 'Lease'],
        ['items', 'x'.repeat(501)],
      ],
      { 'items[1].text': ['At most 500 characters for each item. Shorten this one.'] },
    ],
    ['resubmit', [], { answer: ['This field is required'] }],
  ] as [Dialog, [string, string][], object][])(
    '%s with %j is 422: the field says why, the text is kept',
    async (dialog, form, errors) => {
      const opened = await underReview({ status: FROM[dialog] })
      const answer = await send(dialog, opened.id, [['version', String(opened.version)], ...form])
      expect(answer).toMatchObject({ status: 422, body: { result: { error: errors } } })
      const { initialValue } = (
        answer.body as { result: { initialValue: { reason?: string; items?: { text: string }[] } } }
      ).result
      expect([initialValue.reason, ...(initialValue.items ?? []).map((item) => item?.text)].filter(Boolean)).toEqual(
        form.map(([, value]) => value).filter(Boolean),
      )
      expect(await row(opened.id)).toEqual(opened)
    },
  )

  it.each(['start', 'approve', 'reject', 'request-info', 'resubmit'] as const)(
    '%s of nothing is 404, whatever the form says',
    async (dialog) => {
      for (const id of ['x', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'])
        expect((await send(dialog, id, [['version', '']])).status).toBe(404)
    },
  )

  it.each(['approve', 'reject', 'request-info'] as const)(
    '%s of what one may not decide is 403, whatever the form says',
    async (dialog) => {
      const sensitive = await underReview({ type: 'bank_account_update' })
      const answer = await send(dialog, sensitive.id, [['version', '']], { actor: people.manager })
      expect(answer.status).toBe(403)
    },
  )

  it('from an older page is 409: what the other reviewer did, and the typed text', async () => {
    const opened = await underReview()
    await send('reject', opened.id, [
      ['version', '2'],
      ['reason', 'Expired'],
    ])
    const answer = await send(
      'approve',
      opened.id,
      [
        ['version', '2'],
        ['notes', 'My careful notes'],
      ],
      { actor: people.manager },
    )
    expect(answer).toMatchObject({
      status: 409,
      body: {
        result: { initialValue: { notes: 'My careful notes' } },
        conflict: {
          because: 'state',
          status: 'rejected',
          latest: { event: 'rejected', actorName: '李伟', note: 'Expired' },
        },
      },
    })
    const again = await open('approve', opened.id, { actor: people.manager })
    expect(again.status).toBe(409)
    const html = await serverHtml(
      <decision.default
        {...({ loaderData: again.body, actionData: answer.body } as unknown as Parameters<typeof decision.default>[0])}
      />,
    )
    expect(html).toContain('My careful notes')
    expect(html).toMatch(/李伟.*Rejected.*Expired/s)
    expect(html).not.toContain('Approve and open the next')
  })

  it('is said with whose application it was, also over the next one', async () => {
    const opened = await underReview()
    const { headers } = await send('reject', opened.id, [['version', '2'], ['openNext', '1'], ...FILLED.reject])
    expect(toastOf(headers)).toContain('Steppe Freight')
  })

  it('twice is once: the second says that nothing was modified', async () => {
    const opened = await underReview()
    const form: [string, string][] = [
      ['version', '2'],
      ['reason', 'Expired'],
    ]
    await send('reject', opened.id, form)
    const again = await send('reject', opened.id, form)
    expect([again.status, again.location]).toEqual([302, `/verifications/${opened.id}`])
    expect(toastOf(again.headers)).toContain('common:toast.notModified')
    expect([await db.$count(auditLog), await db.$count(messages), await db.$count(timelineEvents)]).toEqual([1, 1, 3])
  })

  it('to approve with a rejected document says which one', async () => {
    const opened = await underReview()
    await addDocument(db, opened, 'rejected', { fileName: 'lease.pdf' })
    expect(await open('approve', opened.id)).toMatchObject({
      status: 409,
      body: { obstacle: { because: 'document', files: ['lease.pdf'] } },
    })
    expect(await send('approve', opened.id, [['version', '2']])).toMatchObject({
      status: 409,
      body: { conflict: { because: 'document', files: ['lease.pdf'] } },
    })
  })

  it('and open the next follows the queue one came from', async () => {
    const first = await underReview({ submittedAt: before(5 * DAY_MS) })
    const chinese = await organization(db, { country: 'CN' })
    await verification(db, { organizationId: chinese.id, submittedAt: before(4 * DAY_MS) })
    const altai = await organization(db)
    const second = await verification(db, { organizationId: altai.id, type: 'bank_account_update' })
    const next = (id: string) => `/verifications/${id}/approve?country=KZ&sort=newest`
    const form: [string, string][] = [
      ['version', '2'],
      ['openNext', 'on'],
    ]
    const answer = await send('approve', first.id, form, {}, next(first.id))
    expect(answer.location).toBe(`/verifications/${second.id}?country=KZ&sort=newest`)
    await send('start', second.id, [['version', '1']])
    const last = await send('approve', second.id, form, {}, next(second.id))
    expect(last.location).toBe('/verifications/?country=KZ&sort=newest')
  })

  it('that breaks keeps the text, says so and is reported', async () => {
    const opened = await underReview()
    services.db = Object.assign(Object.create(services.db), { transaction: () => Promise.reject(new Error('broken')) })
    const answer = await send('reject', opened.id, [
      ['version', '2'],
      ['reason', 'Expired'],
    ])
    expect(answer).toMatchObject({
      status: 500,
      body: {
        toast: { text: 'Operation failed, please try again' },
        alert: 'It was not carried out. What you typed is still here: send it again.',
        result: { initialValue: { reason: 'Expired' } },
      },
    })
    expect(services.reported).toHaveLength(1)
  })

  it('rows of missing things come and go without scripts', async () => {
    const opened = await underReview()
    const rows = async (type: 'insert' | 'remove', index?: number) => {
      const answer = await send('request-info', opened.id, [
        ['version', '2'],
        ['items[0]', 'Lease'],
        ['items[1]', 'Charter'],
        ['__intent__', JSON.stringify({ type, payload: { name: 'items', index } })],
      ])
      const { loaderData } = { loaderData: (await open('request-info', opened.id)).body }
      const html = await serverHtml(
        <decision.default
          {...({ loaderData, actionData: answer.body } as unknown as Parameters<typeof decision.default>[0])}
        />,
      )
      return [
        answer.status,
        [...html.matchAll(/<textarea[^>]*name="(.*?)"[^>]*>(.*?)</g)].map(([, ...row]) => row.join(' ')),
      ]
    }
    expect(await rows('insert')).toEqual([200, ['items[0].text Lease', 'items[1].text Charter', 'items[2].text ']])
    expect(await rows('remove', 0)).toEqual([200, ['items[0].text Charter']])
    expect(await row(opened.id)).toEqual(opened)
  })
})

describe('a claim', () => {
  const open = async () => verification(db, { organizationId: (await organization(db)).id })
  const post = ({ id }: { id: string }, intent: string, version = 1, actor = people.admin) =>
    answerOf(() =>
      claim.action(
        visit(services, `/verifications/${id}/claim`, {
          actor,
          params: { id },
          form: [
            ['intent', intent],
            ['version', String(version)],
          ],
        }) as never,
      ),
    )

  it('says that the review started, and the second time that nothing was modified', async () => {
    const application = await open()
    const first = await post(application, 'claim')
    const again = await post(application, 'claim')
    for (const { status, location } of [first, again])
      expect([status, location]).toEqual([302, `/verifications/${application.id}`])
    expect([toastOf(first.headers), toastOf(again.headers)]).toEqual([
      expect.stringContaining('verifications:toast.start'),
      expect.stringContaining('common:toast.notModified'),
    ])
    expect(first.headers.get('x-remix-replace')).toBe('true')
  })

  it('is given back and taken over with what the page then says, and not twice', async () => {
    const application = await open()
    await post(application, 'claim')
    const taken = await post(application, 'take-over', 2, people.manager)
    const takenAgain = await post(application, 'take-over', 2, people.manager)
    const released = await post(application, 'release', 3, people.manager)
    const releasedAgain = await post(application, 'release', 3, people.manager)
    expect([taken, released].map(({ headers }) => headers.has('set-cookie'))).toEqual([false, false])
    for (const { headers } of [takenAgain, releasedAgain])
      expect(toastOf(headers)).toContain('common:toast.notModified')
  })

  it('from an older page says that the application changed, and of nobody that they did it', async () => {
    const application = await open()
    expect((await post(application, 'claim')).status).toBe(302)
    expect(toastOf((await post(application, 'release')).headers)).toContain('verifications:claim.changed')
    const texts = LANGUAGES.map((language) => translate(language, { key: 'verifications:claim.changed' }))
    expect(texts.join()).not.toMatch(/someone|друг|басқа|他人/i)
  })
})

describe('a document', () => {
  const read = async (search: string, options: Options = {}, fileName = 'license.pdf') => {
    const opened = await underReview()
    const file = await addDocument(db, opened, 'pending', { fileName })
    services.files.set(file.storageKey, new TextEncoder().encode('%PDF-1.7'))
    const params = { id: opened.id, documentId: file.id }
    return answerOf(() =>
      document.loader(
        visit(services, `/verifications/x/documents/y${search}`, {
          actor: people.manager,
          params,
          ...options,
        }) as never,
      ),
    )
  }

  it('is shown where nothing in it can run, and kept nowhere', async () => {
    const { status, headers } = await read('')
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'$/)
    expect(headers.get('content-disposition')).toMatch(/^inline; /)
  })

  it.each([
    ['license.pdf', `filename="license.pdf"; filename*=UTF-8''license.pdf`],
    ['аренда 2026.pdf', `filename="______ 2026.pdf"; filename*=UTF-8''%D0%B0%D1%80%D0%B5%D0%BD%D0%B4%D0%B0%202026.pdf`],
    [`a"b\\c/d'(e)*;%.pdf`, `filename="a_b_c_d'(e)*__.pdf"; filename*=UTF-8''a%22b_c_d%27%28e%29%2A%3B%25.pdf`],
    ['x\r\nSet-Cookie: a=b.pdf', `filename="x__Set-Cookie: a=b.pdf"; filename*=UTF-8''x__Set-Cookie%3A%20a%3Db.pdf`],
  ])('%j is downloaded under a safe name', async (fileName, expected) => {
    const { headers } = await read('?download', {}, fileName)
    expect(headers.get('content-disposition')).toBe(`attachment; ${expected}`)
  })

  it('is for nobody without the right, and through no other verification', async () => {
    expect((await read('', { actor: people.cashier })).status).toBe(403)
    const other = await verification(db, { organizationId: (await organization(db)).id })
    expect((await read('', { params: { id: other.id, documentId: other.id } })).status).toBe(404)
  })
})
