import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database, Queries } from '../../app/db/engine/database'
import { readRows } from '../../app/db/engine/sql'

/**
 * Runs `act` while a change is written and not yet committed: `act` waits for it, or finishes before. The change ends with `last`.
 * On PostgreSQL only.
 */
export async function runDuringTransaction<Result>(
  db: Database,
  change: (tx: Queries) => Promise<unknown>,
  act: () => Promise<Result>,
  last: (tx: Queries) => Promise<unknown> = () => Promise.resolve(),
): Promise<Result> {
  let acting: Promise<Result> | undefined
  await db.transaction(async (tx) => {
    await change(tx)
    let isOver = false
    acting = act().finally(() => (isOver = true))
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => isOver || (await readRows(db, waiting)).length > 0).toBe(true)
    await last(tx)
  })
  return acting ?? act()
}
