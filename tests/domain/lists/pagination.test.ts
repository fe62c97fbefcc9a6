import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { foldCounts } from '../../../app/db/counts'
import { countInvites, invitesToExport, listInviteRows, type InviteFilter } from '../../../app/db/invites/invites'
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
import { insertBulkOrganizations } from '../../../app/demo/bulk/bulk-organizations'
import { list } from '../../../app/demo/bulk/draw'
import { VERIFICATION_TYPES } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase, ownerOf } from '../../support/database'
import { TEST_START } from '../../support/services'
import { organization, verification } from '../../support/verifications'

const db = await openTestDatabase()
const NOW = new Date(TEST_START)
const INVITES = 2600
const PAGE = 100

/** Several an hour for ten days, half of them on one day, some at the same instant. */
const fillInvites = sql`
  insert into invites (code, type, maximum_uses, used_count, expires_at, created_at, deleted_at)
  select 'INV-' || i, (array['invite_to_user', 'invite_to_organization'])[1 + i % 2], 2, i % 3,
    case i % 5 when 0 then null when 1 then ${NOW}::timestamptz - interval '1 day' else ${NOW}::timestamptz + interval '3 days' end,
    ${NOW}::timestamptz - case when i % 2 = 0 then interval '4 days' else i / 10 * interval '1 hour' end,
    case when i % 50 = 0 then ${NOW}::timestamptz end
  from generate_series(1, ${INVITES}) i`

const ORGANIZATIONS = 210
const APPLICATIONS = 4500

/** A quarter open, at most one of a type for each organization; several submitted and due at the same instant. */
const fillQueue = sql`
  insert into verifications (organization_id, type, status, submitted_at, due_at, current_mode, requested_mode, mode_reason)
  select o.id, type, status, submitted_at,
    case when status in ('pending', 'under_review') then date_trunc('day', submitted_at) + interval '3 days' end,
    case when is_mode then 'self_operated' end, case when is_mode then 'hybrid' end, case when is_mode then 'Another hub' end
  from generate_series(1, ${APPLICATIONS}) i
  join (select id, row_number() over (order by id) - 1 as place from organizations) o on o.place = i % ${ORGANIZATIONS}
  cross join lateral (select i / ${ORGANIZATIONS} as round) rounds
  cross join lateral (select round < ${VERIFICATION_TYPES.length} and i % 4 > 0 as is_open) opened
  cross join lateral (select (${list(VERIFICATION_TYPES)})[1 + round % ${VERIFICATION_TYPES.length}] as type,
    case when is_open then (array['pending', 'under_review', 'need_more_info'])[1 + i % 3]
      else (array['approved', 'rejected'])[1 + i % 2] end as status,
    ${NOW}::timestamptz - case when is_open then i * 7919 % 200 * interval '1 hour'
      else i * 7919 % 1500 * interval '11 hours' end as submitted_at) drawn
  cross join lateral (select type = 'operation_mode_change' as is_mode) typed`

const NO_FILTER: InviteFilter = { q: '', code: null, codesByPart: null, type: [], status: [] }

describe('each page by its number holds the rows that the whole list has there', () => {
  describe('of invites', () => {
    beforeAll(async () => {
      await emptyTables(db)
      await db.execute(fillInvites)
      // An earlier test may have left statistics that call the tables empty.
      await ownerOf(db).execute(sql`analyze`)
    })

    it.each<[string, Partial<InviteFilter>]>([
      ['all', {}],
      ['one type', { type: ['invite_to_user'] }],
      ['used up', { status: ['used'] }],
      ['all that have uses left', { status: ['active', 'expired'] }],
      ['active, which the clock decides', { status: ['active'] }],
      ['words', { q: 'INV-1' }],
    ])('narrowed to %s', async (_, narrowed) => {
      const filter = { ...NO_FILTER, ...narrowed }
      const total = await countInvites(db, filter, NOW)
      expect(total).toBeGreaterThan(3 * PAGE)
      for (const order of ['newest', 'oldest', 'expires-first', 'expires-last'] as const) {
        const whole = (await invitesToExport(db, filter, NOW, order).rows).map(({ id }) => id)
        expect(whole).toHaveLength(total)
        for (let offset = 0; offset < total; offset += PAGE) {
          const rows = await listInviteRows(db, filter, NOW, { order, limit: PAGE, offset, total })
          expect(rows.map(({ id }) => id)).toEqual(whole.slice(offset, offset + PAGE))
        }
      }
    })
  })

  describe('of a few rows', () => {
    it('of users, organizations and the queue', async () => {
      await emptyTables(db)
      for (let n = 0; n < 7; n++) {
        const { id: organizationId } = await organization(db)
        await verification(db, { organizationId, status: n % 2 ? 'pending' : 'approved' })
      }
      await db.execute(sql`
        insert into users (username, phone, status, role, created_at, last_sign_in_at)
        select 'Person ' || i, '+7706' || i, 'active', 'manager', ${NOW}::timestamptz - i / 2 * interval '1 hour',
          case when i % 3 > 0 then ${NOW}::timestamptz end from generate_series(1, 13) i`)
      const search = { words: [], typed: [], consonants: [], readings: [], initials: [], isLoose: false }
      for (const sort of ['closest', 'newest', 'oldest', 'name', 'name-last', 'seen', 'seen-last'] as const) {
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
        const none = {
          types: [],
          statuses: [],
          countries: [],
          reviewerIds: [],
          withoutReviewer: false,
          now: new Date(),
        }
        const filter: QueueFilter = { ...none, text: '', search: null, view: null, order }
        const whole = (await queueToExport(db, filter).rows).map(({ id }) => id)
        expect(whole).toHaveLength(7)
        for (let offset = 0; offset < 7; offset += 2) {
          const rows = await listQueue(db, filter, { limit: 2, offset, total: 7 })
          expect(rows.map(({ id }) => id)).toEqual(whole.slice(offset, offset + 2))
        }
      }
    })
  })

  describe('of a long queue', () => {
    beforeAll(async () => {
      await emptyTables(db)
      await insertBulkOrganizations({ db: ownerOf(db), seed: 1, now: NOW }, { from: 1, to: ORGANIZATIONS })
      await ownerOf(db).execute(fillQueue)
      await foldCounts(db)
      await ownerOf(db).execute(sql`analyze`)
    })

    it.each<[string, Partial<QueueFilter>]>([
      ['all', {}],
      ['two countries', { countries: ['KZ', 'RU'] }],
      ['decided or with the applicant', { statuses: ['need_more_info', 'approved', 'rejected'] }],
    ])('that holds %s', async (_, narrowed) => {
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
