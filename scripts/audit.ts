import { openDatabase } from '../app/db/open.server'
import { checkChain, type ChainBreak } from '../app/domain/audit/check-chain.server'
import { readEnv } from '../app/env.server'
import { openLog } from '../app/gateways/log.server'
import { runCommand } from './command'

const NO_STATEMENT_LIMIT_MS = 0

const SAYS: Record<ChainBreak['why'], string> = {
  changed: 'this row was changed, or does not follow from the one before',
  missing: 'this row was removed',
  added: 'a row was added past the chain',
  end: 'the end of the chain is not where the database remembers it: rows were cut off or added',
}

await runCommand(async () => {
  const env = readEnv(process.env)
  const database = await openDatabase(env, openLog(env), NO_STATEMENT_LIMIT_MS)
  try {
    const { rowCount, head, broken } = await checkChain(database.db)
    process.stdout.write(`${rowCount} audit rows checked, head ${head}\n`)
    if (!broken) return
    process.stderr.write(`The chain is broken at position ${broken.position}: ${SAYS[broken.why]}\n`)
    process.exitCode = 1
  } finally {
    await database.close()
  }
})
