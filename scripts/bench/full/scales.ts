import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { desc, eq, isNull } from 'drizzle-orm'
import pg from 'pg'
import { invites } from '../../../app/db/schema/invites'
import { organizations } from '../../../app/db/schema/organizations'
import { users } from '../../../app/db/schema/users'
import { verifications } from '../../../app/db/schema/verifications'
import type { BulkCounts } from '../../../app/demo/bulk/bulk.server'
import { LIMITS } from '../../../app/domain/limits/limit'
import { addHit } from '../../../app/domain/limits/limits.server'
import type { Services } from '../../../app/services.server'
import { serverProcess, type ServerProcess } from '../../probe/server-process'
import { INVITES_2_AND_2, prepare, type Page } from '../prepare'

type Size = { suffix: string; counts: BulkCounts }
export const TEN_THOUSAND: Size = {
  suffix: '10k',
  counts: { organizations: 2000, users: 5000, verifications: 1000, invites: 10_000 },
}
export const MILLION: Size = {
  suffix: '1m',
  counts: { organizations: 200_000, users: 500_000, verifications: 100_000, invites: 1_000_000 },
}

/** A database of one size, the console on it, and the raw server on it. */
export type Scale = {
  variables: { DATA_DIR: string; DATABASE_URL: string; LIMITS_FACTOR: string }
  server: ServerProcess
  raw: ServerProcess
  cookie: string
  pages: Page[]
  /** The time from the start to the first whole page. */
  startMs: { console: number; raw: number }
}

/** A row of the table of figures; its name begins with the goal's number. */
export type Line = { figure: string; goal: string; found: string }

export const FIRST = { name: 'invites', address: '/invites' }
export const FILTERED = { name: 'invites, 2 types + 2 statuses', address: INVITES_2_AND_2 }
export const QUEUE = { name: 'queue', address: '/verifications/' }
export const DEEP = 'invites, page by number, the middle'

/**
 * Runs `work` on databases of these sizes, each with a console and a raw server. The databases are named after the one of
 * `databaseUrl`, created and filled when they are missing, and kept for the next run.
 */
export async function withScales(
  databaseUrl: string,
  sizes: readonly Size[],
  work: (scales: readonly Scale[], probe: pg.Client) => Promise<void>,
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'))
  const probe = new pg.Client({ connectionString: databaseUrl })
  await probe.connect()
  const scales: Scale[] = []
  try {
    for (const { suffix, counts } of sizes) {
      const url = await databaseBeside(probe, databaseUrl, suffix)
      process.stderr.write(`Filling ${new URL(url).pathname.slice(1)} …\n`)
      scales.push(await openScale(path.join(folder, suffix), url, counts))
    }
    await work(scales, probe)
  } finally {
    await closeScales(scales)
    await probe.end()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

export async function closeScales(scales: readonly Scale[]): Promise<void> {
  for (const { server, raw } of scales) {
    await server.kill('SIGTERM')
    await raw.kill('SIGKILL')
  }
}

async function databaseBeside(probe: pg.Client, databaseUrl: string, suffix: string): Promise<string> {
  const url = new URL(databaseUrl)
  const name = `${decodeURIComponent(url.pathname.slice(1))}_${suffix}`
  const { rowCount } = await probe.query('select from pg_database where datname = $1', [name])
  if (!rowCount) await probe.query(`create database ${pg.escapeIdentifier(name)}`)
  url.pathname = `/${name}`
  return url.href
}

async function openScale(dataDir: string, url: string, counts: BulkCounts): Promise<Scale> {
  fs.mkdirSync(path.join(dataDir, 'raw'), { recursive: true })
  const variables = { DATA_DIR: dataDir, DATABASE_URL: url, LIMITS_FACTOR: '1000' }
  const build = await import('virtual:react-router/server-build')
  const { cookie, pages } = await prepare(variables, counts, build, async (services) => {
    // The made-up documents have no files: the console would search for each while it is measured.
    await addHit(services.db, services, { limit: LIMITS.documentSweeps, subject: 'documents' })
    return pagesOf(services)
  })
  fs.copyFileSync(path.join(dataDir, 'raw.json'), path.join(dataDir, 'raw/raw.json'))
  const here = import.meta.dirname
  const server = await serverProcess(path.join(here, 'server.js'), variables)
  const rawServer = path.join(here, 'raw-server.js')
  const raw = await serverProcess(rawServer, { ...variables, DATA_DIR: path.join(dataDir, 'raw') })
  const startMs = {
    raw: await firstPageMs(raw, '/invites/template', ''),
    console: await firstPageMs(server, FIRST.address, cookie),
  }
  return { variables, server, raw, cookie, pages, startMs }
}

/** The time from the start of the process to its first whole page. */
async function firstPageMs(server: ServerProcess, address: string, cookie: string): Promise<number> {
  const readyMs = await server.start()
  const startedMs = performance.now()
  await (await fetch(server.origin + address, { headers: { cookie } })).text()
  return readyMs + performance.now() - startedMs
}

async function pagesOf({ db }: Services): Promise<Page[]> {
  const [organization] = await db.select().from(organizations).orderBy(desc(organizations.createdAt)).limit(1)
  const [verification] = await db.select().from(verifications).where(eq(verifications.status, 'pending')).limit(1)
  const [user] = await db.select().from(users).orderBy(desc(users.createdAt)).limit(1)
  const middle = Math.ceil((await db.$count(invites, isNull(invites.deletedAt))) / 20)
  return [
    { name: 'dashboard', address: '/' },
    FIRST,
    FILTERED,
    { name: DEEP, address: `/invites?page=${middle}` },
    { name: 'organizations', address: '/organizations' },
    { name: 'an organization', address: `/organizations/${organization?.id}` },
    QUEUE,
    { name: 'queue, `.data` page turn', address: '/verifications.data?page=2' },
    { name: 'an application', address: `/verifications/${verification?.id}` },
    { name: 'users', address: '/users' },
    { name: 'users, part of a name', address: `/users?q=${encodeURIComponent(user?.username.slice(0, 6) ?? '')}` },
    { name: 'search, a whole name', address: `/search?q=${encodeURIComponent(organization?.name ?? '')}` },
    { name: 'search "cargo"', address: '/search?q=cargo' },
    { name: 'audit log', address: '/audit' },
  ].map((page) => ({ ...page, isSignedIn: true }))
}
