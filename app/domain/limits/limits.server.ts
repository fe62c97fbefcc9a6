import { CLOCK_TOLERANCE_MS } from '../../durations'
import type { Queries } from '../../db/engine/database'
import { addHits, deleteHitsOf, listHits, lockKeys, takeHitsAfter } from '../../db/limits'
import type { Services } from '../../services.server'
import { keyedHash } from '../sealing.server'
import { LIMITS, msUntilRoom, type Limit } from './limit'

/** A limit and the subject to count; `subject` is stored only as a keyed hash. */
export type Counted = {
  limit: Limit
  subject: string
  /** How much of the limit is reserved for others. */
  reserve?: number
}

type Needs = Pick<Services, 'env' | 'now'>
type Consumes = Needs & Pick<Services, 'meter'>

const keyOf = ({ env }: Needs, { limit, subject }: Counted) =>
  keyedHash(env.sessionSecrets[0], 'limits', [limit.name, subject])

/**
 * Counts one hit in each limit if all of them have room, else in none. Exact under concurrency.
 * @param tx a transaction; it holds the keys until it ends
 * @returns 0, or milliseconds until there is room
 */
export async function consumeRateLimit(tx: Queries, services: Consumes, counted: readonly Counted[]): Promise<number> {
  const nowMs = services.now().getTime()
  const keys = counted.map((one) => keyOf(services, one))
  await lockKeys(tx, keys)
  const longestMs = Math.max(...counted.map(({ limit }) => limit.windowMs))
  await bringBack(tx, keys, nowMs)
  const hits = await listHits(tx, keys, new Date(nowMs - longestMs))
  const waits = counted.map(({ limit, reserve = 0 }, position) =>
    msUntilRoom(limit, mostOf(services, limit, reserve), hitsOf(hits, keys[position]), nowMs),
  )
  const waitMs = Math.max(...waits)
  if (waitMs > 0) {
    countWait(services, counted[waits.indexOf(waitMs)]?.limit, waitMs)
    return waitMs
  }
  await addHits(
    tx,
    counted.map(({ limit }, position) => ({
      key: keys[position] ?? '',
      windowStart: grainOf(nowMs, limit.grainMs),
      count: 1,
    })),
  )
  return 0
}

/** Counts one invitation of any kind (security INV-06); milliseconds until there is room, 0 when it was counted. */
export const consumeInviteLimits = (
  tx: Queries,
  services: Consumes,
  { senderId, recipient }: { senderId: string; recipient: string },
): Promise<number> =>
  consumeRateLimit(tx, services, [
    { limit: LIMITS.invitesPerStaff, subject: senderId },
    { limit: LIMITS.invitesPerRecipient, subject: recipient.toLowerCase() },
  ])

/**
 * Counts one hit per occurrence of each subject that has room, and none for the others.
 * @returns for each subject, in order, whether it had room
 */
export async function consumeRateLimitForEach(
  tx: Queries,
  services: Consumes,
  limit: Limit,
  subjects: readonly string[],
  reserve = 0,
): Promise<boolean[]> {
  if (subjects.length === 0) return []
  const nowMs = services.now().getTime()
  const keys = subjects.map((subject) => keyOf(services, { limit, subject }))
  await lockKeys(tx, keys)
  await bringBack(tx, keys, nowMs)
  const hits = await listHits(tx, keys, new Date(nowMs - limit.windowMs))
  const max = mostOf(services, limit, reserve)
  const taken = new Map<string, number>()
  const hasRoom = keys.map((key) => {
    const count = taken.get(key) ?? 0
    const waitMs = msUntilRoom(limit, max, [...hitsOf(hits, key), { atMs: nowMs, count }], nowMs)
    if (waitMs === 0) taken.set(key, count + 1)
    else countWait(services, limit, waitMs)
    return waitMs === 0
  })
  const windowStart = grainOf(nowMs, limit.grainMs)
  if (taken.size > 0)
    await addHits(
      tx,
      [...taken].map(([key, count]) => ({ key, windowStart, count })),
    )
  return hasRoom
}

/** The maximum in the limit's window; LIMITS_FACTOR applies to what people do, not to the console's own pace. */
const mostOf = ({ env }: Needs, { max, isPace }: Limit, reserve = 0): number =>
  Math.ceil((max - reserve) * (isPace ? 1 : env.limitsFactor))

/** Reports which limit made somebody wait, and for how long; never who. */
export function countWait({ meter }: Pick<Services, 'meter'>, limit: Limit | undefined, waitMs: number): void {
  if (limit && !limit.isPace) meter.note({ of: 'limit', limit: limit.name, waitMs })
}

/** Counts one hit whether or not there is room. */
export async function addHit(tx: Queries, services: Needs, counted: Counted): Promise<void> {
  await addHits(tx, [
    { key: keyOf(services, counted), windowStart: grainOf(services.now().getTime(), counted.limit.grainMs), count: 1 },
  ])
}

/** Hits within the limit's window, the time of the last, and the milliseconds until one more stays within the limit, 0 when it does now. */
export type Count = { count: number; lastMs: number; waitMs: number }

/** The counts of all given subjects, in order, read in one statement. */
export async function readCounts(queries: Queries, services: Needs, counted: readonly Counted[]): Promise<Count[]> {
  const nowMs = services.now().getTime()
  const keys = counted.map((one) => keyOf(services, one))
  const longestMs = Math.max(...counted.map(({ limit }) => limit.windowMs))
  const all = await listHits(queries, keys, new Date(nowMs - longestMs))
  return counted.map(({ limit }, position) => {
    const hits = hitsOf(all, keys[position]).filter(({ atMs }) => atMs > nowMs - limit.windowMs)
    // Later hits are from before the clock was put back: they count, but make nobody wait.
    const past = hits.filter(({ atMs }) => atMs <= nowMs + CLOCK_TOLERANCE_MS)
    return {
      count: hits.reduce((sum, hit) => sum + hit.count, 0),
      lastMs: Math.max(0, ...past.map(({ atMs }) => atMs)),
      waitMs: msUntilRoom(limit, mostOf(services, limit), past, nowMs),
    }
  })
}

/** The count of one subject. */
export async function getHits(queries: Queries, services: Needs, counted: Counted): Promise<Count> {
  const [found] = await readCounts(queries, services, [counted])
  return found ?? { count: 0, lastMs: 0, waitMs: 0 }
}

/** Resets the count of one subject. */
export const forgetCount = (tx: Queries, services: Needs, counted: Counted): Promise<void> =>
  deleteHitsOf(tx, keyOf(services, counted))

/** Moves hits from before the clock was put back to the present, once, so that they expire in their usual time. */
async function bringBack(tx: Queries, keys: readonly string[], nowMs: number): Promise<void> {
  const hits = await takeHitsAfter(tx, keys, new Date(nowMs + CLOCK_TOLERANCE_MS))
  const windowStart = grainOf(nowMs, CLOCK_TOLERANCE_MS)
  for (const { key, count } of hits) await addHits(tx, [{ key, windowStart, count }])
}

const grainOf = (nowMs: number, grainMs: number) => new Date(Math.floor(nowMs / grainMs) * grainMs)

const hitsOf = (hits: Awaited<ReturnType<typeof listHits>>, key: string | undefined) =>
  hits.filter((hit) => hit.key === key).map((hit) => ({ atMs: hit.windowStart.getTime(), count: hit.count }))
