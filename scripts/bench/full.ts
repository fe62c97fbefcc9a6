import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { desc, eq, isNull } from 'drizzle-orm'
import pg from 'pg'
import { invites } from '../../app/db/schema/invites'
import { organizations } from '../../app/db/schema/organizations'
import { users } from '../../app/db/schema/users'
import { verifications } from '../../app/db/schema/verifications'
import type { Services } from '../../app/services.server'
import { WrongArgument } from '../command'
import { serverProcess, type ServerProcess } from '../probe/server-process'
import { at, measureOnce, median, type Figures, type Target } from './measure'
import { prepare, type Page } from './prepare'
import { scriptsOf } from './scripts-of'

const SCALES = [
  { suffix: '10k', counts: { organizations: 2000, users: 5000, verifications: 1000, invites: 10_000 } },
  { suffix: '1m', counts: { organizations: 200_000, users: 500_000, verifications: 100_000, invites: 1_000_000 } },
]
const RAWS = { template: 'raw: SQL + template', react: 'raw: SQL + renderToString' }
const QUEUE = 'queue'
const FIRST = 'invites'
const DEEP = 'invites, page by number, the middle'

/** A run says something only when the machine was quiet: so quick is the database, and so alike both halves of the rounds. */
const SELECT_LIMIT_MS = 0.3
const SPREAD_LIMIT = 0.25
const SELECTS = 200
const AT_ONCE = 4
const THROUGHPUT_MS = 5000
const FILE = 'docs/measurements.md'
const [BEGIN, END] = ['<!-- npm run bench -- --full -->', '<!-- end of the full bench -->']

type Scale = {
  suffix: string
  server: ServerProcess
  raw: ServerProcess
  cookie: string
  pages: Page[]
  startMs: number[]
}

/**
 * Ten thousand and a million invites side by side, each beside its raw server, all in one run. The databases are named after
 * the one of `databaseUrl`, made when they are missing and left for the next run. Writes the figures into the measurements.
 */
