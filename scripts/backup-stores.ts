import { migratePostgres } from '../app/db/engine/postgres/migrate-postgres.server'
import { applyMigrations } from '../app/db/engine/migrations.server'
import { NO_STATEMENT_LIMIT_MS, openDatabase } from '../app/db/engine/open.server'
import { anchorPublicKeys, readPublicKey } from '../app/domain/audit/anchor-key.server'
import type { Backup } from '../app/domain/backup/back-up.server'
import { readEnv } from '../app/env.server'
import { openClock } from '../app/gateways/clock.server'
import { openDocuments } from '../app/gateways/documents/documents.server'
import { openLog } from '../app/gateways/log.server'
import { WrongArgument } from './command'

/** Returns a command's single file argument. */
export function fileOf([file, ...more]: string[], usage: string): string {
  if (file === undefined || more.length > 0) throw new WrongArgument(`usage: npm run ${usage}`)
  return file
}

/** Public keys accepted besides the current one: those used before the anchors' key was changed. */
export function readKeys(text: string | undefined): string[] {
  return (text?.split(',') ?? []).map((one) => {
    const key = readPublicKey(one)
    if (key === null) throw new WrongArgument('--key must be what --public-key prints, several with commas')
    return key
  })
}

/** Opens the environment's database, as its owner if one is named, and its documents; migrates at once, or when `migrate` is called. */
export async function openStores({ isToBeMigrated, keys = [] }: { isToBeMigrated: boolean; keys?: readonly string[] }) {
  const env = readEnv(process.env)
  const log = openLog(env)
  const { migrateDatabaseUrl: ownerUrl, consoleRole } = env
  const address = { ...env, databaseUrl: ownerUrl, migratesAtStart: false }
  const { db, close } =
    isToBeMigrated && !ownerUrl
      ? await (await import('../app/db/engine/pglite/pglite.server')).openEmbedded(env.dataDir, { isMigrated: false })
      : await openDatabase(address, log, NO_STATEMENT_LIMIT_MS)
  const migrate = () => (ownerUrl ? migratePostgres({ ownerUrl, consoleRole }, log) : applyMigrations(db))
  const anchorKeys = [...anchorPublicKeys(env), ...keys]
  return { stores: { db, documents: openDocuments(env), now: openClock(env), anchorKeys, migrate }, close }
}

/** Prints what is in a backup; a broken audit chain ends the command with exit code 1. */
export function report(what: string, { manifest, end }: Backup): void {
  const { tables, chain, takenAt } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(
    [
      `${what}, as of ${takenAt}`,
      `${rows} rows of ${tables.length} tables`,
      `${end.documents} documents, ${end.documentBytes} bytes`,
      `${chain.rowCount} audit rows, head ${chain.head}`,
      '',
    ].join('\n'),
  )
  if (end.withoutFile.length > 0)
    process.stderr.write(`${end.withoutFile.length} documents have no file: ${end.withoutFile.join(', ')}\n`)
  if (chain.broken === null) return
  process.stderr.write(`The audit chain is broken at position ${chain.broken.position}: npm run audit tells how\n`)
  process.exitCode = 1
}
