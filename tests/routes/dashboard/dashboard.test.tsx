import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../app/db/engine/database'
import { invites, redemptions } from '../../../app/db/schema/invites'
import { users } from '../../../app/db/schema/users'
import { timelineEvents } from '../../../app/db/schema/verifications'
import type { Actor } from '../../../app/domain/access'
import { makeStaff } from '../../../app/domain/users/operator.server'
import { releaseClaim } from '../../../app/domain/verifications/claims/claim.server'
import { startReview } from '../../../app/domain/verifications/decisions/decide.server'
import Home, { loader } from '../../../app/routes/dashboard/home'
import { WorkSentence } from '../../../app/routes/dashboard/work-sentence'
import { emptyTables, openTestDatabase, ownerOf, statementsDuring } from '../../support/database'
import { sealed } from '../../support/invites'
import { attribute, pageHtml, serverHtml, tagWith } from '../../support/render'
import { answerOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { before, organization, partner, permitOf, staff, verification } from '../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', '王建国')
})

const read = (actor = admin) => loader(visit(services, '/', { actor }) as unknown as Parameters<typeof loader>[0])
const pageOf = async (actor = admin) => pageHtml(Home, { loaderData: await read(actor) })
const figuresOf = async (actor = admin) => {
  const { figures } = await read(actor)
  return figures.kind === 'shown' ? figures.content.map(({ name, count, href }) => [name, count, href]) : []
}

describe('figures', () => {
  it('count organizations, pending verifications, users and active codes, each with a link to its list', async () => {
    const { id } = await organization(db)
    await verification(db, { organizationId: id })
    await verification(db, { organizationId: id, type: 'address_change', status: 'under_review', reviewer: admin })
    const invite = { type: 'invite_to_user', maximumUses: 1, createdAt: before(DAY_MS) } as const
    await db.insert(invites).values([
      { ...invite, code: sealed('INV-AAAA-AAAA-0001') },
      { ...invite, code: sealed('INV-AAAA-AAAA-0002'), usedCount: 1 },
      { ...invite, code: sealed('INV-AAAA-AAAA-0003'), expiresAt: before(0) },
      { ...invite, code: sealed('INV-AAAA-AAAA-0004'), deletedAt: before(0) },
    ])
    expect(await figuresOf()).toEqual([
      ['organizations', '1', '/organizations/'],
      ['pendingVerifications', '1', '/verifications/?status=pending'],
      ['users', '1', '/users/'],
      ['activeInvites', '1', '/invites/?status=active'],
    ])
  })

  it('show pending mode change requests beside pending verifications, only when there are any', async () => {
    const { id } = await organization(db)
    await verification(db, { organizationId: id })
    expect(await pageOf()).not.toContain('mode change request')
    for (const name of ['Altai', 'Volga']) {
      const { id: organizationId } = await organization(db, { name })
      await verification(db, { organizationId, type: 'operation_mode_change' })
    }
    const html = await pageOf()
    expect(html).toContain('and 2 mode change requests')
    expect(html.match(/and 2 mode change requests/g)).toHaveLength(1)
    expect((await figuresOf())[1]).toEqual(['pendingVerifications', '1', '/verifications/?status=pending'])
  })

  it('give a cashier no link to the users, whose list is closed to cashiers', async () => {
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    expect((await figuresOf(cashier))[2]).toEqual(['users', '2', null])
  })
})

it('a figure without a change says so instead of showing a zero', async () => {
  await organization(db, { createdAt: before(DAY_MS) })
  const html = await pageOf()
  expect(html.match(/No change in the last 7 days/g)).toHaveLength(3)
  expect(html).toContain('+1 in the last 7 days')
})

