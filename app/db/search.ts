import { and, asc, desc, eq, gte, inArray, isNull, lte, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Queries } from './engine/database'
import { narrowedTo } from './engine/sql'
import { isOfKind, type InviteFilter } from './invites/invites'
import { closeness, COMPARED, keyMatches, nearest } from './names'
import { organizationMatches, organizationOrder, type FoldedOrganizationSearch } from './organizations/organizations'
import { invites } from './schema/invites'
import { organizations } from './schema/organizations'
import { users } from './schema/users'
import { verifications } from './schema/verifications'
import type { SealedCode } from './schema/sealed-code'
import { rank } from './verifications/queue/verification-queue'

type SearchFor = {
  organization: FoldedOrganizationSearch
  /** Whole numbers, however they were typed. */
  phones: readonly string[]
  ids: { from: string; to: string } | null
  /** A whole code, however it was typed. */
  code: SealedCode | null
  /** The beginning of a code, and the kinds of code that it may find. */
  codeStart: string | null
  codesByPart: InviteFilter['codesByPart']
}

const within = (id: AnyColumn, ids: SearchFor['ids']): SQL | undefined =>
  ids ? and(gte(id, ids.from), lte(id, ids.to)) : undefined

const builder = new QueryBuilder()

/** The closest first. */
export const searchOrganizations = (queries: Queries, { organization, ids }: SearchFor, atMost: number) =>
  queries
    .select({
      id: organizations.id,
      name: organizations.name,
      country: organizations.country,
      status: organizations.status,
    })
    .from(organizations)
    .where(
      inArray(
        organizations.id,
        nearest(
          organizations,
          organization,
          COMPARED,
          or(organizationMatches(organization), within(organizations.id, ids)),
        ),
      ),
    )
    .orderBy(...organizationOrder(organization))
    .limit(atMost)

const namedSo = (organization: FoldedOrganizationSearch) =>
  builder
    .select({ id: verifications.id })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(organizationMatches(organization))

const withIds = (ids: SearchFor['ids']) =>
  builder.select({ id: verifications.id }).from(verifications).where(within(verifications.id, ids))

/** By their organization or id: those that wait first, the oldest of them at the top. */
export const searchVerifications = (queries: Queries, { organization, ids }: SearchFor, atMost: number) =>
  queries
    .select({
      id: verifications.id,
      type: verifications.type,
      status: verifications.status,
      organizationName: organizations.name,
    })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(inArray(verifications.id, ids ? namedSo(organization).union(withIds(ids)) : namedSo(organization)))
    .orderBy(asc(rank), asc(verifications.submittedAt), asc(verifications.id))
    .limit(atMost)

/** By the whole code, by its beginning where that is allowed, or by the id; the newest first. */
export const searchInvites = (queries: Queries, { code, codeStart, codesByPart, ids }: SearchFor, atMost: number) =>
  queries
    .select({
      id: invites.id,
      code: invites.code,
      type: invites.type,
      role: invites.role,
      usedCount: invites.usedCount,
      maximumUses: invites.maximumUses,
      expiresAt: invites.expiresAt,
    })
    .from(invites)
    .where(
      and(
        isNull(invites.deletedAt),
        or(
          code ? eq(invites.code, code) : undefined,
          codeStart ? and(sql`${invites.code} like ${`${codeStart}%`}`, isOfKind(codesByPart)) : undefined,
          within(invites.id, ids),
        ) ?? sql`false`,
      ),
    )
    .orderBy(desc(invites.createdAt), desc(invites.id))
    .limit(atMost)

/** By name, id, or the whole phone, of which lists show only the end; the closest first. */
export const searchUsers = (queries: Queries, { organization, phones, ids }: SearchFor, atMost: number) =>
  queries
    .select({ id: users.id, username: users.username, role: users.role, status: users.status })
    .from(users)
    .where(
      inArray(
        users.id,
        nearest(
          users,
          organization,
          COMPARED,
          or(keyMatches(users.searchKey, organization), narrowedTo(users.phone, phones), within(users.id, ids)) ??
            sql`false`,
        ),
      ),
    )
    .orderBy(
      ...(organization.words.length > 0 ? [closeness(users.searchKey, organization)] : []),
      desc(users.createdAt),
      desc(users.id),
    )
    .limit(atMost)
