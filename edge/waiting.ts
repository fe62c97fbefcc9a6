import type { Logger } from 'pino'
import type { Database } from '../app/db/engine/database'
import { countMissing, neededMigrations } from '../app/db/engine/migrations.server'
import { isDatabaseUnavailable, lacksMigrations } from '../app/db/engine/unavailable'
import { explainUnavailable } from '../app/db/engine/explain-unavailable'

/** Why a start waits: by its code, and in words without a secret. */
type Wait = { reason: string; words: string; count?: number }

const MIGRATE = 'run migrate (docker compose run --rm --no-deps migrate, or npm run migrate)'

/** Says in the log why `who` waits, each time that another reason comes, and with null that the wait is over. */
export function createWaitLogger(log: Pick<Logger, 'info' | 'warn'>, who: string): (awaited: Wait | null) => void {
  let told: string | null = null
  return (awaited) => {
    if (awaited === null) {
      if (told !== null) log.info({ event: 'waited' }, 'The database serves: the wait is over')
    } else if (awaited.reason !== told) {
      const { words, ...fields } = awaited
      log.warn({ event: 'waiting', ...fields }, `${who} waits for ${words}`)
    }
    told = awaited?.reason ?? null
  }
}

/** What a database is waited for that `ask` is to be carried out on; null once it was, and no migration is missing. */
export async function findWaitReason(db: Database, ask: () => Promise<unknown> = async () => {}): Promise<Wait | null> {
  try {
    await ask()
    const count = await countMissing(db)
    return count === 0 ? null : migrations(count)
  } catch (error) {
    if (lacksMigrations(error)) return migrations(await countMissing(db).catch(() => neededMigrations().length))
    if (!isDatabaseUnavailable(error)) throw error
    const { code, words } = explainUnavailable(error) ?? { code: 'away', words: 'it does not serve' }
    return { reason: code, words: `its database: ${words} (${code})` }
  }
}

/** Where none is missing the role lacks its rights, which come with them. */
function migrations(count: number): Wait {
  const missing = count === 0 ? 'rights on the tables' : `migrations: ${count} of ${neededMigrations().length}`
  return { reason: 'migrations', words: `${missing} are missing; ${MIGRATE}`, count }
}
