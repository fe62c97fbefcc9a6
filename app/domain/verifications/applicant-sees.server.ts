import { listUnknownToApplicant } from '../../db/verifications/still-undoable'
import type { Queries } from '../../db/engine/database'

/**
 * What an applicant is not told yet: while decisions can be undone, their pages show the organization and its applications as they were
 * before. Null when there is no such decision.
 */
export async function findApplicantView(db: Queries, organizationId: string, now: Date) {
  const unknown = await listUnknownToApplicant(db, organizationId, now)
  if (unknown.length === 0) return null
  const decisions = unknown.map(({ decision }) => decision)
  // The first decision holds the organization as it was before all of them.
  const organization = decisions.map(({ before }) => before.organization).find((one) => one !== null)
  const documentIds = decisions.flatMap(({ before }) => before.documentIds)
  return {
    applications: unknown.map(({ application, decision: { before, version } }) => ({
      ...application,
      ...before.application,
      version: version - 1,
    })),
    /** The organization as it was before the decisions. */
    organizationBefore<Row extends { status: string }>(row: Row): Row {
      if (!organization) return row
      const { madeVersion, ...columns } = organization
      return { ...row, ...columns, ...('version' in row && { version: madeVersion - 1 }) }
    },
    documentBefore: <Row extends { id: string; status: string }>(row: Row): Row =>
      documentIds.includes(row.id) ? { ...row, status: 'pending' } : row,
    isUnknown: (applicationId: string, event: { version: number }) =>
      decisions.some(({ verificationId, version }) => verificationId === applicationId && version === event.version),
  }
}
