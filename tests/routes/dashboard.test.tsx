import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../app/db/database'
import { invites } from '../../app/db/schema'
import type { Actor } from '../../app/domain/access'
import Home, { loader } from '../../app/routes/dashboard/home'
import { emptyTables, openTestDatabase, statementsDuring } from '../support/database'
import { serverHtml } from '../support/render'
import { answerOf, visit } from '../support/requests'
import { testServices, type TestServices } from '../support/services'
import { before, DAY_MS, HOUR_MS, organization, partner, staff, verification } from '../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', '王建国')
})

const read = (actor = admin) => loader(visit(services, '/', { actor }) as unknown as Parameters<typeof loader>[0])
const pageOf = async (actor = admin) =>
  serverHtml(<Home {...({ loaderData: await read(actor) } as unknown as Parameters<typeof Home>[0])} />)
const figuresOf = async (actor = admin) => {
  const { figures } = await read(actor)
  return figures.kind === 'shown' ? figures.content.map(({ name, count, href }) => [name, count, href]) : []
}

describe('figures', () => {
  it('count what there is, each with its list', async () => {
    const { id } = await organization(db)
    await verification(db, { organizationId: id })
    await verification(db, { organizationId: id, type: 'address_change', status: 'under_review', reviewer: admin })
    const invite = { type: 'invite_to_user', maximumUses: 1, createdAt: before(DAY_MS) } as const
    await db.insert(invites).values([
      { ...invite, code: 'INV-AAAA-AAAA-0001' },
      { ...invite, code: 'INV-AAAA-AAAA-0002', usedCount: 1 },
      { ...invite, code: 'INV-AAAA-AAAA-0003', expiresAt: before(0) },
      { ...invite, code: 'INV-AAAA-AAAA-0004', deletedAt: before(0) },
    ])
    expect(await figuresOf()).toEqual([
      ['organizations', '1', '/organizations/'],
      ['pendingVerifications', '1', '/verifications/?status=pending'],
      ['users', '1', '/users/'],
      ['activeInvites', '1', '/invites/?status=active'],
    ])
  })

  it('lead a cashier to no list that is closed to cashiers', async () => {
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    expect((await figuresOf(cashier))[2]).toEqual(['users', '2', null])
  })
})

describe('recent activity', () => {
  it('shows the newest ten events: what, whose, by whom, with a link', async () => {
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
})

describe('quick actions', () => {
  it('open the application that has waited longest', async () => {
    const { id } = await organization(db, { name: 'Steppe Freight' })
    await verification(db, { organizationId: id, type: 'address_change', submittedAt: before(HOUR_MS) })
    const oldest = await verification(db, { organizationId: id, submittedAt: before(9 * DAY_MS) })
    const { actions } = await read()
    expect(actions.kind === 'shown' && actions.content[0]).toMatchObject({
      name: 'oldest',
      href: `/verifications/${oldest.id}`,
      organizationName: 'Steppe Freight',
    })
  })

  it('continue only my own reviews', async () => {
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

it('an empty console says so in both panels', async () => {
  const html = await pageOf()
  expect(html).toContain('Submissions and decisions will appear here.')
  expect(html).toContain('Nothing to do right now')
})

it('asks the database three times', async () => {
  expect(await statementsDuring(() => read())).toBe(3)
})

describe('each panel fails alone', () => {
  it('shows the others, says so with the reference number, and tells the tracker', async () => {
    await db.execute(sql`alter table timeline_events rename to timeline_events_away`)
    try {
      const page = await read()
      expect([page.figures.kind, page.activity.kind, page.actions.kind]).toEqual(['shown', 'failed', 'shown'])
      const html = await pageOf()
      expect(html).toContain('Total organizations')
      expect(html).toContain('Reference number: REFERENCE1')
      expect(services.reported[0]).toMatchObject({ requestId: 'REFERENCE1', route: '/', status: 500 })
    } finally {
      await db.execute(sql`alter table timeline_events_away rename to timeline_events`)
    }
  })

  it('but a database that is away is not hidden', async () => {
    const select = () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    services = await testServices({ db: { select } as unknown as Database })
    await expect(read()).rejects.toThrow('ECONNREFUSED')
  })
})

it('is closed to partners', async () => {
  const { id } = await organization(db)
  const actor = await partner(db, id)
  expect((await answerOf(() => read(actor))).status).toBe(403)
})
