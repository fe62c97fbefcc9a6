import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { auditLog } from '../../app/db/schema/audit'
import { documents } from '../../app/db/schema/documents'
import { sessions } from '../../app/db/schema/sessions'
import { verifications } from '../../app/db/schema/verifications'
import { judgeDocument } from '../../app/domain/organizations/judge-document.server'
import { approveVerification } from '../../app/domain/verifications/decisions/decide.server'
import { raceDecisions } from '../../scripts/races/decisions'
import { raceSignIns } from '../../scripts/races/sign-ins'
import { emptyTables, openTestDatabase } from '../support/database'
import { addUser } from '../support/people'
import { testServices } from '../support/services'
import { addDocument, organization, permitOf, staff, verification } from '../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
beforeEach(() => emptyTables(db))

it('64 clients that send one right code at once make one sign-in, from a new and from a trusted browser', async () => {
  await addUser(db)
  const found = await raceSignIns(services, { phone: '+77010000003', rounds: 4, clients: 64 })
  expect(found).toEqual({ rounds: 4, trusted: 2, broken: [] })
  expect(await db.$count(sessions)).toBe(4)
})

it('two reviewers who decide one application at once make one outcome, one event and one audit row', async () => {
  const reviewers = [await staff(db, 'admin', '李伟'), await staff(db, 'manager', 'Дана Оспанова')] as const
  const { id: organizationId } = await organization(db)
  const won = { approved: 0, rejected: 0 }
  let pairs = 0
  // Which one is faster is up to the database: repeat until each has won.
  while (pairs < 12 || (Math.min(won.approved, won.rejected) === 0 && pairs < 240)) {
    const found = await raceDecisions(services, { organizationId, reviewers, pairs: 12, seed: pairs })
    expect(found.broken).toBe(0)
    won.approved += found.approved
    won.rejected += found.rejected
    pairs += 12
  }
  expect(won.approved + won.rejected).toBe(pairs)
  expect(Math.min(won.approved, won.rejected)).toBeGreaterThan(0)
  expect(await db.$count(auditLog)).toBe(pairs)
})

it('rejecting a document while its application is approved: exactly one of the two succeeds', async () => {
  const [wei, dana] = [await staff(db, 'admin', '李伟'), await staff(db, 'manager', 'Дана Оспанова')]
  const statements = async (count: number) => {
    for (let n = 0; n < count; n += 1) await db.execute(sql`select 1`)
  }
  const found = new Set<string>()
  for (let round = 0; round < 20 || (found.size < 2 && round < 200); round += 1) {
    const { id: organizationId } = await organization(db)
    const application = await verification(db, { organizationId, status: 'under_review', reviewer: dana })
    const document = await addDocument(db, application)
    const target = { organizationId, documentId: document.id, seen: 'pending', requestId: 'races' } as const
    const reject = () =>
      judgeDocument(services, permitOf(dana, 'organizations.edit'), target, {
        status: 'rejected',
        reason: 'Unreadable',
      })
    const seen = { id: application.id, version: application.version, requestId: 'races', notes: null }
    const approve = () => approveVerification(services, permitOf(wei, 'verifications.review'), seen)
    // Every tenth round starts with the rejection; in the others the approval gets a growing head start.
    const ahead = round % 10
    const [rejection, approval] = await Promise.all(
      ahead === 0 ? [reject(), approve()] : [statements(ahead).then(reject), approve()],
    )
    const [{ status } = {}] = await db.select().from(verifications).where(eq(verifications.id, application.id))
    const [{ status: judged } = {}] = await db.select().from(documents).where(eq(documents.id, document.id))
    found.add(`rejecting ${rejection.kind}, approving ${approval.kind}: ${status}, ${judged}`)
  }
  expect(found).toEqual(
    new Set([
      'rejecting done, approving conflict: under_review, rejected',
      'rejecting conflict, approving done: approved, verified',
    ]),
  )
})
