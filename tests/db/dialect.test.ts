import { sql, type SQL } from 'drizzle-orm'
import { PgDialect, QueryBuilder } from 'drizzle-orm/pg-core'
import { NodePgDatabase, NodePgDriver } from 'drizzle-orm/node-postgres'
import { PgliteDatabase, PgliteDriver } from 'drizzle-orm/pglite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../app/db/engine/database'
import { OneTextDialect } from '../../app/db/engine/dialect'
import { invites } from '../../app/db/schema/invites'
import { organizations } from '../../app/db/schema/organizations'
import { users } from '../../app/db/schema/users'
import { verifications } from '../../app/db/schema/verifications'
import { seedDemo } from '../../app/demo/demo.server'
import { openSession } from '../../app/domain/sessions/sessions.server'
import { startSession } from '../../app/http/sign-in/session.server'
import { openConsole } from '../support/console'
import { emptyTables, logger, openTestDatabase, ownerOf, statementsOf } from '../support/database'
import { testServices } from '../support/services'
import { staff } from '../support/verifications'

const drizzles = new PgDialect()
const ours = new OneTextDialect()

/** The same database through our dialect, with the same logger. */
function inOneText(db: Database): Database {
  const { $client } = db as Database & { $client: never }
  const isPool = 'connect' in ($client as object)
  const session = isPool
    ? new NodePgDriver($client, ours, { logger }).createSession(undefined)
    : new PgliteDriver($client, ours, { logger }).createSession(undefined)
  return isPool
    ? new NodePgDatabase(ours, session as never, undefined)
    : new PgliteDatabase(ours, session as never, undefined)
}

const db = await openTestDatabase()
const services = await testServices()
const own = { ...services, db: inOneText(db) }
const { read } = await openConsole()
const ids: Record<string, string> = {}
let cookie = ''

beforeAll(async () => {
  await emptyTables(db)
  await seedDemo({ ...services, db: ownerOf(db) })
  const { id: userId } = await staff(db, 'superadmin', 'aigerim')
  const browser = { deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7' }
  const tokens = await openSession(db, services, userId, browser)
  const lines = await startSession(services, { userId, deviceId: browser.deviceId }, tokens)
  cookie = lines.map((line) => line.split(';')[0]).join('; ')
  const first = async (table: typeof invites | typeof organizations | typeof users | typeof verifications) =>
    (await db.select({ id: table.id }).from(table).orderBy(table.id).limit(1))[0]?.id ?? ''
  ids.invite = await first(invites)
  ids.organization = await first(organizations)
  ids.user = await first(users)
  ids.verification = await first(verifications)
})

const PAGES =
  `/ /invites /invites?type=invite_to_user&type=invite_to_organization&status=active&status=used&sort=expires-last
  /invites?q=7K0M&page=3 /invites/{invite} /organizations /organizations?country=kz&verification_status=approved&q=cargo
  /organizations/{organization} /organizations/{organization}?tab=settings /verifications/ /verifications/?view=claimable
  /verifications/?view=overdue&sort=due /verifications/?view=mine /verifications/?reviewer=me&reviewer=nobody&status=pending
  /verifications/?tab=mode-changes&country=kz&q=trade /verifications/{verification} /verifications/{verification}?view=claimable
  /users /users?who=partners&username=ai&status=active&role=admin /users/{user} /users/recovery /search?q=zhetysu /search?q=冷链
  /audit /audit?q=aigerim /inbox /views /settings/devices /settings/templates /settings/due-dates /settings/reviews /settings/keeping /privacy /glossary`.split(
    /\s+/,
  )

/** Parallel queries of a page are sent in any order. */
const inOrder = (sent: Awaited<ReturnType<typeof statementsOf>>) => sent.map((one) => JSON.stringify(one)).toSorted()

describe('the text of a statement', () => {
  it.each(PAGES)('and its values are the same as Drizzle’s for every statement of %s', async (address) => {
    const page = address.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
    const theirs = await statementsOf(async () => void (await read(services, page, cookie)))
    const left = vi.spyOn(PgDialect.prototype, 'sqlToQuery')
    const written = await statementsOf(async () => void (await read(own, page, cookie)))
    expect(left.mock.instances.filter((dialect) => dialect === ours)).toEqual([])
    left.mockRestore()
    expect(theirs.length).toBeGreaterThan(0)
    expect(inOrder(written)).toEqual(inOrder(theirs))
  })

  it.each<[string, SQL]>([
    ['values of all kinds', sql`select ${1}, ${'a'}, ${null}, ${true}, ${undefined}, ${[1, 'b', [2]]}, ${new Date(0)}`],
    ['names with quotes', sql`select ${sql.identifier('a"b')} from ${users} where ${users.id} = ${'x'}`],
    ['raw text and joined pieces', sql`${sql.raw('select 1')} ${sql.join([sql`a = ${1}`, sql`b`], sql` and `)}`],
    ['places for values', sql`${sql.placeholder('name')} ${sql.param(sql.placeholder('at'), users.createdAt)}`],
    ['values of a column', sql`${sql.param(new Date(0), users.createdAt)} ${sql.param(null, users.createdAt)}`],
    ['a query within', sql`exists ${new QueryBuilder().select({ id: users.id }).from(users).limit(1)}`],
    ['a name given', sql`${sql`lower(${users.username})`.as('low')}`],
    ['values in the text', sql`select ${sql`${1} ${'it’s'}`.inlineParams()} ${2}`],
  ])('is the same as Drizzle’s for %s', (_, statement) => {
    const { sql: text, params } = drizzles.sqlToQuery(statement)
    expect(ours.sqlToQuery(statement)).toMatchObject({ sql: text, params })
  })
})
