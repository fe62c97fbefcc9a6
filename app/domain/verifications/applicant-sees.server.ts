import { findUnknownToApplicant } from '../../db/verifications/undoable-decisions'
import type { Queries } from '../../db/engine/database'

type Organization = { status: string; isTrial: boolean; operationMode: string }

/**
 * What an applicant does not know of yet: while a decision may be undone, their pages show the organization and the application
 * as they were. Null when there is no such decision.
 */
export async function findAsApplicantSees(db: Queries, organizationId: string, now: Date) {
  const found = await findUnknownToApplicant(db, organizationId, now)
  if (!found) return null
  const { decision, application } = found
  const { organization, documentIds } = decision.before
  return {
    application: { ...application, ...decision.before.application },
    /** The organization without what the decision did to it. */
    organizationBefore<Row extends Organization>(row: Row): Row {
      if (!organization) return row
      const { madeVersion: _, ...held } = organization
      return { ...row, ...held }
    },
    documentBefore: <Row extends { id: string; status: string }>(row: Row): Row =>
      documentIds.includes(row.id) ? { ...row, status: 'pending' } : row,
    isUnknown: (event: { version: number }) => event.version === decision.version,
  }
}
