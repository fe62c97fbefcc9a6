import { and, asc, count, desc, eq, getTableColumns, isNull, or, sql, type AnyColumn, ne, type SQL } from 'drizzle-orm'
import { lastChange } from '../audit/last-change'
import type { Queries } from '../engine/database'
import { auditLog } from '../schema/audit'
import { keyStartsWith, plainNumber } from '../schema/columns'
import { DOCUMENT_COLUMNS, documents, isReplaced } from '../schema/documents'
import { invites } from '../schema/invites'
import { branches, brands, organizations } from '../schema/organizations'
import { users } from '../schema/users'
import { verifications } from '../schema/verifications'
import { OPEN_STATUSES, type Country } from '../../vocabulary'

const columnIf = (isAllowed: boolean, column: AnyColumn) => sql<string | null>`${isAllowed ? column : sql`null`}`

const { searchKey, ...shownColumns } = getTableColumns(organizations)

/** How many applications of an organization are not decided yet. */
export const openApplications = sql<number>`(select count(*)::int from ${verifications} v
  where v.organization_id = organizations.id and v.status in (${sql.join(
    OPEN_STATUSES.map((status) => sql`${status}`),
    sql`, `,
  )}))`

/** One organization with counts of what belongs to it; contacts, bank and representative are null unless asked for. */
export async function findOrganizationDetail(db: Queries, id: string, withContacts: boolean) {
  const rows = await db
    .select({
      ...shownColumns,
      phone: columnIf(withContacts, organizations.phone),
      email: columnIf(withContacts, organizations.email),
      bankName: columnIf(withContacts, organizations.bankName),
      bankAccount: columnIf(withContacts, organizations.bankAccount),
      representativeName: columnIf(withContacts, organizations.representativeName),
      representativeDocument: columnIf(withContacts, organizations.representativeDocument),
      branchCount: sql<number>`(select count(*)::int from branches owned where owned.organization_id = organizations.id)`,
      brandCount: sql<number>`(select count(*)::int from brands owned where owned.organization_id = organizations.id)`,
      statusChange: lastChange('organization', sql`organizations.id`, [
        'organization.activate',
        'organization.suspend',
        'organization.reactivate',
        'organization.archive',
      ]),
      openCount: openApplications,
      documentCount: sql<number>`(select count(*)::int from documents owned where owned.organization_id = organizations.id)`,
    })
    .from(organizations)
    .where(eq(organizations.id, id))
  return rows[0] ?? null
}

/** The primary branch first; phones and e-mails are null unless asked for. */
export const selectBranches = (db: Queries, organizationId: string, withContacts: boolean) =>
  db
    .select({
      id: branches.id,
      name: branches.name,
      person: branches.person,
      phone: columnIf(withContacts, branches.phone),
      email: columnIf(withContacts, branches.email),
      address: branches.address,
      isPrimary: branches.isPrimary,
    })
    .from(branches)
    .where(eq(branches.organizationId, organizationId))
    .orderBy(desc(branches.isPrimary), asc(branches.name), asc(branches.id))

export const selectBrands = (db: Queries, organizationId: string) =>
  db.select().from(brands).where(eq(brands.organizationId, organizationId)).orderBy(asc(brands.name), asc(brands.id))

/** Newest first, with the type of the verification that each came with. */
export const selectDocuments = (db: Queries, organizationId: string) =>
  db
    .select({
      ...DOCUMENT_COLUMNS,
      isReplaced,
      verificationId: documents.verificationId,
      verificationType: verifications.type,
      submittedBy: verifications.submittedBy,
    })
    .from(documents)
    .leftJoin(verifications, eq(verifications.id, documents.verificationId))
    .where(eq(documents.organizationId, organizationId))
    .orderBy(desc(documents.uploadedAt), desc(documents.id))

/** Applications without a review come last in `reviewed`, and first in `reviewed-last`. */
const APPLICATION_ORDERS = {
  newest: [desc(verifications.submittedAt), desc(verifications.id)],
  oldest: [asc(verifications.submittedAt), asc(verifications.id)],
  reviewed: [sql`${verifications.reviewedAt} desc nulls last`, desc(verifications.id)],
  'reviewed-last': [sql`${verifications.reviewedAt} asc nulls first`, asc(verifications.id)],
} as const satisfies Record<string, SQL[]>

