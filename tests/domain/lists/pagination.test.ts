import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { foldCounts } from '../../../app/db/counts'
import { countInvites, invitesToExport, selectInvites, type InviteFilter } from '../../../app/db/invites/invites'
import {
  countQueue,
  queueToExport,
  listQueue,
  type QueueFilter,
} from '../../../app/db/verifications/queue/verification-queue'
import {
  organizationsToExport,
  selectOrganizations,
  type OrganizationFilter,
} from '../../../app/db/organizations/organizations'
import { usersToExport, selectUsers, type UserFilter } from '../../../app/db/users/users'
import { seedBulk } from '../../../app/demo/bulk/bulk.server'
import { fillDueDates } from '../../../app/domain/verifications/due-dates/due-dates.server'
import { emptyTables, openTestDatabase, ownerOf } from '../../support/database'
import { TEST_START, testServices } from '../../support/services'
import { organization, verification } from '../../support/verifications'

const db = await openTestDatabase()
const NOW = new Date(TEST_START)
const INVITES = 2600
const PAGE = 100

/** Several an hour for ten days, and half of them on one day; some of the same instant. */
const fillInvites = sql`
  insert into invites (code, type, maximum_uses, used_count, expires_at, created_at, deleted_at)
  select 'INV-' || i, (array['invite_to_user', 'invite_to_organization'])[1 + i % 2], 2, i % 3,
    case i % 5 when 0 then null when 1 then ${NOW}::timestamptz - interval '1 day' else ${NOW}::timestamptz + interval '3 days' end,
    ${NOW}::timestamptz - case when i % 2 = 0 then interval '4 days' else i / 10 * interval '1 hour' end,
    case when i % 50 = 0 then ${NOW}::timestamptz end
  from generate_series(1, ${INVITES}) i`

beforeAll(async () => {
  await emptyTables(db)
  await db.execute(fillInvites)
  // A test before this one may have left word that the tables are empty.
  await ownerOf(db).execute(sql`analyze`)
})

const NO_FILTER: InviteFilter = { q: '', code: null, codesByPart: null, type: [], status: [] }

describe('every page by its number holds what stands there in the whole list', () => {
  it.each<[string, Partial<InviteFilter>]>([
    ['all', {}],
    ['one type', { type: ['invite_to_user'] }],
    ['used up', { status: ['used'] }],
    ['all that have uses left', { status: ['active', 'expired'] }],
    ['active, which the clock decides', { status: ['active'] }],
    ['words', { q: 'INV-1' }],
  ])('of invites: %s', async (_, narrowed) => {
    const filter = { ...NO_FILTER, ...narrowed }
    const total = await countInvites(db, filter, NOW)
    expect(total).toBeGreaterThan(3 * PAGE)
    for (const order of ['newest', 'oldest', 'expires-first', 'expires-last'] as const) {
      const whole = (await invitesToExport(db, filter, NOW, order).rows).map(({ id }) => id)
      expect(whole).toHaveLength(total)
      for (let offset = 0; offset < total; offset += PAGE) {
        const rows = await selectInvites(db, filter, NOW, { order, limit: PAGE, offset, total })
        expect(rows.map(({ id }) => id)).toEqual(whole.slice(offset, offset + PAGE))
      }
    }
  })

  it('of users, organizations and the queue', async () => {
    for (let n = 0; n < 7; n++) {
      const { id: organizationId } = await organization(db)
      await verification(db, { organizationId, status: n % 2 ? 'pending' : 'approved' })
    }
    await db.execute(sql`
      insert into users (username, phone, status, role, created_at, last_sign_in_at)
      select 'Person ' || i, '+7706' || i, 'active', 'manager', ${NOW}::timestamptz - i / 2 * interval '1 hour',
        case when i % 3 > 0 then ${NOW}::timestamptz end from generate_series(1, 13) i`)
    const search = { words: [], typed: [], consonants: [], isLoose: false }
    for (const sort of ['newest', 'oldest', 'name', 'name-last', 'seen', 'seen-last'] as const) {
      const filter: UserFilter = { who: 'all', username: '', search, status: [], role: [], sort }
      const whole = (await usersToExport(db, filter).rows).map(({ id }) => id)
      for (let offset = 0; offset < whole.length; offset += 2) {
        const rows = await selectUsers(db, filter, { limit: 2, offset, total: whole.length })
        expect(rows.map(({ id }) => id)).toEqual(whole.slice(offset, offset + 2))
      }
    }
    for (const sort of ['closest', 'newest', 'oldest', 'name', 'name-last'] as const) {
      const filter: OrganizationFilter = { search: null, status: [], mode: [], country: [], sort }
      const whole = (await organizationsToExport(db, filter).rows).map(({ id }) => id)
      expect(whole).toHaveLength(7)
      for (let offset = 0; offset < 7; offset += 2) {
        const rows = await selectOrganizations(db, filter, { limit: 2, offset, total: 7 })
        expect(rows.map(({ id }) => id)).toEqual(whole.slice(offset, offset + 2))
      }
    }
    for (const order of ['due', 'oldest', 'newest'] as const) {
      const none = { types: [], statuses: [], countries: [], reviewerIds: [], withoutReviewer: false, now: new Date() }
      const filter: QueueFilter = { ...none, text: '', search: null, view: null, order }
      const whole = (await queueToExport(db, filter).rows).map(({ id }) => id)
      expect(whole).toHaveLength(7)
      for (let offset = 0; offset < 7; offset += 2) {
        const rows = await listQueue(db, filter, { limit: 2, offset, total: 7 })
        expect(rows.map(({ id }) => id)).toEqual(whole.slice(offset, offset + 2))
      }
    }
  })

  describe('of a long queue', () => {
    beforeAll(async () => {
      await emptyTables(db)
      const services = { ...(await testServices()), db: ownerOf(db) }
      await seedBulk(services, { organizations: 700, users: 0, invites: 0, verifications: 4500 }, 1, () => {})
      await fillDueDates(services)
      await foldCounts(db)
    })

    it.each<[string, Partial<QueueFilter>]>([
      ['all', {}],
      ['two countries', { countries: ['KZ', 'RU'] }],
      ['decided or with the applicant', { statuses: ['need_more_info', 'approved', 'rejected'] }],
    ])('%s', async (_, narrowed) => {
      const none = { types: [], statuses: [], countries: [], reviewerIds: [], withoutReviewer: false, now: NOW }
      for (const order of ['due', 'oldest', 'newest'] as const) {
        const filter: QueueFilter = { ...none, text: '', search: null, view: null, order, ...narrowed }
        const whole = (await queueToExport(db, filter).rows).map(({ id }) => id)
        const total = await countQueue(db, filter)
        expect(whole).toHaveLength(total)
        expect(total).toBeGreaterThan(22 * PAGE)
        for (let offset = 0; offset < total; offset += 2 * PAGE + 30) {
          const rows = await listQueue(db, filter, { limit: PAGE, offset, total })
          expect(rows.map(({ id }) => id)).toEqual(whole.slice(offset, offset + PAGE))
        }
      }
    })
  })
})
