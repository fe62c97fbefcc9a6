import { asc, desc, eq } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { branches, brands, organizations } from '../schema/organizations'

/** An organization with its branches, the primary one first, and its first brand; null when there is none. */
export async function findForSetup(queries: Queries, id: string) {
  const [organization] = await queries.select().from(organizations).where(eq(organizations.id, id))
  if (!organization) return null
  const ownBranches = await queries
    .select()
    .from(branches)
    .where(eq(branches.organizationId, id))
    .orderBy(desc(branches.isPrimary), asc(branches.name), asc(branches.id))
  const [brand] = await queries
    .select()
    .from(brands)
    .where(eq(brands.organizationId, id))
    .orderBy(asc(brands.name), asc(brands.id))
    .limit(1)
  return { organization, branches: ownBranches, brand: brand ?? null }
}

export type ForSetup = NonNullable<Awaited<ReturnType<typeof findForSetup>>>
