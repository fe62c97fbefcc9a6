import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '../engine/database'
import { rowsOf } from '../engine/sql'
import { branches, brands, organizations } from '../schema/organizations'

/** An organization with its branches, the primary one first, and its first brand; null when there is none. */
export async function findForSetup(queries: Queries, id: string) {
  const [row] = await queries
    .select({ organization: organizations, branches: branchesOf(queries), brand: brands })
    .from(organizations)
    .leftJoin(brands, isFirstBrand(queries))
    .where(eq(organizations.id, id))
  return row ?? null
}

export type ForSetup = NonNullable<Awaited<ReturnType<typeof findForSetup>>>

/** The branches of an organization, as a column of a statement about it. */
export const branchesOf = (queries: Queries) =>
  rowsOf(
    getTableColumns(branches),
    queries
      .select()
      .from(branches)
      .where(eq(branches.organizationId, organizations.id))
      .orderBy(desc(branches.isPrimary), asc(branches.name), asc(branches.id)),
  )

/** Joins an organization to its first brand, which stays the first whatever brands are added or renamed (`insertBrand`). */
export function isFirstBrand(queries: Queries) {
  const first = alias(brands, 'first_brand')
  const found = queries
    .select({ id: first.id })
    .from(first)
    .where(eq(first.organizationId, organizations.id))
    .orderBy(asc(first.id))
    .limit(1)
  return eq(brands.id, sql`(${found})`)
}
