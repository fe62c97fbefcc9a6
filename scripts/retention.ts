import { parseArgs } from 'node:util'
import { openDatabase } from '../app/db/engine/open.server'
import { tidyUp } from '../app/domain/tidy-up.server'
import { readEnv } from '../app/env.server'
import { openClock } from '../app/gateways/clock.server'
import { openLog } from '../app/gateways/log.server'
import { runCommand } from './command'

const NO_STATEMENT_LIMIT_MS = 0

await runCommand(async (args) => {
  parseArgs({ args, options: {} })
  const env = readEnv(process.env)
  const database = await openDatabase(env, openLog(env), NO_STATEMENT_LIMIT_MS)
  try {
    await tidyUp({ db: database.db, now: openClock(env) })
    process.stdout.write('Erased what is past its period\n')
  } finally {
    await database.close()
  }
})
