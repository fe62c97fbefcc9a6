import { and, desc, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Country } from '../vocabulary'
import type { Queries } from './database'
import { organizations } from './schema'

/** What two records of one organization would share; null or '' where there is nothing to compare. */
export type Traits = { id: string; country: Country; registrationNumber: string; phone: string | null; core: string }

const { registrationNumber, country, phone, searchKey } = organizations

/** The newest other organizations with the same number in the country, the same phone, or the same folded name. */
export function selectAlike(queries: Pick<Queries, 'select'>, of: Traits, limit: number) {
  const hasNumber = of.registrationNumber
    ? and(eq(country, of.country), eq(registrationNumber, of.registrationNumber))
    : undefined
  const hasPhone = of.phone ? eq(phone, of.phone) : undefined
  const hasName = of.core ? sql`${searchKey} like ${`|${of.core}|%`}` : undefined
  return queries
    .select({
      id: organizations.id,
      name: organizations.name,
      status: organizations.status,
      sameNumber: flag(hasNumber),
      samePhone: flag(hasPhone),
      sameName: flag(hasName),
    })
    .from(organizations)
    .where(and(ne(organizations.id, of.id), or(hasNumber, hasPhone, hasName) ?? sql`false`))
    .orderBy(desc(organizations.createdAt), desc(organizations.id))
    .limit(limit)
}

const flag = (condition: SQL | undefined): SQL<boolean> => sql<boolean>`${condition ?? sql`false`}`
