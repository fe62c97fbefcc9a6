import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of migrations, found from the sources as well as from a build beside them. */
export function findMigrations(): string {
  const module = path.dirname(fileURLToPath(import.meta.url))
  for (let folder = module; folder !== path.dirname(folder); folder = path.dirname(folder))
    for (const candidate of [path.join(folder, 'migrations'), path.join(folder, 'app/db/migrations')])
      if (fs.existsSync(journal(candidate))) return candidate
  return path.resolve('app/db/migrations')
}

/** The migrations this code was written for, as the instants that the migrator stores. */
export function neededMigrations(): number[] {
  const { entries } = JSON.parse(fs.readFileSync(journal(findMigrations()), 'utf8')) as { entries: { when: number }[] }
  return entries.map((entry) => entry.when)
}

const READY_LIMIT_MS = 1000

/** A readiness check that never throws and never takes longer than a second. */
export function readiness(appliedMigrations: () => Promise<number[]>): () => Promise<boolean> {
  const needed = neededMigrations()
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<number[]>((resolve) => {
      timer = setTimeout(() => resolve([]), READY_LIMIT_MS)
    })
    const applied = await Promise.race([appliedMigrations().catch((): number[] => []), tooLate])
    clearTimeout(timer)
    return needed.every((migration) => applied.includes(migration))
  }
}

export const APPLIED_MIGRATIONS_SQL = 'select created_at::float8 as at from drizzle.__drizzle_migrations'

const journal = (folder: string) => path.join(folder, 'meta/_journal.json')
