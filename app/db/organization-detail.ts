import { asc, desc, eq, getTableColumns, sql, type AnyColumn } from 'drizzle-orm'
import type { Queries } from './database'
import { branches, brands, documents, organizations, users, verifications } from './schema'

const only = (isAllowed: boolean, column: AnyColumn) => sql<string | null>`${isAllowed ? column : sql`null`}`

/** One organization with how much belongs to it; phone and e-mail are null unless asked for. */
export async function selectOrganization(db: Queries, id: string, withContacts: boolean) {
  const rows = await db
    .select({
      ...getTableColumns(organizations),
      phone: only(withContacts, organizations.phone),
      email: only(withContacts, organizations.email),
      branchCount: sql<number>`(select count(*)::int from branches owned where owned.organization_id = organizations.id)`,
      brandCount: sql<number>`(select count(*)::int from brands owned where owned.organization_id = organizations.id)`,
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
      phone: only(withContacts, branches.phone),
      email: only(withContacts, branches.email),
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
      id: documents.id,
      type: documents.type,
      fileName: documents.fileName,
      mediaType: documents.mediaType,
      sizeBytes: documents.sizeBytes,
      status: documents.status,
      rejectionReason: documents.rejectionReason,
      uploadedAt: documents.uploadedAt,
      verificationId: documents.verificationId,
      verificationType: verifications.type,
    })
    .from(documents)
    .leftJoin(verifications, eq(verifications.id, documents.verificationId))
    .where(eq(documents.organizationId, organizationId))
    .orderBy(desc(documents.uploadedAt), desc(documents.id))

/** Newest first. */
export const selectVerificationsOf = (db: Queries, organizationId: string) =>
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
    .orderBy(desc(verifications.submittedAt), desc(verifications.id))