describe('the change of a figure in 7 days', () => {
  const changes = async () => {
    const { figures } = await read()
    return figures.kind === 'shown' ? figures.content.map(({ change, direction }) => [change, direction]) : []
  }

  it('counts both what came and what went', async () => {
    const { id } = await organization(db, { createdAt: before(8 * DAY_MS) })
    await organization(db, { createdAt: before(6 * DAY_MS) })
    await partner(db, id, { createdAt: before(DAY_MS) })
    await partner(db, id, { createdAt: before(9 * DAY_MS) })
    // Two were pending seven days ago and one of them still is; one came since.
    await verification(db, { organizationId: id, type: 'address_change', submittedAt: before(9 * DAY_MS) })
    const other = await organization(db, { createdAt: before(9 * DAY_MS) })
    await verification(db, { organizationId: other.id, submittedAt: before(3 * DAY_MS) })
    for (const type of ['tax_registration_renewal', 'bank_account_update'] as const) {
      const started = await verification(db, {
        organizationId: id,
        type,
        status: 'under_review',
        reviewer: admin,
        submittedAt: before(9 * DAY_MS),
      })
      await db
        .update(timelineEvents)
        .set({ at: before(2 * DAY_MS) })
        .where(and(eq(timelineEvents.verificationId, started.id), eq(timelineEvents.event, 'review_started')))
    }
    expect(await changes()).toEqual([
      ['+1', 'up'],
      ['-1', 'down'],
      ['+1', 'up'],
      ['0', 'none'],
    ])
  })

  it('is zero after a review was started and released', async () => {
    const { id } = await organization(db, { createdAt: before(9 * DAY_MS) })
    const begun = await verification(db, { organizationId: id, submittedAt: before(9 * DAY_MS) })
    const reviewing = permitOf(admin, 'verifications.review')
    const at = { id: begun.id, version: begun.version, requestId: 'r' }
    expect(await startReview(services, reviewing, at)).toMatchObject({ kind: 'done' })
    expect((await changes())[1]).toEqual(['-1', 'down'])
    expect(await releaseClaim(services, reviewing, { ...at, version: begun.version + 1 })).toMatchObject({
      kind: 'done',
    })
    expect((await changes())[1]).toEqual(['0', 'none'])
  })

  it('counts as active back then the codes not yet deleted, expired or used up', async () => {
    const { id: userId } = await partner(db, (await organization(db, { createdAt: before(9 * DAY_MS) })).id, {
      createdAt: before(20 * DAY_MS),
    })
    const old = { type: 'invite_to_user', maximumUses: 1, createdAt: before(20 * DAY_MS) } as const
    const [used] = await db
      .insert(invites)
      .values([
        { ...old, code: sealed('INV-AAAA-AAAA-0001'), usedCount: 1 },
        { ...old, code: sealed('INV-AAAA-AAAA-0002'), deletedAt: before(2 * DAY_MS) },
        { ...old, code: sealed('INV-AAAA-AAAA-0003'), expiresAt: before(3 * DAY_MS) },
        { ...old, code: sealed('INV-AAAA-AAAA-0004') },
        { ...old, code: sealed('INV-AAAA-AAAA-0005'), deletedAt: before(8 * DAY_MS) },
        { ...old, code: sealed('INV-AAAA-AAAA-0006'), expiresAt: before(8 * DAY_MS) },
        { ...old, code: sealed('INV-AAAA-AAAA-0007'), usedCount: 1 },
        { ...old, code: sealed('INV-AAAA-AAAA-0008'), createdAt: before(DAY_MS) },
      ])
      .returning({ id: invites.id })
    await db.insert(redemptions).values({ inviteId: used?.id ?? '', userId, at: before(DAY_MS) })
    // Active then: 0001 to 0004. Active now: 0004 and 0008.
    expect((await changes())[3]).toEqual(['-2', 'down'])
  })
})

