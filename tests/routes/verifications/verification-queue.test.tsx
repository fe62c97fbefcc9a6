import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import * as detail from '../../../app/routes/verifications/detail'
import * as list from '../../../app/routes/verifications/list'
import * as rail from '../../../app/routes/verifications/rail'
import { queueStateAt } from '../../../app/routes/verifications/queue-state.server'
import { emptyTables, openTestDatabase, statementsDuring } from '../../support/database'
import { pageHtml, tagWith } from '../../support/render'
import { reviewers, reviews, type Reviewers } from '../../support/reviews'
import { testServices, type TestServices } from '../../support/services'
import { before, organization, staff, verification } from '../../support/verifications'
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

describe('the queue', () => {
  it('shows figures, links that carry the filters, and both tabs', async () => {
    const opened = await underReview({ submittedAt: before(3 * DAY_MS) })
    const { body } = await load(list, '/verifications/?status=under_review&country=KZ', '')
    const html = await pageHtml(list.default, { loaderData: body }, { at: '/verifications/' })
    expect(html).toContain(`href="/verifications/${opened.id}?status=under_review&amp;country=KZ"`)
    expect(html).toContain('href="/verifications/?tab=mode-changes"')
    expect(html).toMatch(/Oldest pending.*3 days/s)
    expect(html).toMatch(/Average review time.*No data yet/s)
    expect(html).toContain('aria-sort="ascending"')
  })

  it('says for whom a returned application is kept, and Nobody yet once that time is over', async () => {
    const { id: organizationId } = await organization(db)
    const kept = { reservedFor: people.manager.id, reservedUntil: before(-DAY_MS) }
    const asked = await verification(db, { organizationId, ...kept })
    const shownTo = async (actor: Actor) => ({
      queue: await pageHtml(list.default, { loaderData: (await load(list, '/verifications/', '', { actor })).body }),
      desk: await pageHtml(detail.default, {
        loaderData: (await load(detail, `/verifications/${asked.id}`, asked.id, { actor })).body,
      }),
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

  it('shows how long a colleague has held each application, and marks those idle for over half an hour', async () => {
    const claimed = (minutes: number) => underReview({ claimedAt: before(minutes * 60_000) })
    const idle = await claimed(40)
    const fresh = await claimed(12)
    const html = await pageHtml(list.default, { loaderData: (await load(list, '/verifications/', '')).body })
    const rowOf = ({ id }: { id: string }) => new RegExp(`<tr id="row-${id}".*?</tr>`, 's').exec(html)?.[0] ?? ''
    expect(rowOf(idle)).toMatch(/row-idle.*40 minutes.*idle</s)
    expect(rowOf(fresh)).toMatch(/12 minutes/)
    expect(rowOf(fresh)).not.toContain('idle')
  })

  it('offers colleagues as reviewers to filter by, but not oneself', async () => {
    await underReview()
    const reviewersFor = async (actor: Actor) => (await load(list, '/verifications/', '', { actor })).body
    expect(await reviewersFor(people.admin)).toMatchObject({
      reviewers: [{ value: people.manager.id, label: 'Ольга Кузнецова' }],
    })
    expect(await reviewersFor(people.manager)).toMatchObject({ reviewers: [] })
  })

  it('names the reviewer it is filtered by, even one who no longer reviews, and shows an unknown id as is', async () => {
    await underReview()
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    const shownFor = async (id: string, actor: Actor = people.admin) => {
      const { body } = await load(list, `/verifications/?reviewer=${id}`, '', { actor })
      return pageHtml(list.default, { loaderData: body }, { at: '/verifications/' })
    }
    const names = [
      [cashier.id, 'Daniel Brooks'],
      [people.manager.id, 'Ольга Кузнецова'],
      [people.admin.id, '李伟'],
    ] as const
    for (const [id, name] of names) {
      const html = await shownFor(id)
      expect(html).toMatch(new RegExp(`Reviewer:(<[^>]*>|\\s)*${name}`))
      expect(tagWith(html, `value="${id}"`)).toContain('checked')
    }
    const nobody = randomUUID()
    expect(await shownFor(nobody)).toMatch(new RegExp(`Reviewer:(<[^>]*>|\\s)*${nobody}`))
    const asked = (id: string) => statementsDuring(() => load(list, `/verifications/?reviewer=${id}`, ''))
    expect(await asked(cashier.id)).toBe((await asked(people.admin.id)) + 1)
  })

  it('sorts the offered reviewers as the reader’s language does', async () => {
    const { id: organizationId } = await organization(db)
    for (const name of ['Янтарь', 'Қазына', 'Лена', 'Ұлан', 'Елена', 'Ёлкина'])
      await verification(db, { organizationId, status: 'approved', reviewer: await staff(db, 'manager', name) })
    const { body } = await load(list, '/verifications/', '', { language: 'kk' })
    expect((body as { reviewers: { label: string }[] }).reviewers.map(({ label }) => label)).toEqual([
      'Елена',
      'Ёлкина',
      'Қазына',
      'Лена',
      'Ұлан',
      'Янтарь',
    ])
  })

  it('with nothing left to do says so, how many are with applicants and when the next is due', async () => {
    const asked = { status: 'need_more_info' as const, reviewer: people.admin, dueLeftMinutes: 300 }
    await verification(db, { organizationId: (await organization(db)).id, ...asked })
    const pageAt = async (search: string) =>
      pageHtml(
        list.default,
        { loaderData: (await load(list, `/verifications/${search}`, '')).body },
        { at: '/verifications/' },
      )
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

  it('says that nothing matches when filters empty a view, and resets the filters without leaving the view', async () => {
    const asked = { status: 'need_more_info' as const, dueLeftMinutes: 300 }
    await verification(db, { organizationId: (await organization(db)).id, ...asked })
    const { body } = await load(list, '/verifications/?view=with-applicant&q=zzzz', '')
    const html = await pageHtml(list.default, { loaderData: body }, { at: '/verifications/' })
    expect(html).toContain('No application matches these filters.')
    expect(html).not.toContain('Nothing is waiting for you.')
    expect(html).toMatch(/<a[^>]*href="\/verifications\/\?view=with-applicant"[^>]*>Reset filters/)
  })

  it('keeps its filters when the list beside the review page is reloaded', async () => {
    const { id } = await underReview()
    const { body } = await load(rail, `/verifications/rail?view=mine&country=KZ&id=${id}`, '')
    expect(body).toMatchObject({ rows: [{ id, href: `/verifications/${id}?view=mine&country=KZ` }] })
  })

  it('searches within the open view', async () => {
    const { body } = await load(list, '/verifications/?view=mine&sort=-submitted', '')
    const html = await pageHtml(list.default, { loaderData: body })
    const [form] = /<form[^>]*action="\/verifications\/"[\s\S]*?<\/form>/.exec(html) ?? ['']
    expect(tagWith(form, 'type="hidden"', 'name="view"')).toContain('value="mine"')
  })

  it('marks the All link as current on the first tab, but not on the mode changes tab', async () => {
    await underReview()
    const marks = async (search: string) => {
      const { body } = await load(list, `/verifications/${search}`, '')
      return /<a[^>]*aria-current="page"[^>]*>(<bdi>)?All\b/.test(await pageHtml(list.default, { loaderData: body }))
    }
    expect([await marks(''), await marks('?tab=mode-changes')]).toEqual([true, false])
  })

  it('links from an empty view to one that has applications', async () => {
    const leadsTo = async (search: string) => {
      const html = await pageHtml(list.default, { loaderData: (await load(list, `/verifications/${search}`, '')).body })
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

  it('shows the filters of a view that they leave empty', async () => {
    await underReview({ reviewer: people.admin })
    const { body } = await load(list, '/verifications/?view=mine&q=zzz', '')
    const html = await pageHtml(list.default, { loaderData: body }, { at: '/verifications/' })
    expect(html).toContain('Nothing in this view.')
    expect(html.match(/<a[^>]*class="chip"[^>]*>.*?<\/a>/gs)?.map((chip) => chip.replaceAll(/<[^>]*>/g, ''))).toEqual([
      'Search:zzz',
    ])
  })

  it('keeps its page size through its filters, even for a reader who usually has more rows', async () => {
    await underReview()
    const actor = { ...people.admin, pageSize: 50 } as const
    const { body } = await load(list, '/verifications/?status=under_review&pageSize=10', '', { actor })
    const html = await pageHtml(list.default, { loaderData: body }, { at: '/verifications/' })
    expect(tagWith(html, 'name="pageSize"', 'type="hidden"')).toContain('value="10"')
    expect(tagWith(html, 'button-quiet', 'href="/verifications/?pageSize=10"')).toContain('button-small')
  })

  it.each([
    [90_000, '1 minute'],
    [61 * 60_000, '1 hour'],
    [10 * DAY_MS + HOUR_MS, '10 days'],
  ])('says of an application claimed %i ms ago that it has been held for %s', async (ms, words) => {
    await underReview({ claimedAt: before(ms) })
    const { body } = await load(list, '/verifications/', '')
    expect((body as { rows: unknown[] }).rows).toMatchObject([{ heldFor: words }])
  })

  it('distinguishes a queue that is still empty from filters that match nothing', async () => {
    const pageOf = async (search: string) =>
      pageHtml(list.default, { loaderData: (await load(list, `/verifications/${search}`, '')).body })
    expect(await pageOf('')).toContain('Nothing yet')
    await underReview()
    expect(await pageOf('?status=rejected&q=x')).toContain('No application matches these filters.')
  })

  it.each([
    ['/verifications/1', 'verifications'],
    ['/verifications/mode-changes/1', 'mode-changes'],
    ['/verifications/mode-changes/1/approve', 'mode-changes'],
    ['/verifications/mode-changes/1?view=mine', 'verifications'],
    ['/verifications/mode-changes/1?type=operation_mode_change', 'verifications'],
  ])('%s belongs to the tab %s', (path, tab) =>
    expect(queueStateAt(new URL(path, 'http://localhost:3000'), { pageSize: 10 }).tab).toBe(tab),
  )
})
