import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { takeRejectedWithDocuments } from '../../app/db/documents/rejected-documents'
import { documents } from '../../app/db/schema/documents'
import { invites } from '../../app/db/schema/invites'
import { organizations } from '../../app/db/schema/organizations'
import { users } from '../../app/db/schema/users'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import { seedBulk } from '../../app/demo/bulk/bulk.server'
import { withoutTextIndexes } from '../../app/demo/bulk/without-text-indexes'
import { listWhoLeft } from '../../app/db/users/erasing'
import { DEFAULT_PERIODS } from '../../app/domain/keeping/periods'
import { fillDueDates } from '../../app/domain/verifications/due-dates/due-dates.server'
import { VERIFICATION_ACTIONS } from '../../app/domain/verifications/verification-actions'
import { DAY_MS } from '../../app/durations'
import type { VerificationStatus } from '../../app/vocabulary'
import { fillBulk } from '../../scripts/fill-bulk'
import { emptyTables, openTestDatabase, ownerOf } from '../support/database'
import { opened } from '../support/invites'
import { testServices } from '../support/services'

const db = await openTestDatabase()
beforeEach(() => emptyTables(db))

const COUNTS = { organizations: 40, users: 80, verifications: 200, invites: 300 }
const silent = () => {}
const codes = async () =>
  (await db.select({ code: invites.code }).from(invites).orderBy(asc(invites.code))).map((row) => opened(row.code))

it('bulk data has as many rows as asked for, and the same ones for the same seed', async () => {
  const services = await testServices()
  await seedBulk(services, COUNTS, 7, silent)
  const rows = [organizations, users, verifications, invites].map((table) => db.$count(table))
  expect(await Promise.all(rows)).toEqual([40, 80, 200, 300])
  const first = await codes()

  await seedBulk(services, COUNTS, 7, silent)
  expect(await codes()).toEqual(first)

  await emptyTables(db)
  await seedBulk(services, COUNTS, 7, silent)
  expect(await codes()).toEqual(first)
})

it('another seed adds other rows', async () => {
  const services = await testServices()
  await seedBulk(services, { ...COUNTS, verifications: 0 }, 7, silent)
  await seedBulk(services, { ...COUNTS, verifications: 0 }, 8, silent)
  expect(await db.$count(invites)).toBe(600)
  expect(await db.$count(users)).toBe(160)
})

it('people are all staff when there are no organizations', async () => {
  await seedBulk(await testServices(), { organizations: 0, users: 40, verifications: 0, invites: 0 }, 7, silent)
  const people = await db.select().from(users)
  expect(people).toHaveLength(40)
  for (const { role, organizationId } of people) expect([role === null, organizationId]).toEqual([false, null])
})

it('a console that starts on bulk data has no keys or due dates to fill in and nothing to erase', async () => {
  const services = await testServices()
  await fillBulk(services, COUNTS, 7, silent)
  expect(await db.$count(users, eq(users.searchKey, ''))).toBe(0)
  expect(await db.$count(organizations, eq(organizations.searchKey, ''))).toBe(0)
  expect(await fillDueDates(services)).toBe(0)
  const erased = new Date(services.now().getTime() - DEFAULT_PERIODS.people * DAY_MS)
  const left = await listWhoLeft(db, erased, { after: null, atMost: COUNTS.users })
  expect(left.filter(({ isDue }) => isDue)).toEqual([])
  expect(left).not.toEqual([])
  const rejected = new Date(services.now().getTime() - DEFAULT_PERIODS.rejectedDocuments * DAY_MS)
  expect(await takeRejectedWithDocuments(db, { from: new Date(0), before: rejected })).toBeNull()
  expect(await db.$count(verifications, isNotNull(verifications.documentsErasedAt))).toBeGreaterThan(0)
})

it('invite codes have the agreed form, and a role or organization only if their type needs it', async () => {
  await seedBulk(await testServices(), COUNTS, 7, silent)
  for (const { code, type, role, organizationId, usedCount, maximumUses } of await db.select().from(invites)) {
    expect(opened(code)).toMatch(/^INV(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    expect(role !== null).toBe(type === 'invite_to_user')
    expect(organizationId !== null).toBe(type === 'invite_to_organization')
    expect(usedCount).toBeLessThanOrEqual(maximumUses)
  }
})

it('verifications have valid histories and one document each with its file', async () => {
  const services = await testServices()
  await seedBulk(services, COUNTS, 7, silent)
  const events = await db.select().from(timelineEvents).orderBy(asc(timelineEvents.version))
  const rules = Object.values(VERIFICATION_ACTIONS)
  for (const row of await db.select().from(verifications)) {
    const own = events.filter(({ verificationId }) => verificationId === row.id)
    expect(own.map(({ version }) => version)).toEqual(Array.from({ length: row.version }, (_, i) => i + 1))
    let status: VerificationStatus = 'pending'
    for (const { event } of own.slice(1)) {
      const rule = rules.find((one) => one.event === event && (one.from as readonly string[]).includes(status))
      expect(rule, `${event} from ${status}`).toBeDefined()
      status = rule?.to ?? status
    }
    expect(status).toBe(row.status)
    expect(row.waitingSince !== null).toBe(row.status === 'need_more_info')
    expect(row.waitedForApplicantMs > 0).toBe(
      own.some(({ event }, i) => event === 'info_requested' && i < own.length - 1),
    )
    if (row.status === 'rejected') expect(row.rejectionReason).toBe(own.at(-1)?.note)
    const times = own.map(({ at }) => at.getTime())
    expect(times).toEqual([...times].sort((one, other) => one - other))
    expect(times.at(-1)).toBeLessThanOrEqual(services.now().getTime())
  }
  const rows = await db.select().from(documents)
  expect(rows).toHaveLength(200)
  expect(rows.filter(({ storageKey, sizeBytes }) => services.files.get(storageKey)?.length !== sizeBytes)).toEqual([])
})

it('open mode changes start from the current mode of their organization', async () => {
  await seedBulk(await testServices(), COUNTS, 7, silent)
  const rows = await db
    .select({ current: verifications.currentMode, own: organizations.operationMode })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(and(isNotNull(verifications.requestedMode), inArray(verifications.status, ['pending', 'under_review'])))
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ current, own }) => current !== own)).toEqual([])
})

it('trigram indexes are dropped during a large insert and restored after it', async () => {
  const named = () =>
    db
      .select({ definition: sql<string>`indexdef` })
      .from(sql`pg_indexes`)
      .where(sql`tablename = 'invites'`)
      .orderBy(sql`indexname`)
  const before = await named()
  let during: unknown[] = []
  await withoutTextIndexes(ownerOf(db), 'invites', async (tx) => {
    during = await tx
      .select({ definition: sql<string>`indexdef` })
      .from(sql`pg_indexes`)
      .where(sql`tablename = 'invites'`)
  })
  expect(during.length).toBeLessThan(before.length)
  expect(await named()).toEqual(before)
})
