import { findLandingOf } from '../../db/join'
import { listUnknownToApplicant } from '../../db/verifications/still-undoable'
import type { Services } from '../../services.server'
import { landingPath } from './landing-path'

/** The home page of a user. A partner's depends only on decisions that they have been told about. */
export async function findLandingPath({ db, now }: Pick<Services, 'db' | 'now'>, userId: string): Promise<string> {
  const landing = await findLandingOf(db, userId)
  if (!landing?.organization) return landing ? landingPath(landing) : '/'
  const unknown = await listUnknownToApplicant(db, landing.organization.id, now())
  const [before] = unknown.flatMap(({ decision }) => decision.before.organization ?? [])
  return landingPath({
    ...landing,
    organization: { ...landing.organization, ...(before && { status: before.status }) },
  })
}
