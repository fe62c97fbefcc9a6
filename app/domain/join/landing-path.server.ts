import { findLandingOf } from '../../db/join'
import { listUnknownToApplicant } from '../../db/verifications/still-undoable'
import type { Services } from '../../services.server'
import { landingPath } from './landing-path'

/** The address at which a user is at home; a partner's is that of what they know. */
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
