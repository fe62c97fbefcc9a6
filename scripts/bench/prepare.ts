import fs from 'node:fs'
import path from 'node:path'
import { desc, eq, sql } from 'drizzle-orm'
import type { ServerBuild } from 'react-router'
import { NO_STATEMENT_LIMIT_MS, openDatabase } from '../../app/db/engine/open.server'
import { invites } from '../../app/db/schema/invites'
import { organizations } from '../../app/db/schema/organizations'
import { sessions } from '../../app/db/schema/sessions'
import { users } from '../../app/db/schema/users'
import { verifications } from '../../app/db/schema/verifications'
import type { BulkCounts } from '../../app/demo/bulk/bulk.server'
import { seedDemo } from '../../app/demo/demo.server'
import { openSession } from '../../app/domain/sessions/sessions.server'
import { readEnv, type Env } from '../../app/env.server'
import { openDocuments } from '../../app/gateways/documents/documents.server'
import { openLog } from '../../app/gateways/log.server'
import { startSession } from '../../app/http/sign-in/session.server'
import { openServices, type Services } from '../../app/services.server'
import { fillBulk } from '../fill-bulk'
import { inProcess } from './in-process'
import type { RawList, RawWork } from './raw-server'
import { cutPage } from './same-page'
import { statementsOf, workStatements } from './statements'

export const ADMIN_PHONE = '+77010000002'
/** The list of invites narrowed by two types and two statuses. */
export const INVITES_2_AND_2 = '/invites?type=invite_to_user&type=invite_to_organization&status=active&status=used'
const SEED = 1

export type Prepared = { cookie: string; pages: Page[]; statementCounts: Map<string, number> }
export type Page = { name: string; address: string; isSignedIn: boolean }

/** Fills the database, opens a session, counts statements, and stores what the raw server needs. */
export async function prepare(
  variables: Variables,
  counts: BulkCounts,
  build: ServerBuild,
  pagesOf: (services: Services) => Promise<Page[]> = choosePages,
): Promise<Prepared> {
  const env = envOf(variables)
  await fill(env, counts)
  const services = await openServices(env)
  try {
    const cookie = await signInAdmin(services)
    const pages = await pagesOf(services)
    const statementCounts = new Map<string, number>()
    const visit = inProcess(services, build)
    for (const { name, address, isSignedIn } of pages) {
      const seen = await workStatements(services.db, () => visit(address, isSignedIn ? cookie : ''))
      statementCounts.set(name, seen.length)
    }
    const raw = await describeRawWork(services, (address) => visit(address, cookie))
    fs.writeFileSync(path.join(env.dataDir, 'raw.json'), JSON.stringify(raw))
    return { cookie, pages, statementCounts }
  } finally {
    await services.close()
  }
}

type Variables = Record<string, string | undefined>

const envOf = (variables: Variables): Env => readEnv({ ...process.env, MODE: 'demo', LOG_LEVEL: 'error', ...variables })

/** The services of the console that runs with these variables. */
export const openFor = (variables: Variables): Promise<Services> => openServices(envOf(variables))

async function fill(env: Env, counts: BulkCounts): Promise<void> {
  const asOwner = { ...env, databaseUrl: env.migrateDatabaseUrl }
  const log = openLog(env)
  const database = await openDatabase(asOwner, log, NO_STATEMENT_LIMIT_MS)
  try {
    const services = { env, db: database.db, documents: openDocuments(env), log, now: () => new Date() }
    await seedDemo(services)
    // A second run over the same database measures what is there.
    if ((await database.db.$count(invites)) < counts.invites) await fillBulk(services, counts, SEED, () => {})
  } finally {
    await database.close()
  }
}

/** Returns a cookie of the demo's admin, signed in now. */
export async function signInAdmin(services: Services, deviceId = 'benchmark'): Promise<string> {
  const [admin] = await services.db.select({ id: users.id }).from(users).where(eq(users.phone, ADMIN_PHONE))
  if (!admin) throw new Error('The demonstration has no admin')
  const browser = { deviceId, userAgent: 'benchmark', address: '127.0.0.1' }
  const tokens = await openSession(services.db, services, admin.id, browser)
  const lines = await startSession(services, { userId: admin.id, deviceId }, tokens)
  return lines.map((line) => line.split(';')[0]).join('; ')
}

