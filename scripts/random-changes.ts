import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Database } from '../app/db/engine/database'
import { NO_STATEMENT_LIMIT_MS, openDatabase } from '../app/db/engine/open.server'
import { readRows } from '../app/db/engine/sql'
import { invites } from '../app/db/schema/invites'
import { organizations } from '../app/db/schema/organizations'
import { users } from '../app/db/schema/users'
import { timelineEvents, verifications } from '../app/db/schema/verifications'
import { readEnv } from '../app/env.server'
import { openLog } from '../app/gateways/log.server'
import { runCommand, WrongArgument, wholeNumber } from './command'
import { changeAtRandom, type Found } from './random-changes/run'

const CONNECTIONS = 4
const MOST_ROWS = 200
const ORGANIZATIONS = 2000
/** How many miscounts are printed at most. */
const MOST_MISCOUNTS = 20

await runCommand(async (args) => {
  const asked = readArguments(args)
  const env = readEnv(process.env)
  if (env.isProduction) throw new WrongArgument('Rows are not changed at random in production mode')
  if (!env.databaseUrl)
    throw new WrongArgument('random-changes needs DATABASE_URL: an empty database, or one that npm run seed has filled')
  const { db, close } = await openDatabase(env, openLog({ ...env, logLevel: 'silent' }), NO_STATEMENT_LIMIT_MS)
  const begunMs = performance.now()
  const seconds = () => ((performance.now() - begunMs) / 1000).toFixed(0)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  try {
    say(`${await describeServer(db)}, ${CONNECTIONS} connections, seed ${asked.seed}`)
    const found = await changeAtRandom(
      db,
      { ...asked, connections: CONNECTIONS, mostRows: MOST_ROWS, organizations: ORGANIZATIONS, now: new Date() },
      (soFar) => say(`${describe(soFar)}, ${seconds()} s`),
    )
    const { rolledBack, refused, comparisons, miscounts } = found
    say(
      `rolled back: ${rolledBack}; refused by the database: ${refused}; comparisons with exact counts: ${comparisons}`,
    )
    say(`rows now: ${await countRows(db)}`)
    for (const miscount of miscounts.slice(0, MOST_MISCOUNTS)) say(`MISCOUNT ${JSON.stringify(miscount)}`)
    say(`${describe(found)}, ${seconds()} s`)
    if (miscounts.length > 0) process.exitCode = 1
  } finally {
    await close()
  }
})

function describe({ changes, transactions, kills, miscounts }: Found): string {
  return `${changes} changes in ${transactions} transactions, ${kills} killed in their midst: ${miscounts.length} miscounts`
}

async function describeServer(db: Database): Promise<string> {
  const [server] = await readRows<{ words: string }>(
    db,
    sql`select 'PostgreSQL ' || current_setting('server_version') || ', fsync ' || current_setting('fsync') as words`,
  )
  return server?.words ?? ''
}

async function countRows(db: Database): Promise<string> {
  const tables = { invites, users, organizations, verifications, events: timelineEvents }
  const counted: string[] = []
  for (const [name, table] of Object.entries(tables)) counted.push(`${await db.$count(table)} ${name}`)
  return counted.join(', ')
}

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      changes: { type: 'string', default: '1000000' },
      kills: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
    },
  })
  return {
    changes: wholeNumber('--changes', values.changes),
    kills: wholeNumber('--kills', values.kills),
    seed: wholeNumber('--seed', values.seed),
  }
}
