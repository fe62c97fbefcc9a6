import { sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from './database'

const STEP = 5000

/** A query that finds ids. */
export type IdQuery = SQLWrapper

/**
 * Hands over the ids that a query finds, in its order and as of one instant, in steps: each is a statement of its own, so that
 * no limit on statements cuts a long list off.
 */
export async function walkIds(db: Database, query: IdQuery, take: (ids: string[]) => void, step = STEP): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.execute(sql`declare found_ids no scroll cursor for ${query}`)
      for (;;) {
        const ids = idsOf(await tx.execute(sql.raw(`fetch ${step} from found_ids`)))
        if (ids.length === 0) return
        take(ids)
      }
    },
    { accessMode: 'read only' },
  )
}

function idsOf(result: unknown): string[] {
  if (typeof result !== 'object' || result === null || !('rows' in result) || !Array.isArray(result.rows)) return []
  return result.rows.map((row: { id: unknown }) => String(row.id))
}
