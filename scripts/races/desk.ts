import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { UNDO_MS } from '../../app/durations'
import { rollDice, type Dice } from '../../app/demo/dice'
import { verificationPath } from '../../app/domain/verifications/queue/verification-list'
import { SENSITIVE_VERIFICATION_TYPES } from '../../app/domain/access'
import { prepare } from '../crash/prepare'
import type { Work } from '../crash/reviewer'
import type { Snapshot } from '../crash/snapshot'
import type { Storage } from '../crash/storage'
import { serverProcess, type ServerProcess } from '../probe/server-process'
import { signIn, visitor } from '../probe/visitor'

/** Manager, admin and superadmin of the demonstration. */
const PHONES = ['+77010000003', '+77010000002', '+77010000001']
/** The end of the minute comes this long before or after the first requests at most, a kill this long after them. */
const WITHIN_MS = 800
const QUIET_MS = 4000
const ANSWER_LIMIT_MS = 20_000
const KINDS = ['undo and send', 'claims', 'take over while deciding'] as const
type Kind = (typeof KINDS)[number]

export type DeskRaces = {
  rounds: number
  kills: number
  /** How often each kind ended in which way. */
  ends: Map<string, number>
  /** Rounds without exactly one outcome, in words. */
  broken: string[]
}

type Asked = { rounds: number; clients: number; seed: number; doesKill: boolean; builtServer: string; dataDir: string }
/** One race: its application, the version it starts from, and the text by which its message is recognized. */
type Race = { kind: Kind; work: Work; version: number; token: string; acknowledged: number }
type Desk = {
  servers: readonly ServerProcess[]
  post: (person: number, server: ServerProcess | undefined, address: string, fields: Fields) => Promise<Answer>
}
type Fields = Record<string, string>
type Answer = { status: number; location: string }

/**
 * Rounds of as many clients as are asked for, through the pages: undoing as the message leaves, claiming, and taking over while its holder
 * decides. With `doesKill` the process that carries them is killed in their middle; on PostgreSQL another one goes on beside it.
 */
export async function raceDesk(store: Storage, asked: Asked): Promise<DeskRaces> {
  const { rounds, clients, seed, doesKill, builtServer, dataDir } = asked
  const dice = rollDice(seed)
  const variables = { DATA_DIR: dataDir, DATABASE_URL: store.databaseUrl, LIMITS_FACTOR: '100000' }
  const { works } = await prepare(variables, { seed, phones: PHONES, kills: rounds })
  const free = works.filter(({ type, status }) => status === 'pending' && !SENSITIVE_VERIFICATION_TYPES.includes(type))
  const first = await serverProcess(builtServer, variables)
  const servers = [first]
  const besides = { ...variables, PUBLIC_ORIGIN: first.origin }
  if (store.databaseUrl) servers.push(await serverProcess(builtServer, besides))
  for (const server of servers) await server.start()
  const desk = { servers, post: await posting(first, dataDir) }
  const found: DeskRaces = { rounds: 0, kills: 0, ends: new Map(), broken: [] }
  const races: Race[] = []
  let offsetMs = 0
  const turnClock = (byMs: number) => {
    offsetMs += byMs
    fs.writeFileSync(path.join(dataDir, 'clock-offset-ms'), String(offsetMs))
  }
  try {
    for (let round = 0; round < rounds * KINDS.length; round += 1) {
      const kind = KINDS[round % KINDS.length] ?? 'claims'
      const work = free[round]
      if (!work) throw new Error('There are too few open applications')
      const race: Race = { kind, work, version: work.version, token: randomUUID(), acknowledged: 0 }
      races.push(race)
      await begin(desk, race)
      if (kind === 'undo and send') turnClock(UNDO_MS - dice.between(-WITHIN_MS, WITHIN_MS))
      const all = clientsOf(desk, race, clients, dice)
      if (doesKill) {
        await wait(dice.between(0, WITHIN_MS))
        await first.kill('SIGKILL')
        found.kills += 1
        await first.start()
      }
      await Promise.all(all)
      // The client whose connection was cut tries again.
      if (kind !== 'undo and send') await clientsOf(desk, race, 1, dice)[0]
    }
    turnClock(2 * UNDO_MS)
    await quiet(path.join(dataDir, 'outbox.jsonl'))
  } finally {
    for (const server of servers) await server.kill('SIGTERM')
  }
  const now = await store.read()
  const sent = fs.readFileSync(path.join(dataDir, 'outbox.jsonl'), 'utf8').split('\n').filter(Boolean)
  for (const race of races) {
    const { end, wrong } = judge(race, now, sent)
    found.rounds += 1
    found.ends.set(`${race.kind}: ${end}`, (found.ends.get(`${race.kind}: ${end}`) ?? 0) + 1)
    found.broken.push(...wrong.map((words) => `${race.kind} on ${race.work.id}: ${words}`))
  }
  return found
}