describe('plots', () => {
  const shown = async () => {
    const { decisions, ages, times } = await read()
    if (decisions.kind === 'failed' || ages.kind === 'failed' || times.kind === 'failed') throw new Error('failed')
    return { decisions: decisions.content, ages: ages.content, times: times.content }
  }

  /** For each labelled column, how many columns before the last it stands. */
  const daysMarked = (columns: readonly { mark: string }[]) =>
    columns.flatMap(({ mark }, index) => (mark === '' ? [] : [columns.length - 1 - index]))

  it('count the decisions of each of the last 30 days, zeros included', async () => {
    const { id } = await organization(db)
    for (const status of ['approved', 'rejected', 'need_more_info'] as const)
      await verification(db, {
        organizationId: id,
        type: status === 'approved' ? 'initial_registration' : 'address_change',
        status,
        reviewer: admin,
        submittedAt: before(3 * DAY_MS),
      })
    await verification(db, {
      organizationId: (await organization(db)).id,
      status: 'approved',
      reviewer: admin,
      submittedAt: before(40 * DAY_MS),
    })
    const { decisions } = await shown()
    expect(decisions.columns).toHaveLength(30)
    expect(decisions.series.map(({ sum }) => sum)).toEqual(['1', '1', '1'])
    expect(decisions.columns.filter(({ values }) => values.some((value) => value > 0))).toHaveLength(1)
    expect([decisions.isEmpty, decisions.top]).toEqual([false, '3'])
    expect(daysMarked(decisions.columns)).toEqual([28, 21, 14, 7, 0])
  })

  it('label days without the year, which their table gives', async () => {
    services.clock.set('2027-01-02T09:00:00Z')
    const { decisions, times } = await shown()
    const columns = [...decisions.columns, ...times.columns]
    expect(columns.flatMap(({ mark }) => mark || []).slice(0, 2)).toEqual(['Dec 5', 'Dec 12'])
    expect(columns.filter(({ mark }) => /20\d\d/.test(mark))).toEqual([])
    expect(decisions.columns[0]?.name).toBe('Dec 4, 2026')
  })

  it('leave out a decision that was undone', async () => {
    const { id } = await organization(db)
    const decided = await verification(db, { organizationId: id, status: 'approved', reviewer: admin })
    const undone = { verificationId: decided.id, event: 'undone', at: services.now(), version: 4 } as const
    await db.insert(timelineEvents).values(undone)
    const { decisions } = await shown()
    expect(decisions.series.map(({ sum }) => sum)).toEqual(['0', '0', '0'])
    expect(decisions.isEmpty).toBe(true)
  })

  it('group waiting applications into five ages, from under 1 day to over 14 days', async () => {
    const ages = [HOUR_MS, 2 * DAY_MS, 5 * DAY_MS, 13 * DAY_MS, 30 * DAY_MS]
    for (const age of ages) {
      const { id } = await organization(db)
      await verification(db, { organizationId: id, submittedAt: before(age) })
    }
    const { ages: told } = await shown()
    expect(told.columns.map(({ values }) => values)).toEqual(ages.map(() => [1, 0, 0]))
    expect(told.columns.map(({ mark }) => mark)).toEqual(['<1', '1–3', '3–7', '7–14', '>14'])
  })

  it('measure the time to a decision without the wait for the applicant', async () => {
    for (const hours of [2, 4, 30]) {
      const { id } = await organization(db)
      const { id: decided } = await verification(db, {
        organizationId: id,
        status: 'approved',
        reviewer: admin,
        submittedAt: before(DAY_MS + hours * HOUR_MS),
        reviewedAt: before(DAY_MS),
        waitedForApplicantMs: hours === 30 ? 24 * HOUR_MS : 0,
      })
      expect(decided).toBeTruthy()
    }
    const { times } = await shown()
    const week = times.columns.find(({ values }) => values[0] !== 0)
    expect(week).toMatchObject({ values: [4 * HOUR_MS, 1.6 * HOUR_MS], valueLabels: ['4 hours', '5 hours'] })
    expect([times.isEmpty, times.top]).toEqual([false, '5 hours'])
    expect(times.columns).toHaveLength(8)
    expect(times.columns[0]).toMatchObject({ values: [0, 0], valueLabels: ['—', '—'] })
    expect(daysMarked(times.columns)).toEqual([6, 4, 2, 0])
  })

  it('show a sentence when empty, otherwise a labelled drawing with a table', async () => {
    expect(await pageOf()).toContain('No decisions in the last 30 days')
    const { id } = await organization(db)
    await verification(db, { organizationId: id, submittedAt: before(2 * DAY_MS) })
    const html = await pageOf()
    await verification(db, { organizationId: (await organization(db)).id, status: 'approved', reviewer: admin })
    const heads = [...(await pageOf()).matchAll(/<thead><tr><th scope="col">([^<]*)</g)].map(([, head]) => head)
    expect(heads).toEqual(['Day', 'Waiting time', 'Week of'])
    const drawing = tagWith(html, '<svg', 'role="img"')
    expect(attribute(drawing, 'aria-label')).toBe('Waiting applications by age in days')
    expect(html).toMatch(/<th scope="row">1–3 days<\/th><td>1<\/td>/)
    expect(html).not.toContain('style=')
  })
})

