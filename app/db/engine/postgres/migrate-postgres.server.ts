import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Logger } from 'pino'
import { ServerClient } from './client.server'
import { grantConsole } from './grants.server'
import { refuseOldServer } from './server-version.server'
import { applyMigrations, findMigrations, type MigrationStep } from '../migrations.server'

/** Any number that nothing else locks: processes that start together migrate one after the other. */
const MIGRATION_LOCK = 4_217_803
const LOCK_POLL_MS = 200
/** A statement that waits for a table blocks everybody who comes after it, so it waits briefly, and tries again. */
const LOCK_LIMIT_MS = 2000
const LOCK_PAUSE_MS = 1000
const ATTEMPTS = 20
const LOCK_NOT_AVAILABLE = '55P03'
const INSUFFICIENT_PRIVILEGE = '42501'

/** The role that should migrate lacks the right to. */
export class NotOwner extends Error {
  constructor(cause: Error) {
    super(`This role may not migrate (${cause.message}): name the owner in MIGRATE_DATABASE_URL`, { cause })
    this.name = 'NotOwner'
  }
}

export type MigrateSettings = {
  /** The owner's address. */
  ownerUrl: string
  /** The role that the console connects as; nothing is granted when it is the owner or null. */
  consoleRole: string | null
  folder?: string
  connectLimitMs?: number
}

/** Applies missing migrations as the owner and grants the console's role its rights; returns how many were applied. */
export async function migratePostgres(
  { ownerUrl, consoleRole, folder = findMigrations(), connectLimitMs }: MigrateSettings,
  log: Pick<Logger, 'warn'>,
): Promise<number> {
  const client = new ServerClient({ connectionString: ownerUrl }, connectLimitMs)
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseOldServer((statement) => client.query(statement))
    await takeLock(client, log)
    const applied = await applyMigrations(drizzle(client), folder, (step, run) =>
      retryWhileLocked(client, step, run, log),
    )
    // Waits without limit for a removal of old audit rows: a migrated database without these rights would serve nobody.
    await client.query('set lock_timeout = 0')
    await grantConsole(client, consoleRole)
    if (consoleRole === null)
      log.warn('No role was given the rights of a console: neither DATABASE_URL nor CONSOLE_ROLE names one')
    return applied
  } catch (error) {
    const refusal = saidBy(error, INSUFFICIENT_PRIVILEGE)
    throw refusal ? new NotOwner(refusal) : error
  } finally {
    await client.end()
  }
}

/** Polls, because waiting inside a statement would block the process that has the lock while it builds an index. */
async function takeLock(client: pg.Client, log: Pick<Logger, 'warn'>): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ])
    if (rows[0]?.taken) return
    if (isFirst) log.warn('Migrations wait until those of another process are done or given up')
    await wait(LOCK_POLL_MS)
  }
}

async function retryWhileLocked(
  client: pg.Client,
  { holdsUpOthers }: MigrationStep,
  run: () => Promise<unknown>,
  log: Pick<Logger, 'warn'>,
): Promise<unknown> {
  await client.query(`set lock_timeout = ${holdsUpOthers ? LOCK_LIMIT_MS : 0}`)
  for (let attempt = 1; ; attempt += 1)
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS || !saidBy(error, LOCK_NOT_AVAILABLE)) throw error
      log.warn({ attempts: attempt }, 'A migration waits for a table that is in use')
      await wait(LOCK_PAUSE_MS)
    }
}

/** The server's error, if it has this code; else null. */
function saidBy(error: unknown, code: string): Error | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === code ? cause : null
}
