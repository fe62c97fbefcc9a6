import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queries } from './engine/database'
import { keepingPeriods } from './schema/keeping'
import { legalHolds } from './schema/personal-data'
import { users } from './schema/users'

/** The periods that somebody has set, one for each class. */
export const listKeepingPeriods = (queries: Queries) => queries.select().from(keepingPeriods)

export async function saveKeepingPeriod(
  tx: Queries,
  { kept, days, version }: { kept: string; days: number; version: number },
): Promise<void> {
  await tx
    .insert(keepingPeriods)
    .values({ kept, days, version })
    .onConflictDoUpdate({ target: keepingPeriods.kept, set: { days, version } })
}

/** True unless the person is under a legal hold. */
export const isNotUnderLegalHold = (userId: PgColumn): SQL =>
  sql`not exists (select from ${legalHolds} where ${legalHolds.userId} = ${userId})`

/** True unless it is the number or e-mail address of a person under a legal hold. */
export const isAddressNotUnderLegalHold = (address: PgColumn): SQL =>
  sql`lower(${address}) not in (
    select unnest(array[${users.phone}, coalesce(lower(${users.email}), '')])
    from ${legalHolds} join ${users} on ${users.id} = ${legalHolds.userId})`
