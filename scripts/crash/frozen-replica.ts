import { setTimeout as wait } from 'node:timers/promises'
import { serverProcess } from '../probe/server-process'
import type { Visitor } from '../probe/visitor'
import { cuttingProxy } from './cutting-proxy'
import { signedIn, type Bench } from './faults'
import { review } from './reviewer'

/** The healthy server's figures meanwhile: its slowest page, and the time to the first decision. */
export type FrozenTimes = { readGapMs: number; firstWriteMs: number }

const READ_GOAL_MS = 1000
const WRITE_GOAL_MS = 6000
const PATIENCE_MS = 30_000
/** How long pages are timed before, to know their usual time on this machine. */
const BEFORE_MS = 1500
/** A page may take this many times its usual time before it counts as a gap. */
const SLOWER = 3
const PAGES = ['/', '/verifications/', '/organizations/', '/users/', '/invites/', '/readyz']

/**
 * A second server on the same database makes a decision, and is stopped (SIGSTOP) after the database has written the decision's
 * audit entry and before the server hears of it: its transaction is open and holds the end of the chain. It wakes after the first
 * server's next decision; nothing of its own decision may remain.
 */
export async function frozenReplica(
  bench: Bench,
  databaseUrl: string,
): Promise<{ wrong: string[]; times: FrozenTimes | null }> {
  const { builtServer, variables, server, calls, works, phones } = bench
  const dataDir = variables.DATA_DIR ?? '.'
  const door = await cuttingProxy(databaseUrl)
  const replica = await serverProcess(builtServer, { ...variables, DATABASE_URL: door.databaseUrl })
  const state = { isPaused: false, isOver: false }
  const wrong = new Set<string>()
  try {
    await replica.start()
    const [there] = await signedIn(bench.people.slice(0, 1), phones, { origin: replica.origin, dataDir })
    if (!there) throw new Error('Nobody works on the replica')
    const watch = watchPages(bench.people.map(({ browser }) => browser))
    await wait(BEFORE_MS)
    const usualMs = watch.longestMs()
    watch.forget()

    let frozenMs = 0
    const froze = door.whileOpen(/insert into "audit_log"/, () => {
      process.kill(replica.pid(), 'SIGSTOP')
      frozenMs = Date.now()
    })
    const decision = review(there, works, calls, state)
    await Promise.race([froze, wait(PATIENCE_MS)])
    state.isOver = true
    if (frozenMs === 0) return { wrong: ['no decision came to be frozen in'], times: null }
    const writtenMs = await firstWrite(bench, frozenMs)
    const readGapMs = watch.longestMs()
    for (const line of await watch.stop()) wrong.add(line)
    process.kill(replica.pid(), 'SIGCONT')
    await decision
    await replica.readyMs()

    const firstWriteMs = writtenMs - frozenMs
    if (firstWriteMs > WRITE_GOAL_MS) wrong.add(`writes waited ${firstWriteMs} ms for a frozen replica`)
    if (readGapMs > Math.max(READ_GOAL_MS, SLOWER * usualMs))
      wrong.add(`a page took ${Math.round(readGapMs)} ms beside a frozen replica`)
    return { wrong: [...wrong], times: { readGapMs, firstWriteMs } }
  } finally {
    state.isOver = true
    await replica.kill('SIGKILL')
    await door.close()
    await server.readyMs()
  }
}

/** When the first decision posted after the instant was acknowledged. */
async function firstWrite({ calls }: Bench, afterMs: number): Promise<number> {
  for (const untilMs = Date.now() + PATIENCE_MS; Date.now() < untilMs; await wait(10)) {
    const done = calls.filter(({ end, startedMs }) => end === 'done' && startedMs >= afterMs)
    if (done.length > 0) return Math.min(...done.map(({ endedMs }) => endedMs))
  }
  return Infinity
}

/** Everybody opens pages, one after another; requests still pending count as well. */
function watchPages(browsers: readonly Visitor[]) {
  const wrong = new Set<string>()
  const asked = new Map<Visitor, number>()
  let longest = 0
  let isOver = false
  const turn = async (browser: Visitor) => {
    for (let page = 0; !isOver; page += 1) {
      const address = PAGES[page % PAGES.length] ?? '/'
      const startedMs = performance.now()
      asked.set(browser, startedMs)
      const status = await browser.get(address).then(
        (answer) => answer.status,
        () => 'nothing',
      )
      asked.delete(browser)
      longest = Math.max(longest, performance.now() - startedMs)
      if (status !== 200) wrong.add(`${address} answered ${status} beside a frozen replica`)
      await wait(20)
    }
  }
  const turning = browsers.map(turn)
  return {
    longestMs: () => Math.max(longest, ...[...asked.values()].map((startedMs) => performance.now() - startedMs)),
    forget: () => {
      longest = 0
    },
    stop: async () => {
      isOver = true
      await Promise.all(turning)
      return [...wrong]
    },
  }
}
