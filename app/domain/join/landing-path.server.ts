import { findPlaceOf } from '../../db/join'
import type { Services } from '../../services.server'
import { landingPath } from './landing-path'

/** The address at which a user is at home. */
export async function findLandingPath({ db }: Pick<Services, 'db'>, userId: string): Promise<string> {
  const place = await findPlaceOf(db, userId)
  return place ? landingPath(place) : '/'
}
