import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { rollDice } from '../../app/demo/dice'
import { serverProcess, type ServerProcess } from '../probe/server-process'
import { pssMb, treeOf } from './full/memory'
import { closeScales, DEEP, FIRST, FILTERED, MILLION, QUEUE, withScales, type Scale } from './full/scales'
import { percentile, median } from './measure'
import { withSessions } from './prepare'
import { writeDown } from './write-down'
import { MINUTE_MS } from '../../app/durations'

const PEOPLE = 16
const WORKERS = [1, 2]
const COMPILE_SECONDS = 40
const SECONDS = 60
const SHARE = 0.7
const SEED = 1
/** By then everything is compiled, and the garbage collector has settled on a heap size. */
const SETTLED_MINUTES = 10

/** How many of a hundred requests go to each page. */
const MIX = new Map([
  [QUEUE.name, 22],
  ['queue, `.data` page turn', 8],
  ['an application', 25],
  ['dashboard', 8],
  [FIRST.name, 7],
  [FILTERED.name, 4],
  [DEEP, 2],
  ['organizations', 6],
  ['an organization', 5],
  ['users', 4],
  ['users, part of a name', 3],
  ['search, a whole name', 2],
  ['search "cargo"', 2],
  ['audit log', 2],
])

/**
 * Measures pages of all kinds at a million invites: first the throughput of one and of two processes with people who never pause,
 * then memory at a steady share of that throughput for `minutes`. Writes the results into the measurements.
 */
export const runMixed = (databaseUrl: string, minutes: number): Promise<void> =>
  withScales(databaseUrl, [MILLION], async (scales) => {
    await closeScales(scales)
    const [scale] = scales
    if (!scale) throw new Error('Nothing was opened')
    const people = { people: PEOPLE, deviceId: 'benchmark of mixed load' }
    const report = await withSessions(scale.variables, people, (cookies) => measureMixed(scale, cookies, minutes))
    process.stdout.write(report)
    writeDown('npm run bench -- --mixed', report)
  })

async function measureMixed({ variables, pages }: Scale, cookies: readonly string[], minutes: number): Promise<string> {
  const dice = rollDice(SEED)
  const hundred = [...MIX].flatMap(([name, times]) => {
    const page = pages.find((page) => page.name === name)
    if (!page) throw new Error(`No page is called ${name}`)
    return Array<string>(times).fill(page.address)
  })
  const next = () => dice.pick(hundred)
  const lines = [
    `${PEOPLE} people without a pause for ${SECONDS} s after ${COMPILE_SECONDS} s of the same; the reader of the answers on the same ${os.cpus().length} cores.`,
    '',
    '| processes | pages a second | p50, p99, ms | other than 200 | memory (PSS), MB | load |',
    '|---|---|---|---|---|---|',
  ]
  for (const workers of WORKERS) {
    const server = await startWith(variables, workers)
    try {
      await crowd(server, cookies, next, COMPILE_SECONDS)
      const found = await crowd(server, cookies, next, SECONDS)
      const pace = found.times.length / SECONDS
      lines.push(
        `| ${workers} | ${pace.toFixed(1)} | ${timesOf(found)} | ${found.failed} of ${found.times.length} | ${memoryOf(server).toFixed(0)} | ${load()} |`,
      )
      process.stderr.write(`${lines.at(-1)}\n`)
      if (workers === WORKERS.at(-1) && minutes > 0)
        lines.push('', ...(await watch(server, cookies, next, pace * SHARE, minutes)))
    } finally {
      await server.kill('SIGTERM')
    }
  }
  return [...lines, ''].join('\n')
}

async function startWith(variables: Scale['variables'], workers: number): Promise<ServerProcess> {
  const server = await serverProcess(path.join(import.meta.dirname, 'server.js'), {
    ...variables,
    WORKERS: String(workers),
  })
  await server.start()
  return server
}

type Found = { times: number[]; failed: number }
const timesOf = ({ times }: Found) => {
  const sorted = times.toSorted((a, b) => a - b)
  return `${percentile(sorted, 0.5).toFixed(0)}, ${percentile(sorted, 0.99).toFixed(0)}`
}
const load = () => os.loadavg()[0]?.toFixed(0)

async function ask(server: ServerProcess, address: string, cookie: string, found: Found, dueMs: number): Promise<void> {
  try {
    const answer = await fetch(server.origin + address, { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) found.failed += 1
  } catch {
    found.failed += 1
  }
  found.times.push(performance.now() - dueMs)
}

/** Each person requests the next page as soon as the last one is there. */
async function crowd(
  server: ServerProcess,
  cookies: readonly string[],
  next: () => string,
  seconds: number,
): Promise<Found> {
  const found: Found = { times: [], failed: 0 }
  const untilMs = performance.now() + seconds * 1000
  await Promise.all(
    cookies.map(async (cookie) => {
      while (performance.now() < untilMs) await ask(server, next(), cookie, found, performance.now())
    }),
  )
  return found
}

/** Sends requests at a steady pace, whether or not the last answer is there; a page's time counts from when it was due. */
async function watch(
  server: ServerProcess,
  cookies: readonly string[],
  next: () => string,
  pace: number,
  minutes: number,
): Promise<string[]> {
  const found: Found = { times: [], failed: 0 }
  const memory: number[] = []
  const startedMs = performance.now()
  const total = Math.floor(pace * minutes * 60)
  const asked: Promise<void>[] = []
  for (let n = 0; n < total; n += 1) {
    const dueMs = startedMs + (n / pace) * 1000
    await wait(Math.max(0, dueMs - performance.now()))
    asked.push(ask(server, next(), cookies[n % cookies.length] ?? '', found, dueMs))
    if (performance.now() - startedMs >= (memory.length + 1) * MINUTE_MS) {
      memory.push(memoryOf(server))
      process.stderr.write(`${memory.length} min: ${memory.at(-1)?.toFixed(0)} MB, load ${load()}\n`)
    }
  }
  await Promise.all(asked)
  memory.push(memoryOf(server))
  const settledAfter = Math.min(SETTLED_MINUTES, Math.floor(memory.length / 2))
  const settled = memory.slice(settledAfter)
  const third = Math.max(1, Math.floor(settled.length / 3))
  const [first, last] = [median(settled.slice(0, third)), median(settled.slice(-third))]
  return [
    `**${minutes} minutes at ${SHARE * 100} % of that** (${pace.toFixed(1)} a second, ${WORKERS.at(-1)} processes): ${total} pages, ${found.failed} other than 200, ` +
      `p50 and p99 ${timesOf(found)} ms from when each was due. Memory of all processes after the first ${settledAfter} minutes: median of the first third ` +
      `${first.toFixed(0)} MB, of the last ${last.toFixed(0)} MB (${(last - first).toFixed(0)} MB), at most ${Math.max(...settled).toFixed(0)} MB.`,
  ]
}

const memoryOf = (server: ServerProcess): number => treeOf(server.pid()).reduce((sum, pid) => sum + pssMb(pid), 0)
