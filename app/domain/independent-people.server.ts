import type { Queries } from '../db/engine/database'
import { listAccessGiven } from '../db/independent-people'
import { DAY_MS } from '../durations'
import type { Services } from '../services.server'
import { dependenceIn, INDEPENDENT_AFTER_DAYS, type Dependence } from './independent-people'

const since = (now: Date): Date => new Date(now.getTime() - INDEPENDENT_AFTER_DAYS * DAY_MS)

/** Why the second of two people may not agree to what the first began; null when they are independent. */
export async function findDependence(
  queries: Queries,
  { now }: Pick<Services, 'now'>,
  { firstId, secondId }: { firstId: string; secondId: string },
): Promise<Dependence | null> {
  const given = await listAccessGiven(queries, [firstId, secondId], since(now()))
  const how = dependenceIn(given, firstId, secondId)
  return how && { how, name: given.find(({ to }) => to === firstId)?.toName ?? '' }
}

/** Whether any two of these people are independent. */
export async function haveIndependentPair(
  queries: Queries,
  { now }: Pick<Services, 'now'>,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length < 2) return false
  const given = await listAccessGiven(queries, ids, since(now()))
  return ids.some((first) => ids.some((second) => first !== second && dependenceIn(given, first, second) === null))
}
