import { drizzle } from 'drizzle-orm/pglite'
import { expect, it } from 'vitest'
import { neededMigrations } from '../../app/db/engine/migrations.server'
import { openLog } from '../../app/gateways/log.server'
import { prepareData } from '../../edge/serve'
import { openMigrated } from '../support/database'
import { testEnv, testServices } from '../support/services'

const NEEDED = neededMigrations().length
const NEWEST = neededMigrations().at(-1)

type Line = { level: string; event: string; reason?: string; count?: number; msg: string }

/** A console about to start on its own database, and the lines of its log. */
async function starting({ isProduction }: { isProduction: boolean }) {
  const lines: Line[] = []
  const client = await openMigrated()
  const away: { failure: Error | null; asked: number } = { failure: null, asked: 0 }
  const db = new Proxy(drizzle(client), {
    get(target, name) {
      away.asked += 1
      if (away.failure) throw away.failure
      return Reflect.get(target, name) as unknown
    },
  })
  const log = openLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const env = { ...testEnv(), isDemo: !isProduction, isProduction }
  const services = await testServices({ db, log, env, isReady: async () => away.failure === null })
  const told = () => lines.map(({ level, event, reason, msg }) => [level, event, reason, msg])
  return { client, services, lines, told, away }
}

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
const startingUp = Object.assign(new Error('the database system is starting up'), { code: '57P03' })
const OVER = ['info', 'waited', undefined, 'The database serves: the wait is over']

it('production that waits for its database logs each reason once, and the end of the wait', async () => {
  const { services, told, away } = await starting({ isProduction: true })
  away.failure = new Error('Failed query: select', { cause: refused })
  const { settled } = await prepareData(services)
  const why = 'The console waits for its database: nothing listens at its host and port (ECONNREFUSED)'
  await expect.poll(() => away.asked, { timeout: 10_000 }).toBeGreaterThan(2)
  expect(told()).toEqual([['warn', 'waiting', 'ECONNREFUSED', why]])
  away.failure = startingUp
  await expect.poll(told, { timeout: 10_000 }).toHaveLength(2)
  away.failure = null
  await settled
  const next = 'The console waits for its database: the server is starting or stopping (57P03)'
  expect(told().slice(1)).toEqual([['warn', 'waiting', '57P03', next], OVER])
})

it.each([
  ['one', 1, `delete from drizzle.__drizzle_migrations where created_at = ${NEWEST}`],
  ['each', NEEDED, 'drop table drizzle.__drizzle_migrations; alter table facts rename to away'],
])('production that lacks %s of its migrations logs how many, and the command', async (_, count, without) => {
  const { client, services, lines, told } = await starting({ isProduction: true })
  await client.exec(without)
  let isStopping = false
  const { isOurs, settled } = await prepareData(services, () => isStopping)
  const why = `The console waits for migrations: ${count} of ${NEEDED} are missing; run migrate (docker compose run --rm --no-deps migrate, or npm run migrate)`
  expect(told()).toEqual([['warn', 'waiting', 'migrations', why]])
  expect([lines[0]?.count, isOurs()]).toEqual([count, false])
  isStopping = true
  await settled
  expect(told()).toHaveLength(1)
})

it('production that need not wait logs nothing of it', async () => {
  const { services, told } = await starting({ isProduction: true })
  await (
    await prepareData(services)
  ).settled
  expect(told()).toEqual([])
})

it('the demo data logs in the same words why it waits', async () => {
  const { services, told, away } = await starting({ isProduction: false })
  away.failure = refused
  const prepared = prepareData(services)
  await expect.poll(told).toHaveLength(1)
  away.failure = null
  await prepared
  const why = 'The demo data waits for its database: nothing listens at its host and port (ECONNREFUSED)'
  expect(told()).toEqual([['warn', 'waiting', 'ECONNREFUSED', why], OVER])
})