/** Signs everybody in; the sessions are valid in every process. */
async function posting(first: ServerProcess, dataDir: string): Promise<Desk['post']> {
  const cookies: string[] = []
  for (const phone of PHONES) {
    const browser = visitor(first.origin)
    await signIn(browser, phone, dataDir)
    cookies.push(browser.cookie())
  }
  return async (person, server, address, fields) => {
    const answer = await fetch((server ?? first).origin + address, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookies[person] ?? '', origin: first.origin, 'accept-language': 'en' },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    await answer.text()
    return { status: answer.status, location: answer.headers.get('location') ?? '' }
  }
}

/** Prepares a race: nothing for a claim, else a claim, and for an undo also a decision. */
async function begin({ post, servers: [server] }: Desk, race: Race): Promise<void> {
  const page = verificationPath(race.work)
  const act = async (address: string, fields: Fields) => {
    const { status } = await post(1, server, page + address, { ...fields, version: String(race.version) })
    if (status !== 302) throw new Error(`${address} of ${race.work.id} was answered with ${status}`)
    race.version += 1
  }
  if (race.kind === 'claims') return
  await act('/claim', { intent: 'claim' })
  if (race.kind === 'undo and send') await act('/reject', { reason: `Desk race ${race.token}` })
}

function clientsOf({ post, servers }: Desk, race: Race, clients: number, dice: Dice): Promise<void>[] {
  const page = verificationPath(race.work)
  const version = String(race.version)
  const acts: Record<Kind, (n: number) => [person: number, address: string, fields: Fields, isDone: RegExp]> = {
    'undo and send': () => [1, '/undo', {}, /decide=reject/],
    claims: (n) => [n % PHONES.length, '/claim', { intent: 'claim' }, /^\0/],
    'take over while deciding': (n) =>
      n % 2 === 0
        ? [2, '/claim', { intent: 'take-over' }, /^\0/]
        : [1, '/reject', { reason: `Desk race ${race.token}` }, /^\0/],
  }
  return Array.from({ length: clients }, async (_, n) => {
    const [person, address, fields, isDone] = acts[race.kind](n)
    const server = servers[n % servers.length]
    if (clients > 1) await wait(dice.between(0, WITHIN_MS))
    const answer = await post(person, server, page + address, { ...fields, version }).catch(() => null)
    if (answer?.status === 302 && isDone.test(answer.location)) race.acknowledged += 1
  })
}

/** Resolves when no more messages are sent. */
async function quiet(outbox: string): Promise<void> {
  const size = () => fs.statSync(outbox).size
  for (let before = -1; before !== size(); await wait(QUIET_MS)) before = size()
}

function judge({ kind, work, version, token, acknowledged }: Race, now: Snapshot, sent: readonly string[]) {
  const wrong: string[] = []
  const events = now.events.filter(({ verificationId }) => verificationId === work.id)
  const row = now.verifications.find(({ id }) => id === work.id)
  const after = events.filter((event) => event.version > version)
  const audits = now.audits.filter(({ id }) => id === work.id).length
  const messages = new Set(
    sent.filter((line) => line.includes(token)).map((line) => (JSON.parse(line) as { id: string }).id),
  )
  const end = after.map(({ event }) => event).join(', ') || 'the decision stands'
  const isRejected = row?.status === 'rejected'
  if (row?.version !== events.length) wrong.push(`${events.length} events at version ${row?.version}`)
  if (events.some((event, index) => event.version !== index + 1)) wrong.push('versions with gaps')
  if (audits !== events.length - 1) wrong.push(`${events.length} events and ${audits} audit entries`)
  if (messages.size !== (isRejected ? 1 : 0))
    wrong.push(`${row?.status}, and ${messages.size} messages of the decision left`)
  if (after.length > 1 || (kind !== 'undo and send' && after.length !== 1)) wrong.push(`ended with ${end}`)
  if (kind === 'undo and send' && (isRejected !== (after.length === 0) || acknowledged > after.length))
    wrong.push(`${acknowledged} were told that it is undone, ended with ${end}, is ${row?.status}`)
  return { end, wrong }
}
