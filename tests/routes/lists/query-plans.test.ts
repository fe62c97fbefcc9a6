import { eq, ne, sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { foldCounts } from '../../../app/db/counts'
import { isPlannedOnce } from '../../../app/db/engine/prepared'
import { invites } from '../../../app/db/schema/invites'
import { organizations } from '../../../app/db/schema/organizations'
import { users } from '../../../app/db/schema/users'
import { verifications } from '../../../app/db/schema/verifications'
import { fillUserKeys } from '../../../app/db/names'
import { findNotes } from '../../../app/db/notes'
import { readPersonData } from '../../../app/db/users/person-data'
import { findNextWaiting, findPosition } from '../../../app/db/verifications/queue/verification-position'
import { queueToExport, listQueue, type QueueFilter } from '../../../app/db/verifications/queue/verification-queue'
import { fillBulk } from '../../../scripts/fill-bulk'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import { fillSearchKeys } from '../../../app/domain/names/fill-keys.server'
import { openSession } from '../../../app/domain/sessions/sessions.server'
import { fillDueDates } from '../../../app/domain/verifications/due-dates/due-dates.server'
import { erasePerson } from '../../../app/domain/users/personal-data/erase-person.server'
import { startSession } from '../../../app/http/sign-in/session.server'
import { openConsole } from '../../support/console'
import { emptyTables, openTestDatabase, ownerOf, statementsOf } from '../../support/database'
import { readsMany, ROWS, scansAfter, scansOf, scansOfOnePlan } from '../../support/plans'
import { testServices } from '../../support/services'
import { staff } from '../../support/verifications'
import {
  COUNTRIES,
  INVITE_STATUSES,
  INVITE_TYPES,
  OPERATION_MODES,
  ORGANIZATION_STATUSES,
  ROLES,
  USER_STATUSES,
  VERIFICATION_TYPES,
} from '../../../app/vocabulary'

const COUNTS = { organizations: 1500, users: 3000, verifications: 1500, invites: 4000 }

const { server } = inject('databaseSource')
const db = await openTestDatabase()
const services = await testServices()
const { read } = await openConsole()
let cookie = ''
const ids: Record<string, string> = {}

beforeAll(async () => {
  await emptyTables(db)
  const { id: userId } = await staff(db, 'superadmin', 'aigerim')
  ids.reviewer = userId
  await fillBulk({ ...services, db: ownerOf(db) }, COUNTS, 1, () => {})
  const browser = { deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7' }
  const tokens = await openSession(db, services, userId, browser)
  const lines = await startSession(services, { userId, deviceId: browser.deviceId }, tokens)
  cookie = lines.map((line) => line.split(';')[0]).join('; ')
  // Never the reader, to whom the tests give many rows.
  const first = async (table: typeof invites | typeof organizations | typeof users | typeof verifications) => {
    const others = db.select({ id: table.id }).from(table).where(ne(table.id, userId))
    return (await others.orderBy(table.id).limit(1).offset(700))[0]?.id ?? ''
  }
  ids.invite = await first(invites)
  ids.organization = await first(organizations)
  ids.user = await first(users)
  ids.verification = await first(verifications)
  ids.number = '987650123456'
  await db.update(organizations).set({ registrationNumber: ids.number }).where(eq(organizations.id, ids.organization))
})

/** Each address with the most statements that it may send, the session's included. */
const PAGES: [string, number][] = [
  ['/', 7],
  ['/invites', 3],
  ['/invites?page=200', 4],
  ['/invites?page=400', 3],
  ['/invites?type=invite_to_user&type=invite_to_organization&status=active&status=used', 3],
  ['/invites?q=7K0M', 2],
  ['/invites?q=ж', 3],
  ['/invites?q=жж', 2],
  ['/invites?q=货运', 2],
  ['/invites/{invite}', 5],
  ['/organizations', 3],
  ['/organizations?page=100', 3],
  ['/organizations?country=KZ&status=approved', 3],
  ['/organizations/{organization}', 7],
  ['/verifications/', 4],
  ['/verifications/?page=100', 4],
  ['/verifications/?type=address_change&type=tax_registration_renewal&status=pending&status=approved', 4],
  ['/verifications/?view=claimable', 4],
  ['/verifications/?view=overdue', 4],
  ['/verifications/?reviewer=me', 5],
  ['/verifications/?reviewer=me&reviewer=nobody&status=pending', 5],
  ['/verifications/?q={verification}', 5],
  ['/verifications/?q={organization}', 5],
  ['/verifications/rail?q={number}&here={verification}&at=1', 2],
  ['/verifications/rail?view=claimable&here={verification}&at=9', 2],
  ['/verifications/{verification}?q={number}', 6],
  ['/verifications/{verification}', 5],
  ['/verifications/{verification}?view=claimable', 5],
  ['/users', 4],
  ['/users?page=50', 4],
  ['/users/{user}', 4],
  ['/search?q=aigerim', 5],
  // Nobody has this name, so near matches are searched for too.
  ['/search?q=zhetysu', 7],
  // The log has rows in bulk data, and their objects are named.
  ['/audit', 3],
  ['/audit?text=жж', 4],
  ['/inbox', 2],
  ['/views', 1],
]

const LISTS: [string, { sort: readonly string[]; [field: string]: readonly string[] }][] = [
  [
    '/invites',
    { sort: ['expires-first', 'expires-last', 'oldest', 'newest'], status: INVITE_STATUSES, type: INVITE_TYPES },
  ],
  [
    '/organizations',
    {
      sort: ['name', 'name-last', 'oldest', 'newest'],
      country: COUNTRIES,
      status: ORGANIZATION_STATUSES,
      mode: OPERATION_MODES,
    },
  ],
  [
    '/users',
    {
      sort: ['seen', 'seen-last', 'name', 'name-last', 'oldest'],
      status: USER_STATUSES,
      role: ROLES,
      who: ['staff', 'partners'],
    },
  ],
]

/** Each order of a list with each single filter: all that a filter finds may be at the far end of that order. */
const SORTED = LISTS.flatMap(([path, { sort, ...filters }]) =>
  sort.flatMap((order) =>
    Object.entries(filters).flatMap(([field, values]) =>
      values.map((value): [string, number] => [`${path}?${field}=${value}&sort=${order}`, 4]),
    ),
  ),
)

describe.each([...PAGES, ...SORTED])('%s', (address, most) => {
  it('sends few statements, none of which reads many rows', async () => {
    const page = address.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
    let status = 0
    const statements = await statementsOf(async () => {
      status = (await read(services, page, cookie)).status
    })
    expect(status).toBe(200)
    const asked = statements.filter(({ text }) => !/^\s*(begin|commit|rollback)/i.test(text))
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThanOrEqual(most)
    for (const statement of asked) expect((await scansOf(db, statement)).filter(readsMany), statement.text).toEqual([])
    for (const statement of server ? asked.filter(({ text }) => isPlannedOnce(text)) : [])
      expect((await scansOfOnePlan(db, statement)).filter(readsMany), statement.text).toEqual([])
  })
})

const reads = async (work: () => Promise<unknown>) => {
  const statements = await statementsOf(work)
  const asked = statements.filter(({ text }) => !/^\s*(begin|commit|rollback|insert into)/i.test(text))
  expect(asked.length).toBeGreaterThan(0)
  const many = []
  for (const statement of asked) {
    const scans = (await scansOf(db, statement, true)).filter(readsMany)
    if (scans.length > 0) many.push({ statement: statement.text, scans })
  }
  return many
}

const readOfTables = async (page: string) => {
  const statements = await statementsOf(async () => {
    expect((await read(services, page, cookie)).status).toBe(200)
  })
  const scans = await Promise.all(statements.map((statement) => scansOf(db, statement)))
  return scans.flat().filter((scan) => readsMany(scan) && !scan.isOfIndex)
}

describe('behind the pages', () => {
  it('rows without a search key are found without reading the others', async () => {
    await fillSearchKeys(services)
    await ownerOf(db).execute(sql`vacuum analyze organizations, users`)
    expect(await reads(() => fillSearchKeys(services))).toEqual([])
  })

  it('a user who gets a search key is found by id, even when thousands lack one since the last analyze', async () => {
    await fillSearchKeys(services)
    await ownerOf(db).execute(sql`vacuum analyze users`)
    const [fill] = await statementsOf(() => fillUserKeys(db, [{ id: ids.user ?? '', key: '|a|' }]))
    const scans = await scansAfter(db, `update users set search_key = ''`, fill ?? { text: '', values: [] })
    expect(scans).toContainEqual({ table: 'users', rows: 1 })
    expect(scans.filter(readsMany)).toEqual([])
  })

  it('a person’s data is exported and erased without reading invites, messages and inboxes of others', async () => {
    await ownerOf(db)
      .execute(sql`insert into messages (id, channel, kind, "to", text, status, created_at, next_attempt_at, expires_at)
      select gen_random_uuid(), 'email', 'organization_approved', 'Person' || n || '@Example.kz', '', 'sent', now(), now(), now()
      from generate_series(1, 2000) as n`)
    await ownerOf(db).execute(
      sql`update invites set recipient = 'Person' || used_count || left(id::text, 8) || '@Example.kz', channel = 'email'`,
    )
    await ownerOf(db).execute(sql`vacuum analyze invites, messages`)
    const person = await staff(db, 'manager', 'Гүлнар Сейтқали')
    await db.update(users).set({ email: 'Person7@Example.kz', status: 'inactive' }).where(eq(users.id, person.id))
    await ownerOf(db).execute(sql`insert into inbox_entries (user_id, kind, actor_id, at)
      select ${ids.user}, 'mention', ${person.id}, now() from generate_series(1, 2000)`)
    await ownerOf(db).execute(sql`vacuum analyze inbox_entries`)
    const asked = { id: person.id, actor: null, requestId: 'plans' }
    const told = await readPersonData(db, { id: person.id, phone: '+77015550077', email: 'Person7@Example.kz' })
    expect(await reads(() => Promise.all([told.messages(), told.invitesReceived()]))).toEqual([])
    const undone = new Error('undone')
    const eraseAndUndo = async () => {
      const erased = db.transaction(async (tx) => {
        expect((await erasePerson(tx, services, asked)).kind).toBe('done')
        throw undone
      })
      await expect(erased).rejects.toBe(undone)
    }
    expect(await reads(eraseAndUndo)).toEqual([])
  })

  it('unread entries are counted in an index, on every page', async () => {
    await ownerOf(db).execute(sql`insert into inbox_entries (user_id, kind, at)
      select ${ids.reviewer}, 'invite_redeemed', now() from generate_series(1, 2000)`)
    await ownerOf(db).execute(sql`vacuum analyze inbox_entries`)
    expect(await readOfTables('/views')).toEqual([])
    await ownerOf(db).execute(sql`delete from inbox_entries where kind = 'invite_redeemed'`)
  })

  it('acts on an organization and its applications are found without reading the rest of the log', async () => {
    const act = (object: SQL) =>
      db.execute(sql`insert into audit_log (at, act, object_type, request_id, reason, object_id)
        select now(), 'verification.start', 'verification', 'R', 'Checked 清单', ${object}`)
    await act(sql`gen_random_uuid() from generate_series(1, 5000)`)
    const [{ id = '' } = {}] = await db
      .select({ id: verifications.organizationId })
      .from(verifications)
      .where(eq(verifications.id, ids.verification ?? ''))
    await act(sql`id from verifications where organization_id = ${id}`)
    await ownerOf(db).execute(sql`vacuum analyze audit_log`)
    const found = await db.$count(verifications, eq(verifications.organizationId, id))
    const [{ name = '' } = {}] = await db
      .select({ name: organizations.name })
      .from(organizations)
      .where(eq(organizations.id, id))
    let answer = ''
    const page = async () => {
      answer = (await read(services, `/audit?organization=${id}`, cookie)).text
    }
    expect(await reads(page)).toEqual([])
    expect(answer).toContain(`"totalText":"${found}"`)
    const byName = async () => {
      answer = (await read(services, `/audit?text=${encodeURIComponent(name)}`, cookie)).text
    }
    expect(await reads(byName)).toEqual([])
    expect(answer).toContain(`"totalText":"${found}"`)
    for (const words of ['жж', '货运', 'xp', 'aigerim', 'INV-7K0M-1XQ9-D2ZV'])
      expect(await readOfTables(`/audit?text=${words}`)).toEqual([])
  })
})

describe('among 20,000 decided applications', () => {
  const DECIDED = 20_000
  const now = new Date()
  const none = { types: [], statuses: [], countries: [], reviewerIds: [], withoutReviewer: false, now }
  const whole = { ...none, text: '', search: null, view: null }
  const filters: Record<string, Partial<QueueFilter>> = {
    all: {},
    'two types of one country': { countries: ['KZ'], types: ['address_change', 'bank_account_update'] },
    approved: { statuses: ['approved'] },
  }
  const asked = (['due', 'oldest', 'newest'] as const).flatMap((order) =>
    Object.entries(filters).map(([name, narrowed]) => [order, name, { ...whole, ...narrowed, order }] as const),
  )

  beforeAll(async () => {
    const at = services.clock.now().toISOString()
    await ownerOf(db)
      .execute(sql`insert into verifications (organization_id, type, status, submitted_at, reviewed_at, reviewer_id)
      select id, (array['address_change', 'bank_account_update', 'initial_registration'])[1 + i % 3],
        (array['approved', 'rejected'])[1 + i % 2], ${at}::timestamptz - (i + 2) * interval '50 minutes',
        ${at}::timestamptz - i * interval '50 minutes', ${ids.reviewer}::uuid
      from generate_series(1, ${DECIDED}) i join
        (select id, row_number() over () - 1 as place from organizations) as o on o.place = i % ${COUNTS.organizations}`)
    await foldCounts(db)
    await ownerOf(db).execute(sql`vacuum analyze`)
  })

  const readOfOnePlan = async () => {
    const pages = ['/verifications/', '/']
    const statements = await statementsOf(async () => {
      for (const page of pages) expect((await read(services, page, cookie)).status).toBe(200)
    })
    const planned = statements.filter(({ text }) => isPlannedOnce(text))
    expect(planned.length).toBeGreaterThanOrEqual(pages.length)
    return (await Promise.all(planned.map((statement) => scansOfOnePlan(db, statement, 'on')))).flat()
  }

  it('statements planned once for everybody and every day read few rows: the queue, the start page', async () => {
    expect((await readOfOnePlan()).filter(readsMany)).toEqual([])
    await fillDueDates(services)
    await ownerOf(db).execute(sql`vacuum analyze verifications`)
    expect((await readOfOnePlan()).filter(readsMany)).toEqual([])
  })

  const mostRead = async (work: () => Promise<unknown>): Promise<number> => {
    let most = 0
    for (const statement of await statementsOf(work)) {
      const ofOnePlan = server && isPlannedOnce(statement.text) ? await scansOfOnePlan(db, statement, 'on') : []
      for (const { table, rows } of [...(await scansOf(db, statement)), ...ofOnePlan])
        if (!table.endsWith('_counts')) most = Math.max(most, rows)
    }
    return most
  }

  it.each(asked)(
    'a position in the queue and a page of it are found by reading few rows: %s, %s',
    async (_, __, filter) => {
      const all = await queueToExport(db, filter).rows
      const first = all.findIndex(({ status }) => status === 'approved' || status === 'rejected')
      for (const index of [first, Math.floor((first + all.length) / 2), all.length - 1]) {
        const id = all[index]?.id ?? ''
        const [key] = await db.select().from(verifications).where(eq(verifications.id, id))
        if (!key) throw new Error('no such row')
        const find = () => findPosition(db, filter, { ...key, isPrepared: false }, { decider: null, now })
        expect(await find()).toMatchObject({ position: index + 1, total: all.length })
        expect(await mostRead(find)).toBeLessThan(ROWS)
      }
      const page = { limit: 10, offset: Math.floor(all.length / 2), total: all.length }
      const read = () => listQueue(db, filter, page)
      expect((await read()).map(({ id }) => id)).toEqual(all.slice(page.offset, page.offset + 10).map(({ id }) => id))
      expect(await mostRead(read)).toBeLessThan(ROWS)
    },
  )

  describe('and many waiting ones', () => {
    beforeAll(async () => {
      await ownerOf(db).execute(sql`insert into verifications (organization_id, type, status, submitted_at, due_at)
        select id, 'address_change', 'pending', created_at, created_at from organizations on conflict do nothing`)
      await ownerOf(db).execute(sql`vacuum analyze verifications`)
    })

    it.each([
      ['due', 'all'],
      ['oldest', 'all'],
      ['newest', 'two types of one country'],
    ] as const)('the next waiting application is found without reading the others: %s, %s', async (order, name) => {
      const personId = ids.reviewer ?? ''
      const decider = { types: VERIFICATION_TYPES, typesToPrepare: [], personId }
      const decided = { id: ids.verification ?? '', submittedAt: services.clock.now() }
      const find = () =>
        findNextWaiting(db, { ...whole, ...filters[name], order }, decided, { personId, decider, now, dayStart: now })
      expect(await find()).not.toBeNull()
      expect(await mostRead(find)).toBeLessThan(ROWS)
    })

    it('filters that find few together do not read all that one of them finds', async () => {
      const filter = { ...whole, statuses: ['approved'] as const, withoutReviewer: true, order: 'due' as const }
      const page = () => listQueue(db, filter, { limit: 10, offset: 0, total: 1 })
      expect(await page()).toEqual([])
      expect(await mostRead(page)).toBeLessThan(2 * COUNTS.verifications)
    })
  })
})

it('a statement that reads many rows is detected', async () => {
  const [statement] = await statementsOf(() => db.execute(sql`select count(*) from invites where maximum_uses * 2 = 7`))
  expect((await scansOf(db, statement ?? { text: '', values: [] })).filter(readsMany)).toEqual([
    { table: 'invites', rows: COUNTS.invites },
  ])
})

// The last, as deleting people is slow: every table that may name them is read.
describe('among many people', () => {
  it('people whom a note may mention are found by reading staff only', async () => {
    // With few staff, sorting all of them would cost as much.
    await ownerOf(db).execute(sql`insert into users (id, username, phone, status, role, created_at)
      select gen_random_uuid(), 'Staff ' || n, '+7776' || 1000000 + n, 'active', 'manager', now() from generate_series(1, 3000) n`)
    await ownerOf(db).execute(sql`vacuum analyze users`)
    const readers = ['superadmin', 'admin', 'manager'] as const
    const begun = { readerId: ids.user ?? '', form: '/organizations/1/notes', verificationId: null }
    const asked = { readers, atMost: 10, peopleAtMost: 50, ...begun }
    const statements = await statementsOf(async () => {
      expect((await findNotes(db, ids.organization ?? '', asked))?.people).toHaveLength(50)
    })
    for (const statement of statements)
      for (const { table, rows } of await scansOf(db, statement)) expect(rows, table).toBeLessThan(100)
  })

  it('an organization page reads only the first of many people and codes, and counts the rest in an index', async () => {
    const ofIts = sql`${ids.organization}::uuid, now() - n * interval '1 minute' from generate_series(1, 2000) n`
    await ownerOf(db).execute(sql`insert into users (username, phone, status, organization_id, created_at)
      select 'Partner ' || n, '+7777' || 1000000 + n, 'active', ${ofIts}`)
    await ownerOf(db).execute(sql`insert into invites (code, type, maximum_uses, organization_id, created_at)
      select 'Partner ' || n, 'invite_to_organization', 1, ${ofIts}`)
    await ownerOf(db).execute(sql`vacuum analyze users, invites`)
    const path = `/organizations/${ids.organization}`
    const lists = [`/invites?organization=${ids.organization}`, `/users?organization=${ids.organization}`]
    for (const page of [path, ...lists.flatMap((list) => [list, `${list}&status=active`])])
      expect(await readOfTables(page)).toEqual([])
  })

  it('a search of the log checks only the people it finds for erasure', async () => {
    await ownerOf(db).execute(sql`insert into users (id, username, phone, status, created_at, erased_at)
      select gen_random_uuid(), E'\\u2063#' || n, '#' || n, 'inactive', now(), now() from generate_series(1, 2000) n`)
    const act = { at: services.clock.now(), actor: null, objectType: 'user', objectId: ids.user ?? '', requestId: 'R' }
    const reason = 'borrowed the stamp'
    await db.transaction((tx) => recordAudit(tx, { ...act, action: 'user.suspend', objectType: 'user', reason }))
    await ownerOf(db).execute(sql`vacuum analyze users, audit_log, person_keys`)
    let answer = ''
    const page = async () => {
      answer = (await read(services, '/audit?text=stamp', cookie)).text
    }
    expect(await reads(page)).toEqual([])
    expect(answer).toContain(reason)
  })
})
