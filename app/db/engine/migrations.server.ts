import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Database, Queries } from './database'
import { readRows } from './sql'

/** First line of a migration that builds or drops indexes while the console writes: it must be safe to run twice. */
const OUTSIDE_A_TRANSACTION = /^\s*-- outside a transaction\b/
/** Statements that block neither readers nor writers of the table while they wait; a limit would leave an index half built. */
const HOLDS_UP_NOBODY = /^(\s|--.*\n)*(create (unique )?index concurrently|drop index concurrently|analyze)\b/i

/** Finds the folder of migrations, from the sources as well as from a build beside them. */
export function findMigrations(): string {
  const module = path.dirname(fileURLToPath(import.meta.url))
  for (let folder = module; folder !== path.dirname(folder); folder = path.dirname(folder))
    for (const candidate of [path.join(folder, 'migrations'), path.join(folder, 'app/db/migrations')])
      if (fs.existsSync(journal(candidate))) return candidate
  return path.resolve('app/db/migrations')
}

/** The migrations this code was written for, as the timestamps that the database knows them by. */
export function neededMigrations(): number[] {
  const { entries } = JSON.parse(fs.readFileSync(journal(findMigrations()), 'utf8')) as { entries: { when: number }[] }
  return entries.map((entry) => entry.when)
}

export const APPLIED_MIGRATIONS_SQL = 'select created_at::float8 as at from drizzle.__drizzle_migrations'

/** What has to be known of a migration, or of a statement outside a transaction, before it runs. */
export type MigrationStep = { holdsUpOthers: boolean }

/**
 * Applies the migrations that are missing, each in a transaction of its own unless it says otherwise.
 * @param db one connection, not a pool
 * @param attempt runs each step, perhaps again when it could not get its locks
 * @returns how many were applied
 */
export async function applyMigrations(
  db: Pick<Database, 'execute' | 'transaction'>,
  folder = findMigrations(),
  attempt: (step: MigrationStep, run: () => Promise<unknown>) => Promise<unknown> = (_, run) => run(),
): Promise<number> {
  await db.execute(sql`create schema if not exists drizzle`)
  await db.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  const applied = await appliedIn(db)
  const missing = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => !applied.includes(folderMillis),
  )
  for (const { sql: statements, hash, folderMillis } of missing) {
    const note = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
    if (OUTSIDE_A_TRANSACTION.test(statements[0] ?? '')) {
      for (const statement of statements)
        await attempt({ holdsUpOthers: !HOLDS_UP_NOBODY.test(statement) }, () => db.execute(sql.raw(statement)))
      await db.execute(note)
      continue
    }
    await attempt({ holdsUpOthers: true }, () =>
      db.transaction(async (tx) => {
        for (const statement of statements) await tx.execute(sql.raw(statement))
        await tx.execute(note)
      }),
    )
  }
  return missing.length
}

/** The migrations that the database has, as timestamps like those of {@link neededMigrations}. */
export async function appliedIn(db: Pick<Queries, 'execute'>): Promise<number[]> {
  const rows = await readRows<{ at: number }>(db, sql.raw(APPLIED_MIGRATIONS_SQL))
  return rows.map(({ at }) => at).toSorted((one, other) => one - other)
}

/** How many of {@link neededMigrations} the database does not have. */
export async function countMissing(db: Pick<Queries, 'execute'>): Promise<number> {
  const applied = await appliedIn(db)
  return neededMigrations().filter((migration) => !applied.includes(migration)).length
}

const READY_LIMIT_MS = 1000
/** The database is asked at most once in this time. */
const READY_KEPT_MS = 1000

/** A readiness check that never throws and never takes longer than a second. */
export function readiness(appliedMigrations: () => Promise<number[]>, keptMs = READY_KEPT_MS): () => Promise<boolean> {
  const needed = neededMigrations()
  const ask = async () => {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<number[]>((resolve) => {
      timer = setTimeout(() => resolve([]), READY_LIMIT_MS)
    })
    const applied = await Promise.race([appliedMigrations().catch((): number[] => []), tooLate])
    clearTimeout(timer)
    return needed.every((migration) => applied.includes(migration))
  }
  let last: Promise<boolean> | null = null
  let askedMs = 0
  return () => {
    if (last === null || performance.now() - askedMs >= keptMs) {
      askedMs = performance.now()
      last = ask()
    }
    return last
  }
}

const journal = (folder: string) => path.join(folder, 'meta/_journal.json')
