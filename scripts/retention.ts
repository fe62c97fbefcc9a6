import { parseArgs } from 'node:util'
import { NO_STATEMENT_LIMIT_MS, openDatabase } from '../app/db/engine/open.server'
import { tidyUp } from '../app/domain/jobs/tidy-up.server'
import { readEnv } from '../app/env.server'
import { openClock } from '../app/gateways/clock.server'
import { openDocuments } from '../app/gateways/documents/documents.server'
import { openLog } from '../app/gateways/log.server'
import { runCommand } from './command'

await runCommand(async (args) => {
  parseArgs({ args, options: {} })
  const env = readEnv(process.env)
  const log = openLog(env)
  const database = await openDatabase(env, log, NO_STATEMENT_LIMIT_MS)
  try {
    await tidyUp({ db: database.db, documents: openDocuments(env), env, log, now: openClock(env) })
    process.stdout.write('Erased what is past its period\n')
  } finally {
    await database.close()
  }
})
