import { noteSeen } from '../../db/sessions'
import type { Services } from '../../services.server'
import { SEEN_GRAIN_MS } from './session'

const REMEMBERED = 10_000

/** What this process saw since it last told the database, so that the idle limit is exact to the request. */
const seenMs = new Map<string, number>()

export const lastSeenMs = (session: { id: string; lastSeenAt: Date }): number =>
  Math.max(session.lastSeenAt.getTime(), seenMs.get(session.id) ?? 0)

/** Notes that a session is in use; writes at most once a minute. */
export async function touchSession(services: Services, session: { id: string; lastSeenAt: Date }): Promise<void> {
  const now = services.now()
  if (seenMs.size >= REMEMBERED) seenMs.clear()
  seenMs.set(session.id, now.getTime())
  if (now.getTime() - session.lastSeenAt.getTime() >= SEEN_GRAIN_MS) await noteSeen(services.db, session.id, now)
}
