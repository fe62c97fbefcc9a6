import { Gauge, type Registry } from 'prom-client'
import { readBacklog, type Backlog } from '../../app/db/backlog'
import type { Services } from '../../app/services.server'
import { MESSAGE_CHANNELS, OPEN_STATUSES, VERIFICATION_TYPES } from '../../app/vocabulary'
import { cachedProbe } from './cached-probe'

/** However often somebody asks, the database is asked once in so long. */
const KEPT_MS = 15_000
/** The answer does not wait longer for a database that is slow. */
const WAIT_LIMIT_MS = 2000

/** What waits to be done, as the database tells it when asked to. Of what it does not tell in time there is no figure. */
export function backlogGauges(registry: Registry, { db, now }: Pick<Services, 'db' | 'now'>): () => Promise<void> {
  const read = cachedProbe(() => readBacklog(db, now()), { keptMs: KEPT_MS, waitLimitMs: WAIT_LIMIT_MS })
  const gauge = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Gauge({ name: `gatehouse_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', '1 when the database told what waits, 0 when it did not in time', [])
  const waiting = gauge('messages_waiting', 'Messages not sent yet, 10000 at most', ['channel'])
  const due = gauge('messages_due', 'Messages that nobody has begun to send though it is time', ['channel'])
  const oldest = gauge(
    'messages_oldest_age_seconds',
    'Since when the oldest message waits that was not put off; 0 when none does',
    ['channel'],
  )
  const open = gauge('verifications_open', 'Applications that are not decided', ['type', 'status'])
  const oldestOpen = gauge(
    'verifications_oldest_age_seconds',
    'Since when the oldest of them was submitted; 0 when there is none',
    ['type', 'status'],
  )
  const all = [waiting, due, oldest, open, oldestOpen]
  const ageS = (at: Date) => Math.max(0, now().getTime() - at.getTime()) / 1000

  const set = (backlog: Backlog) => {
    for (const channel of MESSAGE_CHANNELS) {
      const found = backlog.messages.find((row) => row.channel === channel)
      waiting.set({ channel }, found?.waiting ?? 0)
      due.set({ channel }, found?.due ?? 0)
      oldest.set({ channel }, found?.oldestAt ? ageS(found.oldestAt) : 0)
    }
    for (const type of VERIFICATION_TYPES)
      for (const status of OPEN_STATUSES) {
        const found = backlog.verifications.find((row) => row.type === type && row.status === status)
        open.set({ type, status }, found?.total ?? 0)
        oldestOpen.set({ type, status }, found ? ageS(found.oldestAt) : 0)
      }
  }
  return async () => {
    const backlog = await read()
    up.set(backlog ? 1 : 0)
    for (const one of all) one.reset()
    if (backlog) set(backlog)
  }
}
