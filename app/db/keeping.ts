import { eq } from 'drizzle-orm'
import type { Queries } from './engine/database'
import { keepingPeriods } from './schema/keeping'

/** Every class whose period somebody ever set. */
export const listKeepingPeriods = (queries: Pick<Queries, 'select'>) => queries.select().from(keepingPeriods)

/** True when the period of a class is now as given; false when somebody changed it since that version. */
export async function saveKeepingPeriod(
  tx: Queries,
  { kept, days, version }: { kept: string; days: number; version: number },
): Promise<boolean> {
  const saved = await tx
    .insert(keepingPeriods)
    .values({ kept, days, version: version + 1 })
    .onConflictDoUpdate({
      target: keepingPeriods.kept,
      set: { days, version: version + 1 },
      setWhere: eq(keepingPeriods.version, version),
    })
    .returning({ kept: keepingPeriods.kept })
  return saved.length > 0
}