describe('recent activity', () => {
  it('shows the newest 10 events with organization, actor and link', async () => {
    for (let n = 1; n <= 6; n += 1) {
      const { id } = await organization(db, { name: `Terminal ${n}` })
      await verification(db, {
        organizationId: id,
        status: 'under_review',
        reviewer: admin,
        submittedAt: before(n * DAY_MS),
      })
    }
    const { activity } = await read()
    const events = activity.kind === 'shown' ? activity.content : []
    expect(events).toHaveLength(10)
    expect(events.slice(0, 2)).toMatchObject([
      { event: 'review_started', organizationName: 'Terminal 1', actor: '王建国' },
      { event: 'submitted', organizationName: 'Terminal 1', actor: null },
    ])
    expect(events.map(({ at }) => at.at)).toEqual(
      events
        .map(({ at }) => at.at)
        .toSorted()
        .toReversed(),
    )
    expect(events[0]?.href).toMatch(/^\/verifications\/[0-9a-f-]{36}$/)
  })

  it('attributes a submission to the applicant and an automatic release to the system', async () => {
    const { id: organizationId } = await organization(db)
    await verification(db, { organizationId, status: 'under_review', reviewer: admin })
    const [row] = await db.select().from(users).where(eq(users.id, admin.id))
    await makeStaff(services, { phone: row?.phone ?? '', username: '王建国', role: 'cashier' })
    const people = [...(await pageOf()).matchAll(/ · <bdi[^>]*>([^<]*)<\/bdi><\/p>/g)].map(([, person]) => person)
    expect(people).toEqual(['System', '王建国', 'Applicant'])
  })
})

describe('the work sentence', () => {
  const open = async (more: Partial<Parameters<typeof verification>[1]>) =>
    verification(db, { organizationId: (await organization(db)).id, ...more })

  it('says how many applications wait for the person and how many are late, and links to the oldest', async () => {
    for (let n = 0; n < 5; n++) await open({ dueAt: before(-HOUR_MS) })
    await open({ dueAt: before(HOUR_MS), type: 'bank_account_update', submittedAt: before(3 * DAY_MS) })
    await open({ dueAt: before(DAY_MS), status: 'under_review', reviewer: admin })
    const oldest = await open({
      dueAt: before(-DAY_MS),
      type: 'operation_mode_change',
      submittedAt: before(9 * DAY_MS),
    })
    await open({
      status: 'under_review',
      reviewer: await staff(db, 'manager', 'Ольга Кузнецова'),
      dueAt: before(DAY_MS),
    })
    const html = await pageOf()
    expect(html).toContain('8 applications are waiting for you, 2 are late.')
    expect(attribute(tagWith(html, '<a', `href="/verifications/mode-changes/${oldest.id}"`), 'class')).toContain(
      'primary',
    )
    expect(html.match(/Start with the oldest/g)).toHaveLength(1)
    const manager = await staff(db, 'manager', 'Дана Оспанова')
    expect(await pageOf(manager)).toContain('5 applications are waiting for you.')
  })

  it('gives the next due time when all open applications are with applicants', async () => {
    await open({ status: 'need_more_info', reviewer: admin, dueLeftMinutes: 360 })
    await open({ status: 'need_more_info', reviewer: admin, dueLeftMinutes: 999 })
    const html = await pageOf()
    expect(html).toContain('Nothing is waiting for you. 2 are with applicants, the next is due tomorrow at 11:00 AM.')
    expect(html).not.toContain('Start with the oldest')
  })

  it.each([
    [{ waiting: 1 }, '1 application is waiting for you.'],
    [{ waiting: 2, late: 1, withApplicants: 5, nextDue: 'tomorrow' }, '2 applications are waiting for you, 1 is late.'],
    [
      { withApplicants: 2, nextDue: 'tomorrow' },
      'Nothing is waiting for you. 2 are with applicants, the next is due tomorrow.',
    ],
    [{ withApplicants: 1 }, 'Nothing is waiting for you. 1 is with its applicant.'],
    [{ nextDue: 'tomorrow' }, 'Nothing is waiting for you. The next is due tomorrow.'],
    [{}, 'Nothing is waiting for you.'],
  ])('for %j reads “%s”', async (more, sentence) => {
    const work = { waiting: 0, late: 0, withApplicants: 0, startHref: null, nextDue: null, ...more }
    expect(await serverHtml(<WorkSentence work={work} />)).toContain(`<p>${sentence}</p>`)
  })

  it('is not shown to cashiers, who decide nothing', async () => {
    await open({})
    expect(await pageOf(await staff(db, 'cashier', 'Daniel Brooks'))).not.toMatch(/waiting for you/)
  })
})

