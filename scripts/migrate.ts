import { parseArgs } from 'node:util'
import pino from 'pino'
import { migratePostgres } from '../app/db/engine/postgres/migrate-postgres.server'
import { openEmbedded } from '../app/db/engine/pglite/pglite.server'
import { readMigrateEnv } from '../app/env.server'
import { runCommand } from './command'

await runCommand(async (args) => {
  parseArgs({ args, options: {} })
  const env = readMigrateEnv(process.env)
  const { migrateDatabaseUrl: ownerUrl, consoleRole, dataDir } = env
  if (!ownerUrl) {
    const embedded = await openEmbedded(dataDir)
    await embedded.close()
    process.stdout.write(`The embedded database in ${dataDir} is migrated\n`)
    return
  }
  const applied = await migratePostgres({ ownerUrl, consoleRole }, pino({ level: 'warn' }))
  process.stdout.write(`${applied} migrations applied\n`)
})
