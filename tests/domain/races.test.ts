import { beforeEach, expect, it } from 'vitest'
import { auditLog } from '../../app/db/schema/audit'
import { sessions } from '../../app/db/schema/sessions'
import { raceDecisions } from '../../scripts/races/decisions'
import { raceSignIns } from '../../scripts/races/sign-ins'
import { emptyTables, openTestDatabase } from '../support/database'
import { addUser } from '../support/people'
import { testServices } from '../support/services'
import { organization, staff } from '../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
beforeEach(() => emptyTables(db))

it('64 clients with one right code are one sign-in, from a browser that is new and from one that is trusted', async () => {
  await addUser(db)
  const found = await raceSignIns(services, { phone: '+77010000003', rounds: 4, clients: 64 })
  expect(found).toEqual({ rounds: 4, trusted: 2, broken: [] })
  expect(await db.$count(sessions)).toBe(4)
}, 60_000)

it('two reviewers who decide one application at once make one outcome, one event and one audit row', async () => {
  const reviewers = [await staff(db, 'admin', '李伟'), await staff(db, 'manager', 'Дана Оспанова')] as const
  const { id: organizationId } = await organization(db)
  const found = await raceDecisions(services, { organizationId, reviewers, pairs: 12, seed: 1 })
  expect(found).toMatchObject({ pairs: 12, broken: 0 })
  expect(found.approved + found.rejected).toBe(12)
  expect(Math.min(found.approved, found.rejected)).toBeGreaterThan(0)
  expect(await db.$count(auditLog)).toBe(12)
})