describe('quick actions', () => {
  it('do not repeat the oldest application, which the work sentence opens', async () => {
    const { id } = await organization(db, { name: 'Steppe Freight' })
    await verification(db, { organizationId: id, type: 'address_change', submittedAt: before(HOUR_MS) })
    const oldest = await verification(db, { organizationId: id, submittedAt: before(9 * DAY_MS) })
    const { actions, work } = await read()
    expect(actions.kind === 'shown' && actions.content.map(({ name }) => name)).toEqual(['queue'])
    expect(work?.startHref).toBe(`/verifications/${oldest.id}`)
  })

  it('offer to continue only one’s own reviews', async () => {
    const other = await staff(db, 'manager', 'Ольга Кузнецова')
    const { id } = await organization(db)
    await verification(db, { organizationId: id, status: 'under_review', reviewer: other })
    const namesOf = async (actor: Actor) => {
      const { actions } = await read(actor)
      return actions.kind === 'shown' ? actions.content.map(({ name }) => name) : []
    }
    expect(await namesOf(other)).toContain('mine')
    expect(await namesOf(admin)).not.toContain('mine')
  })
})

it('a quick action shows its count', async () => {
  for (const name of ['Altai', 'Volga', 'Tengri']) await organization(db, { name, status: 'draft' })
  expect((await pageOf()).replaceAll(/<[^>]*>/g, '')).toContain('See organizations still in draft  3')
})

it.each([
  ['manager', ['/users/invite', '/invites/new']],
  ['cashier', ['/invites/new']],
] as const)('the start page offers a %s only the invitations of that role', async (role, offered) => {
  const html = await pageOf(await staff(db, role, 'Daniel Brooks'))
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  expect(links.filter((href) => href === '/users/invite' || href === '/invites/new')).toEqual(offered)
})

it('an empty console says so in both panels, recent activity and quick actions', async () => {
  const html = await pageOf()
  expect(html).toContain('Submissions and decisions will appear here.')
  expect(html).toContain('Nothing to do right now')
})

it('the start page takes 6 statements', async () => {
  expect(await statementsDuring(() => read())).toBe(6)
})

const isFailed = (panel: unknown) =>
  typeof panel === 'object' && panel !== null && 'kind' in panel && panel.kind === 'failed'

describe('a panel that cannot be read', () => {
  it('leaves the others as they are, shows the reference number and is reported to the tracker', async () => {
    await ownerOf(db).execute(sql`alter table timeline_events rename to timeline_events_away`)
    try {
      const page = await read()
      expect(Object.entries(page).flatMap(([name, panel]) => (isFailed(panel) ? [name] : []))).toEqual([
        'figures',
        'activity',
        'decisions',
      ])
      const html = await pageOf()
      expect(html).toContain('Quick actions')
      expect(html).toContain('Waiting applications by age in days')
      expect(html.match(/Reference number: REFERENCE1/g)).toHaveLength(3)
      expect(services.reported[0]).toMatchObject({ requestId: 'REFERENCE1', route: '/', status: 500 })
    } finally {
      await ownerOf(db).execute(sql`alter table timeline_events_away rename to timeline_events`)
    }
  })

  it('fails the whole page when the database is unreachable', async () => {
    const select = () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    services = await testServices({ db: { select } as unknown as Database })
    await expect(read()).rejects.toThrow('ECONNREFUSED')
  })
})

it('the start page answers 403 to a partner', async () => {
  const { id } = await organization(db)
  const actor = await partner(db, id)
  expect((await answerOf(() => read(actor))).status).toBe(403)
})
