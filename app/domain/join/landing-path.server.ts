import { findPlaceOf } from '../../db/join'
import { listUnknownToApplicant } from '../../db/verifications/still-undoable'
import type { Services } from '../../services.server'
import { landingPath } from './landing-path'

/** The address at which a user is at home; a partner's is that of what they know. */
export async function findLandingPath({ db, now }: Pick<Services, 'db' | 'now'>, userId: string): Promise<string> {
  const place = await findPlaceOf(db, userId)
  if (!place?.organization) return place ? landingPath(place) : '/'
  const unknown = await listUnknownToApplicant(db, place.organization.id, now())
  const [before] = unknown.flatMap(({ decision }) => decision.before.organization ?? [])
  return landingPath({ ...place, organization: { ...place.organization, ...(before && { status: before.status }) } })
}
