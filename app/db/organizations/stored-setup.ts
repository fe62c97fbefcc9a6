import { asc, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '../engine/database'
import { branches, brands, organizations } from '../schema/organizations'

/** An organization with its branches, the primary one first, and its first brand; null when there is none. */
export async function findForSetup(queries: Queries, id: string) {
  const rows = await queries
    .select({ organization: organizations, branch: branches, brand: brands })
    .from(organizations)
    .leftJoin(branches, eq(branches.organizationId, organizations.id))
    .leftJoin(brands, eq(brands.id, firstBrandOf(queries)))
    .where(eq(organizations.id, id))
    .orderBy(desc(branches.isPrimary), asc(branches.name), asc(branches.id))
  const [row] = rows
  if (!row) return null
  return { organization: row.organization, branches: rows.flatMap(({ branch }) => branch ?? []), brand: row.brand }
}

export type ForSetup = NonNullable<Awaited<ReturnType<typeof findForSetup>>>

function firstBrandOf(queries: Pick<Queries, 'select'>) {
  const first = alias(brands, 'first_brand')
  const found = queries
    .select({ id: first.id })
    .from(first)
    .where(eq(first.organizationId, organizations.id))
    .orderBy(asc(first.name), asc(first.id))
    .limit(1)
  return sql`(${found})`
}
