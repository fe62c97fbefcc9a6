import { parseArgs } from 'node:util'
import { listMiscounts, foldCounts, mendCounts } from '../app/db/counts'
import { NO_STATEMENT_LIMIT_MS, openDatabase } from '../app/db/engine/open.server'
import { readEnv } from '../app/env.server'
import { openLog } from '../app/gateways/log.server'
import { runCommand } from './command'

await runCommand(async (args) => {
  const { values } = parseArgs({ args, options: { mend: { type: 'boolean' } } })
  const env = readEnv(process.env)
  const { db, close } = await openDatabase(env, openLog(env), NO_STATEMENT_LIMIT_MS)
  try {
    if (values.mend) await mendCounts(db)
    await foldCounts(db)
    const miscounts = await listMiscounts(db)
    for (const { table, key, missing } of miscounts)
      process.stdout.write(
        `${table} ${JSON.stringify(key)}: ${missing > 0 ? `${missing} missing` : `${-missing} too many`}\n`,
      )
    process.stdout.write(miscounts.length > 0 ? `${miscounts.length} counts are wrong\n` : 'All counts are exact\n')
    if (miscounts.length > 0) process.exitCode = 1
  } finally {
    await close()
  }
})
