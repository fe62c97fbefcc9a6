import { parseArgs } from 'node:util'
import { NO_STATEMENT_LIMIT_MS, openDatabase } from '../app/db/engine/open.server'
import { BULK_KINDS, type BulkCounts, type ReportProgress } from '../app/demo/bulk/bulk.server'
import { claimForMadeUp } from '../app/demo/whose.server'
import { readOtherOwner, takeStore } from '../app/domain/documents/store-owner.server'
import { readEnv } from '../app/env.server'
import { openDocuments } from '../app/gateways/documents/documents.server'
import { openLog } from '../app/gateways/log.server'
import { WrongArgument, wholeNumber, runCommand } from './command'
import { fillBulk } from './fill-bulk'

const USAGE = 'usage: npm run seed -- --invites N --organizations N --users N --verifications N [--seed S]'

await runCommand(async (args) => {
  const { counts, seed } = readArguments(args)
  const env = readEnv(process.env)
  if (env.isProduction) throw new WrongArgument('Made-up data is not for production mode')
  const asOwner = { ...env, databaseUrl: env.migrateDatabaseUrl }
  const log = openLog(env)
  const database = await openDatabase(asOwner, log, NO_STATEMENT_LIMIT_MS)
  const startedMs = performance.now()
  try {
    const services = { db: database.db, documents: openDocuments(env), log, now: () => new Date() }
    // The mark on the database can never be removed.
    const other = await readOtherOwner({ ...services, env })
    if (other !== null) throw new WrongArgument(`Made-up data is not for a store with the documents of ${other}`)
    if (!(await claimForMadeUp(database.db)))
      throw new WrongArgument("Made-up data is not for a database with somebody's data")
    await takeStore({ ...services, env })
    await fillBulk(services, counts, seed, printProgress())
  } finally {
    await database.close()
  }
  process.stdout.write(`done in ${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`)
})

function readArguments(args: string[]): { counts: BulkCounts; seed: number } {
  const { values } = parseArgs({
    args,
    options: {
      organizations: { type: 'string' },
      users: { type: 'string' },
      verifications: { type: 'string' },
      invites: { type: 'string' },
      seed: { type: 'string' },
    },
  })
  const count = (kind: keyof BulkCounts) => wholeNumber(`--${kind}`, values[kind] ?? '0')
  const counts = {
    organizations: count('organizations'),
    users: count('users'),
    verifications: count('verifications'),
    invites: count('invites'),
  }
  if (BULK_KINDS.every((kind) => counts[kind] === 0)) throw new WrongArgument(USAGE)
  return { counts, seed: wholeNumber('--seed', values.seed ?? '1') }
}

function printProgress(): ReportProgress {
  let kindNow = ''
  let startedMs = 0
  let lastMs = performance.now()
  return (kind, done, of, inserted) => {
    if (kind !== kindNow) {
      kindNow = kind
      startedMs = lastMs
    }
    lastMs = performance.now()
    const perSecond = Math.round(done / Math.max((lastMs - startedMs) / 1000, 0.001))
    process.stdout.write(`${kind} ${done}/${of}, ${inserted} new, ${perSecond} rows/s\n`)
  }
}
