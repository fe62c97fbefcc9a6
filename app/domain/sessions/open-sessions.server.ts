import { listSessionsOfUser } from '../../db/sessions'
import type { Services } from '../../services.server'
import { lastSeenMs } from './last-seen.server'
import { hasLapsed } from './session'

/** One browser in which a person is signed in. */
export type OpenSession = {
  id: string
  userAgent: string
  address: string
  createdAt: Date
  lastSeenAt: Date
  isThisOne: boolean
}

/** The sessions of a user that have not lapsed, newest first; `thisOne` is the reader's own. */
export async function listOpenSessions(services: Services, userId: string, thisOne: string): Promise<OpenSession[]> {
  const nowMs = services.now().getTime()
  const rows = await listSessionsOfUser(services.db, userId)
  return rows.flatMap((row) => {
    const seenMs = lastSeenMs(row)
    if (hasLapsed({ createdAtMs: row.createdAt.getTime(), lastSeenMs: seenMs }, services.env, nowMs)) return []
    const { id, userAgent, address, createdAt } = row
    return [{ id, userAgent, address, createdAt, lastSeenAt: new Date(seenMs), isThisOne: id === thisOne }]
  })
}
