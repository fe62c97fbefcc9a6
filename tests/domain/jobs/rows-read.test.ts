import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { forgetRecipients } from '../../../app/domain/invites/forget-recipients.server'
import { erasePeopleWhoLeft } from '../../../app/domain/users/personal-data/erase-person.server'
import { emptyTables, openTestDatabase, ownerOf, statementsOf, type Statement } from '../../support/database'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { ROWS, scansOf } from '../../support/plans'
import { testServices, type TestServices } from '../../support/services'
import { LONG_AGO } from '../../support/kept'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})

const MANY = 2 * ROWS
const copied = (table: string, columns: string, values: string) =>
  ownerOf(db).execute(
    sql.raw(`insert into ${table} (${columns}) select ${values} from ${table}, generate_series(1, ${MANY}) as n`),
  )

/** The most rows of a table that any one of the statements reads. */
async function mostRead(table: string, statements: readonly Statement[]): Promise<number> {
  await ownerOf(db).execute(sql.raw(`vacuum analyze ${table}`))
  const scans = await Promise.all(statements.map((statement) => scansOf(db, statement, true)))
  return Math.max(...scans.flat().flatMap((scan) => (scan.table === table ? [scan.rows] : [])))
}

it('forgetting the recipients of codes reads no code that can still be used', async () => {
  await addInvite(db, { channel: 'email', recipient: 'dana@steppe.example', createdAt: LONG_AGO })
  await copied('invites', 'code, type, maximum_uses, created_at, recipient', "'INV-' || n, type, 1, created_at, n")
  const statements = await statementsOf(() => forgetRecipients(services, services.now()))
  expect(statements).toHaveLength(1)
  expect(await mostRead('invites', statements)).toBe(0)
})

it('erasing people who left long ago reads few rows of the audit log in any statement', async () => {
  await addUser(db, { status: 'inactive', createdAt: LONG_AGO })
  await copied(
    'users',
    'username, search_key, phone, status, created_at',
    'username, search_key, n, status, created_at',
  )
  await ownerOf(db).execute(sql`insert into audit_log (at, act, object_type, object_id, request_id)
    select ${services.now().toISOString()}::timestamptz, 'user.deactivate', 'user', id, 'test' from users`)
  const statements = await statementsOf(() => erasePeopleWhoLeft(services, LONG_AGO))
  expect(statements.length).toBeGreaterThan(1)
  expect(await mostRead('audit_log', statements)).toBeLessThan(ROWS)
})
