import { eq, sql } from 'drizzle-orm'
import type { Queries } from './database'
import { organizations, users } from './schema'

export type NewKey = { id: string; key: string }
type Writer = Pick<Queries, 'execute'>

export const selectOrganizationsWithoutKey = (queries: Pick<Queries, 'select'>, limit: number) =>
  queries
    .select({ id: organizations.id, name: organizations.name, legalName: organizations.legalName })
    .from(organizations)
    .where(eq(organizations.searchKey, ''))
    .limit(limit)

export const selectUsersWithoutKey = (queries: Pick<Queries, 'select'>, limit: number) =>
  queries.select({ id: users.id, username: users.username }).from(users).where(eq(users.searchKey, '')).limit(limit)

/** Leaves a row alone that somebody has renamed meanwhile: whoever renames writes the key. */
const fillKeys = (table: typeof organizations | typeof users) => async (queries: Writer, rows: readonly NewKey[]) => {
  await queries.execute(sql`
    update ${table} set search_key = fresh.key
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh (id uuid, key text)
    where ${table}.id = fresh.id and ${table}.search_key = ''`)
}

export const fillOrganizationKeys = fillKeys(organizations)
export const fillUserKeys = fillKeys(users)
