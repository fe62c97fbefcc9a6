import { and, count, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { Country, OperationMode, OrganizationStatus } from '../vocabulary'
import { contains } from './contains'
import type { Queries } from './database'
import { organizations } from './schema'

export type OrganizationFilter = {
  q: string
  status: readonly OrganizationStatus[]
  mode: readonly OperationMode[]
  country: readonly Country[]
}

const matches = (filter: OrganizationFilter): SQL | undefined =>
  and(
    filter.q
      ? or(
          contains(organizations.name, filter.q),
          contains(organizations.legalName, filter.q),
          contains(organizations.registrationNumber, filter.q),
        )
      : undefined,
    filter.status.length ? inArray(organizations.status, [...filter.status]) : undefined,
    filter.mode.length ? inArray(organizations.operationMode, [...filter.mode]) : undefined,
    filter.country.length ? inArray(organizations.country, [...filter.country]) : undefined,
  )

export async function countOrganizations(db: Queries, filter: OrganizationFilter): Promise<number> {
  const rows = await db.select({ total: count() }).from(organizations).where(matches(filter))
  return rows[0]?.total ?? 0
}

/** Newest first. The ids are chosen alone, so that rows skipped by the offset are never read whole. */
export function selectOrganizations(db: Queries, filter: OrganizationFilter, limit: number, offset: number) {
  const chosen = db
    .select({ id: organizations.id })
    .from(organizations)
    .where(matches(filter))
    .orderBy(desc(organizations.createdAt), desc(organizations.id))
    .limit(limit)
    .offset(offset)
    .as('chosen')
  return db
    .select({
      id: organizations.id,
      name: organizations.name,
      legalName: organizations.legalName,
      country: organizations.country,
      operationMode: organizations.operationMode,
      status: organizations.status,
      isTrial: organizations.isTrial,
      createdAt: organizations.createdAt,
    })
    .from(organizations)
    .innerJoin(chosen, eq(chosen.id, organizations.id))
    .orderBy(desc(organizations.createdAt), desc(organizations.id))
}
