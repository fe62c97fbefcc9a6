import { readDatabaseClock } from '../../db/engine/sql'
import type { Services } from '../../services.server'

/** Lifetimes and limits are counted in minutes; a larger difference is a fault of the machine. */
const SKEW_LIMIT_MS = 5000

/**
 * Compares our clock with the database's and with elapsed time. Logs an error when they diverge and an entry when they agree again.
 * Readiness ignores it, because the database's clock may be the wrong one.
 */
export function watchClock() {
  let isOff = false
  let last: { nowMs: number; elapsedMs: number } | null = null
  return async ({ db, log, now }: Pick<Services, 'db' | 'log' | 'now'>): Promise<void> => {
    const beforeMs = now().getTime()
    const database = await readDatabaseClock(db)
    const nowMs = now().getTime()
    const skewMs = Math.round((beforeMs + nowMs) / 2 - database.getTime())
    // A monotonic clock.
    const passedMs = performance.now()
    const jumpMs = last ? Math.round(nowMs - last.nowMs - (passedMs - last.elapsedMs)) : 0
    last = { nowMs, elapsedMs: passedMs }

    if (Math.abs(jumpMs) > SKEW_LIMIT_MS) log.error({ event: 'clock.jumped', ms: jumpMs }, 'the clock has jumped')
    const wasOff = isOff
    isOff = Math.abs(skewMs) > SKEW_LIMIT_MS
    if (isOff && !wasOff) log.error({ event: 'clock.off', ms: skewMs }, 'our clock and that of the database differ')
    if (!isOff && wasOff) log.info({ event: 'clock.right', ms: skewMs }, 'our clock and that of the database agree')
  }
}
