import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { and, eq, inArray, isNull, not } from 'drizzle-orm'
import { organizations } from '../app/db/schema/organizations'
import { users } from '../app/db/schema/users'
import { verifications } from '../app/db/schema/verifications'
import { seedDemo } from '../app/demo/demo.server'
import type { Actor } from '../app/domain/access'
import { readEnv } from '../app/env.server'
import { openServices, type Services } from '../app/services.server'
import { runCommand, WrongArgument, wholeNumber } from './command'
import { embedded, postgres } from './crash/storage'
import { temporaryFolder } from './probe/temporary-folder'
import { raceDecisions } from './races/decisions'
import { raceDesk } from './races/desk'
import { raceSignIns } from './races/sign-ins'

const PHONE = '+77010000001'
const REVIEWERS = ['+77010000002', '+77010000003'] as const
const STORAGES = ['embedded', 'postgres'] as const
const USAGE =
  'usage: npm run races [-- --rounds 200 --clients 64 --storage embedded|postgres --seed 1], or --desk 10 [--kills]'

await runCommand(async (args) => {
  const { storages, ...asked } = readArguments(args)
  for (const storage of storages) {
    const { path: dataDir } = temporaryFolder('races')
    if (asked.desk > 0) {
      await raceThroughPages(storage, dataDir, asked)
      continue
    }
    const store = storage === 'postgres' ? await postgres(dataDir) : null
    const variables = { DATA_DIR: dataDir, DATABASE_URL: store?.databaseUrl, LOG_LEVEL: 'silent' }
    const services = await openServices(readEnv({ ...process.env, MODE: 'demo', ...variables }))
    try {
      await seedDemo(services)
      await race(services, storage, asked)
    } finally {
      await services.close()
      await store?.remove()
    }
  }
})

type Races = Omit<ReturnType<typeof readArguments>, 'storages'>

/** The commands run in this process, without HTTP; the embedded database has one connection, PostgreSQL a pool. */
async function race(services: Services, storage: string, { rounds, clients, seed }: Races): Promise<void> {
  const say = (line: string) => process.stdout.write(`${storage}: ${line}\n`)
  const signIns = await timed(() => raceSignIns(services, { phone: PHONE, rounds, clients }))
  const { trusted } = signIns.found
  say(
    `${rounds} rounds of ${clients} clients with one right code (${trusted} in a trusted browser): ` +
      `${signIns.found.broken.length} without exactly one sign-in, ${signIns.seconds} s`,
  )
  for (const found of signIns.found.broken) say(`BROKEN ${found}`)
  const [admin, manager] = await Promise.all(REVIEWERS.map((phone) => actorOf(services, phone)))
  if (!admin || !manager) throw new Error('The demonstration has no reviewers')
  const organizationId = await idleOrganization(services)
  const decisions = await timed(() =>
    raceDecisions(services, { organizationId, reviewers: [admin, manager], pairs: rounds, seed }),
  )
  const { approved, rejected, broken } = decisions.found
  say(
    `${rounds} pairs of reviewers (seed ${seed}): ${approved} approved, ${rejected} rejected, ` +
      `${broken} without exactly one outcome, ${decisions.seconds} s`,
  )
  if (signIns.found.broken.length + broken > 0) process.exitCode = 1
}

/** The desk's races, against separate server processes. */
async function raceThroughPages(
  storage: (typeof STORAGES)[number],
  dataDir: string,
  { desk: rounds, kills: doesKill, clients, seed }: Races,
): Promise<void> {
  const store = storage === 'postgres' ? await postgres(dataDir) : embedded(dataDir)
  const builtServer = path.join(import.meta.dirname, 'server.js')
  try {
    const { found, seconds } = await timed(() =>
      raceDesk(store, { rounds, clients, seed, doesKill, builtServer, dataDir }),
    )
    process.stdout.write(
      `${storage}: ${found.rounds} rounds of ${clients} clients, ${found.kills} kills: ` +
        `${found.broken.length} without exactly one outcome, ${seconds} s\n`,
    )
    for (const [end, times] of found.ends) process.stdout.write(`  ${end}: ${times}\n`)
    for (const words of found.broken) process.stdout.write(`  BROKEN ${words}\n`)
    if (found.broken.length > 0) process.exitCode = 1
  } finally {
    await store.remove()
  }
}

async function timed<Found>(work: () => Promise<Found>): Promise<{ found: Found; seconds: string }> {
  const begunMs = performance.now()
  const found = await work()
  return { found, seconds: ((performance.now() - begunMs) / 1000).toFixed(1) }
}

async function actorOf({ db, now }: Services, phone: string): Promise<Actor> {
  const [row] = await db.select().from(users).where(eq(users.phone, phone))
  if (!row) throw new Error('The demonstration lacks a reviewer')
  return { ...row, sessionId: randomUUID(), provenAt: now() }
}

/** An organization without an open change of address. */
async function idleOrganization({ db }: Services): Promise<string> {
  const busy = db
    .select({ id: verifications.organizationId })
    .from(verifications)
    .where(and(eq(verifications.type, 'address_change'), isNull(verifications.reviewedAt)))
  const [row] = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.status, 'active'), not(inArray(organizations.id, busy))))
  if (!row) throw new Error('The demonstration has no active organization')
  return row.id
}

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string' },
      clients: { type: 'string' },
      storage: { type: 'string' },
      seed: { type: 'string' },
      desk: { type: 'string' },
      kills: { type: 'boolean', default: false },
    },
  })
  const { rounds = '200', clients = values.desk ? '100' : '64', seed = '1', storage } = values
  const storages = STORAGES.filter((known) => storage === undefined || known === storage)
  if (storages.length === 0) throw new WrongArgument(USAGE)
  return {
    rounds: wholeNumber('--rounds', rounds),
    clients: wholeNumber('--clients', clients),
    seed: wholeNumber('--seed', seed),
    desk: wholeNumber('--desk', values.desk ?? '0'),
    kills: values.kills,
    storages,
  }
}
