import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runCommand, WrongArgument, wholeNumber } from './command'
import { violations } from './crash/check'
import type { Call } from './crash/history'
import { prepare } from './crash/prepare'
import { review, type Person } from './crash/reviewer'
import { embedded, postgres } from './crash/storage'
import { serverProcess } from './probe/server-process'
import { signIn, visitor } from './probe/visitor'

/** Manager, admin, superadmin of the demonstration; each works with several hands. */
const PHONES = ['+77010000003', '+77010000002', '+77010000001']
const HANDS = 2
/** A kill comes after so many acknowledged decisions at most, then anywhere within the next ones. */
const MOST_BETWEEN = 30
const WITHIN_MS = 300
const PATIENCE_MS = 30_000
/** Every so many kills the database server goes instead of ours. */
const DATABASE_EVERY = 5
const USAGE = 'usage: npm run crash [-- --kills 20 --storage embedded|postgres --seed S]'

await runCommand(async (args) => {
  const { kills, storage, seed } = readArguments(args)
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-crash-'))
  const store = storage === 'postgres' ? await postgres(dataDir) : embedded(dataDir)
  const variables = { DATA_DIR: dataDir, DATABASE_URL: store.databaseUrl, LIMITS_FACTOR: '1000' }
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const { works, ids } = await prepare(variables, seed, PHONES)
  const before = await store.read()
  const server = await serverProcess(path.join(import.meta.dirname, 'server.js'), variables)
  say(`${storage}, ${works.length} open applications; first start ${seconds(await server.start())} s`)
  const people: Person[] = []
  for (const [index, phone] of PHONES.entries()) {
    const browser = visitor(server.origin)
    await signIn(browser, phone, dataDir)
    people.push({ id: ids[index] ?? '', browser, busy: new Set() })
  }

  const calls: Call[] = []
  const found = new Set<string>()
  const state = { isPaused: false, isOver: false }
  const hands = people.flatMap((person) => Array.from({ length: HANDS }, () => review(person, works, calls, state)))
  const restartsMs: number[] = []
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      await someDecisions(calls)
      const isDatabase = kill % DATABASE_EVERY === 0 && store.breakDatabase !== undefined
      if (isDatabase) await store.breakDatabase?.()
      else await server.kill('SIGKILL')
      state.isPaused = true
      const backMs = isDatabase ? await server.readyMs() : 0
      await settled(people)
      const now = await store.read()
      const ms = isDatabase ? backMs : await server.start()
      restartsMs.push(ms)
      const broken = violations(before, now, calls)
      for (const line of broken) found.add(line)
      const what = isDatabase ? 'database stopped' : 'server killed'
      say(`${kill}. ${what}: ${describe(calls)}; ${broken.length} violations; serves after ${seconds(ms)} s`)
      state.isPaused = false
    }
  } finally {
    state.isOver = true
    await Promise.all(hands)
    await server.kill('SIGTERM')
  }
  for (const line of violations(before, await store.read(), calls)) found.add(line)
  await store.remove()
  for (const line of found) say(`VIOLATION ${line}`)
  const sorted = restartsMs.toSorted((a, b) => a - b)
  const middle = seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)
  say(
    `${kills} kills, ${describe(calls)}; ${found.size} violations; serves after ${middle} s (longest ${seconds(sorted.at(-1) ?? 0)} s)`,
  )
  if (found.size > 0) process.exitCode = 1
  else fs.rmSync(dataDir, { recursive: true, force: true })
})

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}

function describe(calls: readonly Call[]): string {
  const count = (end: Call['end']) => calls.filter((call) => call.end === end).length
  return `${count('done')} acknowledged, ${count('refused')} refused, ${count('unknown')} cut`
}

/** Resolves at a random moment in the middle of the work. */
async function someDecisions(calls: readonly Call[]): Promise<void> {
  const acknowledged = () => calls.filter(({ end }) => end === 'done').length
  const enough = acknowledged() + 1 + Math.random() * MOST_BETWEEN
  for (const untilMs = Date.now() + PATIENCE_MS; acknowledged() < enough && Date.now() < untilMs;) await wait(5)
  await wait(Math.random() * WITHIN_MS)
}

/** Resolves when nobody waits for an answer any more. */
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
