import { CLOCK_TOLERANCE_MS } from '../../durations'
import type { Queries } from '../../db/engine/database'
import { markSeen } from '../../db/sessions'
import type { Services } from '../../services.server'
import { latestNoted } from '../calendar'
import { SEEN_GRAIN_MS } from './session'

const REMEMBERED = 10_000
/** How exactly the idle limit is kept by the processes that did not answer the last request. */
const TOLD_EVERY_MS = 1000
const SEEN = 'session-seen'

/** What this process saw or was told since the database was, so that the idle limit is exact to the request. */
const seenMs = new Map<string, number>()

export const lastSeenMs = (session: { id: string; lastSeenAt: Date }): number =>
  Math.max(session.lastSeenAt.getTime(), seenMs.get(session.id) ?? 0)

const lastSeenHereMs = (id: string): number => seenMs.get(id) ?? 0

function remember(id: string, atMs: number): void {
  if (seenMs.size >= REMEMBERED) seenMs.clear()
  seenMs.set(id, atMs)
}

/** Learns of the sessions in use that other processes of this console answer. */
export function listenForSessions({ siblings }: Pick<Services, 'siblings'>): void {
  siblings.on(SEEN, (text) => {
    const [id = '', at] = text.split(' ')
    remember(id, Math.max(lastSeenHereMs(id), Number(at)))
  })
}

/** Notes that a session is in use; writes at most once a minute. */
export async function touchSession(
  queries: Queries,
  services: Services,
  session: { id: string; lastSeenAt: Date },
): Promise<void> {
  const now = services.now()
  if (now.getTime() - lastSeenHereMs(session.id) >= TOLD_EVERY_MS)
    services.siblings.tell(SEEN, `${session.id} ${now.getTime()}`)
  remember(session.id, now.getTime())
  const sinceMs = now.getTime() - session.lastSeenAt.getTime()
  // What is later is from before the clock was put back, and would let the session idle for as much longer.
  if (sinceMs >= SEEN_GRAIN_MS || sinceMs < -CLOCK_TOLERANCE_MS)
    await markSeen(queries, session.id, now, latestNoted(now))
}