/** Runs `work` with this many sessions of the admin, all ended afterwards. */
export async function withSessions<Result>(
  variables: Variables,
  { people, deviceId }: { people: number; deviceId: string },
  work: (cookies: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const services = await openFor(variables)
  try {
    const cookies: string[] = []
    while (cookies.length < people) cookies.push(await signInAdmin(services, deviceId))
    return await work(cookies)
  } finally {
    await services.db.delete(sessions).where(eq(sessions.deviceId, deviceId))
    await services.close()
  }
}

/** The addresses to measure; those that depend on the data are looked up. */
async function choosePages({ db }: Services): Promise<Page[]> {
  const [pending] = await db
    .select({ id: verifications.id, organization: organizations.name })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(sql`${verifications.status} = 'pending' and ${verifications.type} = 'initial_registration'`)
    .orderBy(desc(verifications.submittedAt))
    .limit(1)
  const [sized] = await db.select({ total: sql`count(*)`.mapWith(Number) }).from(verifications)
  const middle = Math.ceil((sized?.total ?? 0) / 20)
  const signedIn = (name: string, address: string) => ({ name, address, isSignedIn: true })
  return [
    signedIn('queue', '/verifications/'),
    signedIn(
      'queue, 2 types + 2 statuses',
      '/verifications/?type=address_change&type=tax_registration_renewal&status=pending&status=approved',
    ),
    signedIn('queue, search', `/verifications/?q=${encodeURIComponent(pending?.organization ?? '')}`),
    signedIn(`queue, page ${middle}`, `/verifications/?page=${middle}`),
    signedIn('queue, `.data` page turn', '/verifications.data?page=2'),
    signedIn('review page', `/verifications/${pending?.id}`),
    signedIn('dashboard', '/'),
    { name: 'sign-in', address: '/sign-in', isSignedIn: false },
  ]
}

type Visit = (address: string) => Promise<string>

const describeRawWork = async ({ db }: Services, visit: Visit): Promise<RawWork> => ({
  queue: await describeList(db, visit, {
    address: '/verifications/',
    row: /href="\/verifications\/(?:mode-changes\/)?([0-9a-f-]{36})/,
    rows: 'on_page',
    nameAt: 8,
    async nameOf(id) {
      const isOf = eq(organizations.id, verifications.organizationId)
      const names = db.select({ name: organizations.name }).from(verifications).innerJoin(organizations, isOf)
      return (await names.where(eq(verifications.id, id)))[0]?.name
    },
  }),
  invites: await describeList(db, visit, {
    address: INVITES_2_AND_2,
    row: /href="\/invites\/([0-9a-f-]{36})/,
    rows: '"chosen"',
    nameAt: 1,
    async nameOf(id) {
      const [first] = await db
        .select({ code: sql<string>`${invites.code}` })
        .from(invites)
        .where(eq(invites.id, id))
      return first?.code
    },
  }),
})

/** `row` selects the id of the first row, `rows` is the statement that returns the rows. */
async function describeList(
  db: Services['db'],
  visit: Visit,
  list: {
    address: string
    row: RegExp
    rows: string
    nameAt: number
    nameOf: (id: string) => Promise<string | undefined>
  },
): Promise<RawList> {
  let html = ''
  const seen = await statementsOf(db, async () => {
    html = await visit(list.address)
  })
  const id = list.row.exec(html)?.[1] ?? ''
  const statements = seen
    .filter((statement) => /^\s*(select|with)/i.test(statement.sql))
    .toSorted((a, b) => Number(a.sql.includes(list.rows)) - Number(b.sql.includes(list.rows)))
  if (!statements.at(-1)?.sql.includes(list.rows)) throw new Error(`No statement gave the rows of ${list.address}`)
  return { pieces: cutPage(html, id, (await list.nameOf(id)) ?? ''), statements, nameAt: list.nameAt }
}
