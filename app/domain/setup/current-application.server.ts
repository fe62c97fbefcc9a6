import type { Queries } from '../../db/engine/database'
import { findCurrentApplication } from '../../db/setup'
import { isUuid } from '../../uuid'
import { findApplicantView } from '../verifications/applicant-sees.server'

/** The application that a partner asks about, by its id or without, as they see it, with what is not known to them of it and of their organization. */
export async function findCurrentForApplicant(
  queries: Queries,
  organizationId: string,
  now: Date,
  named: string | null = null,
) {
  const before = await findApplicantView(queries, organizationId, now)
  const known = before?.applications ?? []
  const current =
    named !== null && !isUuid(named) ? null : await findCurrentApplication(queries, organizationId, known, named)
  const masked = known.find(({ id }) => id === current?.id)
  return { before, application: masked ?? current, isDecided: masked !== undefined }
}