export const selectVerificationsOf = (db: Queries, organizationId: string, order: keyof typeof APPLICATION_ORDERS) =>
  db
    .select({
      id: verifications.id,
      type: verifications.type,
      status: verifications.status,
      submittedAt: verifications.submittedAt,
      reviewedAt: verifications.reviewedAt,
      reviewer: users.username,
    })
    .from(verifications)
    .leftJoin(users, eq(users.id, verifications.reviewerId))
    .where(eq(verifications.organizationId, organizationId))
    .orderBy(...APPLICATION_ORDERS[order])

/** The total of rows of which only the first are read; counted by a subquery, so that the others are not read. */
const totalOf = (db: Queries, table: typeof invites | typeof users, where: SQL | undefined) =>
  sql<number>`(${db.select({ n: count() }).from(table).where(where)})`.mapWith(Number)

/** The newest invites that name the organization, deleted ones left out. */
export function selectInvitesOf(db: Queries, organizationId: string, atMost: number) {
  const areIts = and(eq(invites.organizationId, organizationId), isNull(invites.deletedAt))
  return db
    .select({
      id: invites.id,
      code: invites.code,
      type: invites.type,
      role: invites.role,
      usedCount: invites.usedCount,
      maximumUses: invites.maximumUses,
      createdAt: invites.createdAt,
      total: totalOf(db, invites, areIts),
    })
    .from(invites)
    .where(areIts)
    .orderBy(desc(invites.createdAt), desc(invites.id))
    .limit(atMost)
}

/** The people of the organization, the earliest first. */
export function selectPeopleOf(db: Queries, organizationId: string, atMost: number) {
  const areIts = eq(users.organizationId, organizationId)
  return db
    .select({
      id: users.id,
      username: users.username,
      status: users.status,
      createdAt: users.createdAt,
      total: totalOf(db, users, areIts),
    })
    .from(users)
    .where(areIts)
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(atMost)
}

/**
 * The newest acts on the organization and its applications, of one person if given. Each branch stops at `atMost` rows, which a single
 * condition with "or" would not.
 */
export function selectActivityOf(db: Queries, organizationId: string, atMost: number, actorId: string | null) {
  const isAsked = actorId === null ? undefined : eq(auditLog.actorId, actorId)
  const newest = [desc(auditLog.at), desc(auditLog.id)]
  const { id, at, action, actorId: by } = auditLog
  const columns = { id, at, action, actorId: by }
  const onItself = db
    .select(columns)
    .from(auditLog)
    .where(and(eq(auditLog.objectType, 'organization'), eq(auditLog.objectId, organizationId), isAsked))
    .orderBy(...newest)
    .limit(atMost)
  const ofEach = db
    .select(columns)
    .from(auditLog)
    .where(and(eq(auditLog.objectType, 'verification'), eq(auditLog.objectId, sql`${verifications.id}::text`), isAsked))
    .orderBy(...newest)
    .limit(atMost)
    .as('of_each')
  const onVerifications = db
    .select({ id: ofEach.id, at: ofEach.at, action: ofEach.action, actorId: ofEach.actorId })
    .from(verifications)
    .innerJoinLateral(ofEach, sql`true`)
    .where(eq(verifications.organizationId, organizationId))
  const act = onItself.unionAll(onVerifications).as('acts')
  return db
    .select({
      id: act.id,
      at: act.at,
      action: act.action,
      actorName: users.username,
    })
    .from(act)
    .leftJoin(users, eq(users.id, act.actorId))
    .orderBy(desc(act.at), desc(act.id))
    .limit(atMost)
}

/** What two records of one organization may have in common; null or '' where there is nothing to compare. */
type Traits = { id: string; country: Country; registrationNumber: string; phone: string | null; core: string }

const { registrationNumber, country, phone } = organizations

/** The newest other organizations with the same number in the country, the same phone, or the same folded name. */
export function selectAlike(queries: Queries, of: Traits, limit: number) {
  const hasNumber = of.registrationNumber
    ? and(
        eq(country, of.country),
        sql`${plainNumber(registrationNumber)} = ${plainNumber(sql`${of.registrationNumber}`)}`,
      )
    : undefined
  const hasPhone = of.phone ? eq(phone, of.phone) : undefined
  const start = `|${of.core}|`
  const hasName = of.core
    ? and(keyStartsWith(organizations.searchKey, start), sql`${organizations.searchKey} like ${`${start}%`}`)
    : undefined
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
