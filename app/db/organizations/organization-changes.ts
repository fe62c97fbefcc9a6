import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { DocumentStatus, OrganizationStatus } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { auditLog } from '../schema/audit'
import { documents } from '../schema/documents'
import { brands, organizations } from '../schema/organizations'
import { users } from '../schema/users'
import { isOpenIn, verifications } from '../schema/verifications'
import { openApplications } from './organization-detail'

export type OrganizationChange = Partial<
  Omit<typeof organizations.$inferSelect, 'id' | 'status' | 'isTrial' | 'version' | 'createdAt' | 'setupSteps'>
>

type Seen = { id: string; version: number }
const isAsSeen = ({ id, version }: Seen) => and(eq(organizations.id, id), eq(organizations.version, version))
const nextVersion = sql`${organizations.version} + 1`

/**
 * A change of the country also changes the applications, and one of the time zone their due dates. Decisions lock an application before
 * its organization, so applications are locked first here too.
 */
export async function lockApplicationsToMove(
  tx: Queries,
  organizationId: string,
  { country, timeZone }: OrganizationChange,
): Promise<void> {
  if (country === undefined && timeZone === undefined) return
  const isHiddenFrom = sql`${verifications.country} is distinct from ${country}`
  const isInOtherZone = sql`(
    select ${organizations.timeZone} <> ${timeZone} from ${organizations} where ${organizations.id} = ${organizationId})`
  await tx
    .select({ id: verifications.id })
    .from(verifications)
    .where(
      and(
        eq(verifications.organizationId, organizationId),
        or(
          country === undefined ? undefined : isHiddenFrom,
          timeZone === undefined ? undefined : and(isOpenIn(verifications.status), isInOtherZone),
        ),
      ),
    )
    .orderBy(asc(verifications.id))
    .for('no key update')
}

/** Saves a section for staff, only over the version seen and never when archived; returns the new version, or null. */
export async function saveOrganization(tx: Queries, seen: Seen, change: OrganizationChange): Promise<number | null> {
  await lockApplicationsToMove(tx, seen.id, change)
  const [saved] = await tx
    .update(organizations)
    .set({ ...change, version: nextVersion })
    .where(and(isAsSeen(seen), ne(organizations.status, 'archived')))
    .returning({ version: organizations.version })
  return saved?.version ?? null
}

type StatusChange = Seen & {
  /** As the form saw it. */
  status: OrganizationStatus | null
  /** Statuses in which partners save often: the status, not the version, tells whether it is as it was seen. */
  filledIn: readonly OrganizationStatus[]
  from: readonly OrganizationStatus[]
  to: OrganizationStatus
  reason: string | null
}

/** Changes the status if nothing changed since it was seen; returns the new version, or null. */
export async function changeOrganizationStatus(tx: Queries, change: StatusChange): Promise<number | null> {
  const { id, status, filledIn, from, to, reason } = change
  const isAsItWas =
    status !== null && filledIn.includes(status)
      ? and(eq(organizations.id, id), eq(organizations.status, status))
      : isAsSeen(change)
  const [moved] = await tx
    .update(organizations)
    .set({ status: to, statusReason: reason, version: nextVersion })
    .where(and(isAsItWas, inArray(organizations.status, [...from])))
    .returning({ version: organizations.version })
  return moved?.version ?? null
}

/** Makes it trial or official, whatever version was seen; returns the new version, or null when it is so already or archived. */
export async function changeOrganizationTrial(tx: Queries, { id, isTrial }: { id: string; isTrial: boolean }) {
  const [changed] = await tx
    .update(organizations)
    .set({ isTrial, version: nextVersion })
    .where(and(eq(organizations.id, id), ne(organizations.status, 'archived'), ne(organizations.isTrial, isTrial)))
    .returning({ version: organizations.version })
  return changed?.version ?? null
}

export async function findOrganizationStatus(queries: Queries, id: string) {
  const [row] = await queries
    .select({
      id: organizations.id,
      name: organizations.name,
      status: organizations.status,
      statusReason: organizations.statusReason,
      isTrial: organizations.isTrial,
      version: organizations.version,
      openCount: openApplications,
      phone: organizations.phone,
      defaultLocale: organizations.defaultLocale,
    })
    .from(organizations)
    .where(eq(organizations.id, id))
  return row ?? null
}

/** Who changed the organization last, and when; null when no change is on record. */
export async function findLastChange(queries: Queries, organizationId: string) {
  const [row] = await queries
    .select({ actorName: users.username, at: auditLog.at })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.objectType, 'organization'), eq(auditLog.objectId, organizationId)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  return row ?? null
}

export async function findBrand(queries: Queries, organizationId: string, brandId: string) {
  const [row] = await queries
    .select()
    .from(brands)
    .where(and(eq(brands.id, brandId), eq(brands.organizationId, organizationId)))
  return row ?? null
}

export async function countBrands(queries: Queries, organizationId: string): Promise<number> {
  const [row] = await queries.select({ total: count() }).from(brands).where(eq(brands.organizationId, organizationId))
  return row?.total ?? 0
}

export type BrandFields = Omit<typeof brands.$inferInsert, 'id' | 'organizationId'>

/** Adds a brand after the first one, which is the one with the lowest id. */
export async function insertBrand(tx: Queries, organizationId: string, brand: BrandFields): Promise<void> {
  const [first] = await tx
    .select({ id: brands.id })
    .from(brands)
    .where(eq(brands.organizationId, organizationId))
    .orderBy(asc(brands.id))
    .limit(1)
  let id = randomUUID()
  while (first && id < first.id) id = randomUUID()
  await tx.insert(brands).values({ ...brand, id, organizationId })
}

export async function updateBrand(tx: Queries, brandId: string, brand: BrandFields): Promise<void> {
  await tx.update(brands).set(brand).where(eq(brands.id, brandId))
}

export async function deleteBrand(tx: Queries, brandId: string): Promise<void> {
  await tx.delete(brands).where(eq(brands.id, brandId))
}

const judged = {
  id: documents.id,
  type: documents.type,
  fileName: documents.fileName,
  status: documents.status,
  rejectionReason: documents.rejectionReason,
  verificationId: documents.verificationId,
  scanState: documents.scanState,
}

export async function findDocumentToJudge(queries: Queries, organizationId: string, documentId: string) {
  const [row] = await queries
    .select({ ...judged, submittedBy: verifications.submittedBy })
    .from(documents)
    .leftJoin(verifications, eq(verifications.id, documents.verificationId))
    .where(and(eq(documents.id, documentId), eq(documents.organizationId, organizationId)))
  return row ?? null
}

/** Locks a document until the transaction ends, so that nobody else judges it and no approval overlooks it. */
export async function lockDocument(tx: Queries, organizationId: string, documentId: string) {
  const [row] = await tx
    .select(judged)
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.organizationId, organizationId)))
    .for('update')
  return row ?? null
}

/** What a verdict on a document needs to know of its application. */
export async function findApplication(queries: Queries, verificationId: string) {
  const [row] = await queries
    .select({ status: verifications.status, submittedBy: verifications.submittedBy })
    .from(verifications)
    .where(eq(verifications.id, verificationId))
  return row ?? null
}

type Judgement = Pick<typeof documents.$inferSelect, 'rejectionReason' | 'rejectionTemplateId' | 'rejectionTexts'> & {
  status: DocumentStatus
  reviewedBy: string
  reviewedAt: Date
}

export async function writeVerdict(tx: Queries, documentId: string, judgement: Judgement): Promise<void> {
  await tx.update(documents).set(judgement).where(eq(documents.id, documentId))
}