export async function runFull(databaseUrl: string | undefined, rounds: number): Promise<void> {
  if (!databaseUrl) throw new WrongArgument('--full needs DATABASE_URL, of a role that may create databases')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'))
  const scales: Scale[] = []
  const probe = new pg.Client({ connectionString: databaseUrl })
  await probe.connect()
  try {
    for (const { suffix, counts } of SCALES) {
      const url = await databaseBeside(probe, databaseUrl, suffix)
      process.stderr.write(`Filling ${new URL(url).pathname.slice(1)} …\n`)
      scales.push(await open(path.join(folder, suffix), url, suffix, counts))
    }
    const report = await measureAll(scales, probe, rounds)
    process.stdout.write(report)
    writeDown(report)
  } finally {
    await probe.end()
    for (const { server, raw } of scales) {
      await server.kill('SIGTERM')
      await raw.kill('SIGKILL')
    }
    fs.rmSync(folder, { recursive: true, force: true })
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

async function open(
  dataDir: string,
  url: string,
  suffix: string,
  counts: (typeof SCALES)[0]['counts'],
): Promise<Scale> {
  fs.mkdirSync(path.join(dataDir, 'raw'), { recursive: true })
  const variables = { DATA_DIR: dataDir, DATABASE_URL: url, LIMITS_FACTOR: '1000' }
  const build = await import('virtual:react-router/server-build')
  const { cookie, pages } = await prepare(variables, counts, build, pagesOf)
  fs.copyFileSync(path.join(dataDir, 'raw.json'), path.join(dataDir, 'raw/raw.json'))
  const here = import.meta.dirname
  const server = await serverProcess(path.join(here, 'server.js'), variables)
  const raw = await serverProcess(path.join(here, 'bench.js'), { ...variables, DATA_DIR: path.join(dataDir, 'raw') }, [
    'raw',
  ])
  await raw.start()
  const startMs = [await server.start(), await plainStartMs(dataDir)]
  return { suffix, server, raw, cookie, pages, startMs }
}

const PLAIN_SERVER =
  "require('http').createServer((_, answer) => answer.end('ready')).listen(process.env.PORT, '127.0.0.1')"

/** How long Node alone takes until it answers. */
async function plainStartMs(dataDir: string): Promise<number> {
  const file = path.join(dataDir, 'plain.cjs')
  fs.writeFileSync(file, PLAIN_SERVER)
  const plain = await serverProcess(file, { DATA_DIR: dataDir })
  const ms = await plain.start()
  await plain.kill('SIGKILL')
  return ms
}

async function pagesOf({ db }: Services): Promise<Page[]> {
  const [organization] = await db.select().from(organizations).orderBy(desc(organizations.createdAt)).limit(1)
  const [verification] = await db.select().from(verifications).where(eq(verifications.status, 'pending')).limit(1)
  const [user] = await db.select().from(users).orderBy(desc(users.createdAt)).limit(1)
  const middle = Math.ceil((await db.$count(invites, isNull(invites.deletedAt))) / 20)
  return [
    ['dashboard', '/'],
    [FIRST, '/invites'],
    [
      'invites, 2 types + 2 statuses',
      '/invites?type=invite_to_user&type=invite_to_organization&status=active&status=used',
    ],
    [DEEP, `/invites?page=${middle}`],
    ['organizations', '/organizations'],
    ['an organization', `/organizations/${organization?.id}`],
    [QUEUE, '/verifications/'],
    ['queue, `.data` page turn', '/verifications.data?page=2'],
    ['an application', `/verifications/${verification?.id}`],
    ['users', '/users'],
    ['users, part of a name', `/users?q=${encodeURIComponent(user?.username.slice(0, 6) ?? '')}`],
    ['search, a whole name', `/search?q=${encodeURIComponent(organization?.name ?? '')}`],
    ['search "cargo"', '/search?q=cargo'],
    ['audit log', '/audit'],
  ].map(([name = '', address = '']) => ({ name, address, isSignedIn: true }))
}

async function measureAll(scales: readonly Scale[], probe: pg.Client, rounds: number): Promise<string> {
  const targets = scales.map(({ server, raw, cookie, pages }): Target[] => [
    { name: RAWS.template, server: raw, address: '/template', cookie: '' },
    { name: RAWS.react, server: raw, address: '/react', cookie: '' },
    ...pages.map(({ name, address }) => ({ name, server, address, cookie })),
  ])
  const found = targets.map((all) => all.map(() => [] as Figures[]))
  const selects: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    selects.push(await selectMs(probe))
    for (let place = 0; place < (targets[0]?.length ?? 0); place += 1)
      for (const [scale, all] of targets.entries()) {
        const target = all[place]
        if (target) found[scale]?.[place]?.push(await measureOnce(target))
      }
  }
  const many = scales.at(-1)
  if (!many) throw new Error('Nothing was measured')
  const pagesASecond = await throughput(many.server, '/verifications/', many.cookie)
  const rawsASecond = await throughput(many.raw, '/react', '')
  const html = await (await fetch(`${many.server.origin}/invites`, { headers: { cookie: many.cookie } })).text()
  const scripts = scriptsOf(html, path.resolve('build/client'))
  const exportMs = await firstByteMs(many)

  const of = (scale: number, name: string, figure: 'p50Ms' | 'p95Ms' | 'cpuMs') => {
    const place = targets[scale]?.findIndex((target) => target.name === name) ?? -1
    return median((found[scale]?.[place] ?? []).map((round) => round[figure]))
  }
  const last = scales.length - 1
  const ratio = (a: number, b: number) => (a / b).toFixed(2)
  const names = targets[0]?.map(({ name }) => name) ?? []
  const pages = names.filter((name) => !name.startsWith('raw'))
  const worst = pages
    .map((name) => ({ name, growth: of(last, name, 'p95Ms') / of(0, name, 'p95Ms') }))
    .toSorted((a, b) => b.growth - a.growth)[0]
  const spread = spreadOf((found[last]?.[0] ?? []).map(({ p50Ms }) => p50Ms))
  const quickest = median(selects)
  const isValid = quickest <= SELECT_LIMIT_MS && spread <= SPREAD_LIMIT
  return [
    `${rounds} interleaved rounds of 60 requests, one at a time; medians. **${isValid ? 'A valid run' : 'Not a valid run'}**: \`select 1\` took ${quickest.toFixed(2)} ms (at most ${SELECT_LIMIT_MS}), both halves of the reference differ by ${(spread * 100).toFixed(0)} % (at most ${SPREAD_LIMIT * 100}); ${os.cpus().length} cores under a load of ${os.loadavg()[0]?.toFixed(0)}.`,
    '',
    '| figure | goal | this run |',
    '|---|---|---|',
    `| 1. queue at 1M ÷ raw template: p50, p95 | 1.3, 1.6 | ${ratio(of(last, QUEUE, 'p50Ms'), of(last, RAWS.template, 'p50Ms'))}, ${ratio(of(last, QUEUE, 'p95Ms'), of(last, RAWS.template, 'p95Ms'))} |`,
    `| 2. queue, ${AT_ONCE} at once, ÷ raw renderToString; processor a page, ms | 0.6; 2 | ${ratio(pagesASecond, rawsASecond)} (${pagesASecond.toFixed(0)} a second); ${of(last, QUEUE, 'cpuMs').toFixed(1)} |`,
    `| 3. growth of p95 from 10k to 1M, the worst page | 1.2 | ${worst?.growth.toFixed(2)} (${worst?.name}) |`,
    `| 4. the middle page by number ÷ page 1 | 1.5 | ${ratio(of(last, DEEP, 'p50Ms'), of(last, FIRST, 'p50Ms'))} |`,
    `| 5. part of a name ÷ page 1 | 1.5 | ${ratio(of(last, 'users, part of a name', 'p50Ms'), of(last, 'users', 'p50Ms'))} |`,
    `| 6. script of the invites list, brotli KB | 126 | ${(scripts.brotli / 1000).toFixed(1)} |`,
    `| 10. start to ready ÷ a bare server of Node | 3.5 | ${ratio(median(scales.map(({ startMs }) => startMs[0] ?? 0)), median(scales.map(({ startMs }) => startMs[1] ?? 0)))} |`,
    `| 12. first byte of the export of all invites, ms | 50 | ${exportMs.toFixed(0)} |`,
    '',
    'Figures 7 and 8 want a browser, 9 a hundred sessions, 11 writes: other sections have them.',
    '',
    '| page | p50 at 10k, ms | p50 at 1M, ms | ÷ | p95 ÷ | processor at 1M, ms |',
    '|---|---|---|---|---|---|',
    ...names.map(
      (name) =>
        `| ${name} | ${of(0, name, 'p50Ms').toFixed(1)} | ${of(last, name, 'p50Ms').toFixed(1)} | ${ratio(of(last, name, 'p50Ms'), of(0, name, 'p50Ms'))} | ${ratio(of(last, name, 'p95Ms'), of(0, name, 'p95Ms'))} | ${of(last, name, 'cpuMs').toFixed(1)} |`,
    ),
    '',
  ].join('\n')
}

async function selectMs(probe: pg.Client): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < SELECTS; n += 1) {
    const startedMs = performance.now()
    await probe.query('select 1')
    times.push(performance.now() - startedMs)
  }
  return at(
    times.toSorted((a, b) => a - b),
    0.5,
  )
}

