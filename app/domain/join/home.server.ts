import { findPlaceOf } from '../../db/join'
import type { Services } from '../../services.server'
import { homeOf } from './home'

/** The address at which a user is at home. */
export async function findHome({ db }: Pick<Services, 'db'>, userId: string): Promise<string> {
  const place = await findPlaceOf(db, userId)
  return place ? homeOf(place) : '/'
}
