import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runCommand, WrongArgument, wholeNumber } from './command'
import { violations } from './crash/check'
import { cuttingProxy } from './crash/cutting-proxy'
import { faultsOf, signedIn } from './crash/faults'
import type { FrozenTimes } from './crash/frozen-replica'
import type { Call } from './crash/history'
import { prepare } from './crash/prepare'
import { review, type Person } from './crash/reviewer'
import { embedded, postgres } from './crash/storage'
import { serverProcess } from './probe/server-process'
import { temporaryFolder } from './probe/temporary-folder'
import { visitor } from './probe/visitor'

/** The demo's manager, admin and superadmin; each acts through several parallel clients. */
const PHONES = ['+77010000003', '+77010000002', '+77010000001']
const HANDS = 2
/** A kill comes after at most this many acknowledged decisions, at a random moment during the next ones. */
const MOST_BETWEEN = 30
const WITHIN_MS = 300
const PATIENCE_MS = 30_000
/** The end of the check's line about an acknowledged decision that is missing. */
const LOST = / was acknowledged and is lost$/
const USAGE = 'usage: npm run crash [-- --kills 20 --storage embedded|postgres --seed S]'

await runCommand(async (args) => {
  const { kills, storage, seed } = readArguments(args)
  const folder = temporaryFolder('crash')
  const dataDir = folder.path
  const store = storage === 'postgres' ? await postgres(dataDir) : embedded(dataDir)
  const proxy = store.databaseUrl ? await cuttingProxy(store.databaseUrl) : null
  const variables = { DATA_DIR: dataDir, DATABASE_URL: proxy?.databaseUrl, LIMITS_FACTOR: '1000' }
  const builtServer = path.join(import.meta.dirname, 'server.js')
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const { works, ids } = await prepare(variables, { seed, phones: PHONES, kills })
  const before = await store.read()
  const server = await serverProcess(builtServer, variables)
  say(`${storage}, ${works.length} open applications; first start ${seconds(await server.start())} s`)
  const strangers = ids.map((id): Person => ({ id, browser: visitor(server.origin), busy: new Set() }))
  const people = await signedIn(strangers, PHONES, { origin: server.origin, dataDir })

  const calls: Call[] = []
  const found = new Set<string>()
  const ill = new Set<string>()
  const state = { isPaused: false, isOver: false }
  const hands = people.flatMap((person) => Array.from({ length: HANDS }, () => review(person, works, calls, state)))
  const restartsMs: number[] = []
  const frozenTimes: FrozenTimes[] = []
  const struck = new Map<string, number>()
  const bench = { builtServer, variables, server, store, proxy, phones: PHONES, people, works, calls }
  const faults = faultsOf(bench, frozenTimes)
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      if ((await someDecisions(calls)) === 0) ill.add(`${kill}: nothing was decided before it`)
      const fault = faults[(kill - 1) % faults.length]
      if (!fault) break
      const wrong = await fault.strike()
      for (const line of wrong) ill.add(line)
      state.isPaused = true
      await settled(people)
      const broken = violations(before, await store.read(), calls)
      for (const line of broken) found.add(line)
      const ms = await fault.recover()
      if (ms !== null) restartsMs.push(ms)
      struck.set(fault.name, (struck.get(fault.name) ?? 0) + 1)
      const serves = ms === null ? 'serves throughout' : `serves after ${seconds(ms)} s`
      say(`${kill}. ${[fault.name, ...wrong].join(': ')}; ${describe(calls)}; ${broken.length} violations; ${serves}`)
      state.isPaused = false
    }
  } finally {
    state.isOver = true
    await Promise.all(hands)
    await server.kill('SIGTERM')
  }
  for (const line of violations(before, await store.read(), calls)) found.add(line)
  await proxy?.close()
  await store.remove()
  for (const line of [...found, ...ill]) say(`VIOLATION ${line}`)
  const lost = [...found].filter((line) => LOST.test(line)).length
  const kinds = [...struck].map(([name, times]) => `${times} ${name}`).join(', ')
  const sorted = restartsMs.toSorted((a, b) => a - b)
  const middle = seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)
  const longest = (read: (times: FrozenTimes) => number) => seconds(Math.max(...frozenTimes.map(read)))
  const frozen =
    frozenTimes.length === 0
      ? ''
      : `; frozen replica: longest read gap ${longest((times) => times.readGapMs)} s, first write after ${longest((times) => times.firstWriteMs)} s at most`
  say(
    `${kills} kills (${kinds}): ${describe(calls)}; ${lost} lost, ${found.size - lost} half done, ${ill.size} faults taken ill; ` +
      `serves again after ${middle} s (longest ${seconds(sorted.at(-1) ?? 0)} s)${frozen}`,
  )
  if (found.size + ill.size === 0) return
  process.exitCode = 1
  folder.keep()
})

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}

function describe(calls: readonly Call[]): string {
  const count = (end: Call['end']) => calls.filter((call) => call.end === end).length
  return `${count('done')} acknowledged, ${count('refused')} refused, ${count('unknown')} cut`
}

/** Resolves at a random moment during the work, with the number of decisions acknowledged since. */
async function someDecisions(calls: readonly Call[]): Promise<number> {
  const acknowledged = () => calls.filter(({ end }) => end === 'done').length
  const before = acknowledged()
  const enough = before + 1 + Math.random() * MOST_BETWEEN
  for (const untilMs = Date.now() + PATIENCE_MS; acknowledged() < enough && Date.now() < untilMs;) await wait(5)
  await wait(Math.random() * WITHIN_MS)
  return acknowledged() - before
}

/** Resolves when no request is pending any more. */
async function settled(people: readonly Person[]): Promise<void> {
  while (people.some(({ busy }) => busy.size > 0)) await wait(20)
}

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { kills: { type: 'string' }, storage: { type: 'string' }, seed: { type: 'string' } },
  })
  const storage = values.storage ?? 'embedded'
  if (storage !== 'embedded' && storage !== 'postgres') throw new WrongArgument(USAGE)
  return {
    kills: wholeNumber('--kills', values.kills ?? '20'),
    storage,
    seed: wholeNumber('--seed', values.seed ?? '1'),
  }
}