/** How far the second half of the rounds is from the first. */
function spreadOf(all: readonly number[]): number {
  const half = Math.floor(all.length / 2)
  const [first, second] = [median(all.slice(0, half)), median(all.slice(-half))]
  return half === 0 ? 1 : Math.abs(first - second) / Math.min(first, second)
}

/** Answers a second, so many asked for at once. */
async function throughput(server: ServerProcess, address: string, cookie: string): Promise<number> {
  const untilMs = performance.now() + THROUGHPUT_MS
  let answers = 0
  const ask = async () => {
    while (performance.now() < untilMs) {
      const response = await fetch(server.origin + address, { headers: { cookie, 'accept-encoding': 'identity' } })
      await response.arrayBuffer()
      if (response.ok) answers += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return (answers * 1000) / THROUGHPUT_MS
}

async function firstByteMs({ server, cookie }: Scale): Promise<number> {
  const startedMs = performance.now()
  const response = await fetch(`${server.origin}/invites/export`, { headers: { cookie } })
  const reader = response.body?.getReader()
  await reader?.read()
  const ms = performance.now() - startedMs
  await reader?.cancel()
  return ms
}

function writeDown(report: string): void {
  if (!fs.existsSync(FILE)) return
  const text = fs.readFileSync(FILE, 'utf8')
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (from < 0 || to < from) return
  fs.writeFileSync(FILE, `${text.slice(0, from + BEGIN.length)}\n\n${report}\n${text.slice(to)}`)
}
