import { CLOCK_TOLERANCE_MS } from '../../durations'
import type { Queries } from '../../db/engine/database'
import { markSeen } from '../../db/sessions'
import type { Services } from '../../services.server'
import { latestNoted } from '../calendar'
import { SEEN_GRAIN_MS } from './session'

const REMEMBERED = 10_000
/** How often other processes hear of a session in use, and so how exactly they keep the idle limit. */
const TOLD_EVERY_MS = 1000
const SEEN = 'session-seen'

/** The last use of sessions that this process saw or was told of; newer than the database, so that the idle limit is exact. */
const seenMs = new Map<string, number>()

export const lastSeenMs = (session: { id: string; lastSeenAt: Date }): number =>
  Math.max(session.lastSeenAt.getTime(), seenMs.get(session.id) ?? 0)

const lastSeenHereMs = (id: string): number => seenMs.get(id) ?? 0

function remember(id: string, atMs: number): void {
  if (seenMs.size >= REMEMBERED) seenMs.clear()
  seenMs.set(id, atMs)
}

/** Learns which sessions are in use on other processes of this console. */
export function listenForSessions({ siblings }: Pick<Services, 'siblings'>): void {
  siblings.on(SEEN, (text) => {
    const [id = '', at] = text.split(' ')
    remember(id, Math.max(lastSeenHereMs(id), Number(at)))
  })
}

/** Records that a session is in use; writes to the database at most once a minute. */
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
  // A later time was written before the clock was put back, and would extend the idle limit by as much.
  if (sinceMs >= SEEN_GRAIN_MS || sinceMs < -CLOCK_TOLERANCE_MS)
    await markSeen(queries, session.id, now, latestNoted(now))
}
