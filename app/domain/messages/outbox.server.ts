import type { Database } from '../../db/engine/database'
import { takeDueMessages, type MessageRow } from '../../db/messages/messages'
import type { Services } from '../../services.server'
import { deliverMessage } from './deliver.server'
import { LEASE_MS } from './retry'

const POLL_MS = 1000
const AT_ONCE = 10
/** A gateway that hangs holds up its own messages, not the others, until so many attempts are under way. */
const MOST_UNDER_WAY = 100

/** A running worker. `stop` waits for attempts under way. */
export type Outbox = { stop(): Promise<void>; wake(): void }

const running = new WeakMap<Database, Outbox>()

/** Tells the worker of this process, if any, that a message was committed. */
export const wakeOutbox = (services: Pick<Services, 'db'>): void => running.get(services.db)?.wake()

/** Has whoever writes through `other`, which is the same database, wake the worker too. */
export function lendOutbox(db: Database, other: Database): void {
  const outbox = running.get(db)
  if (outbox) running.set(other, outbox)
}

/**
 * Delivers what is due now; gives the number of messages taken. Safe to run in many processes. Without a worker, for tests: the
 * worker takes them by itself (startOutbox).
 */
export async function deliverDue(services: Services): Promise<number> {
  const taken = await takeDue(services, AT_ONCE)
  await Promise.all(taken.map((message) => deliverMessage(services, message)))
  return taken.length
}

async function takeDue(services: Services, atMost: number): Promise<MessageRow[]> {
  const now = services.now()
  const leaseEndsAt = new Date(now.getTime() + LEASE_MS)
  return services.db.transaction((tx) => takeDueMessages(tx, { now, leaseEndsAt, atMost }))
}

/** Starts delivering messages, once a second and whenever woken, until stopped. */
export function startOutbox(services: Services): Outbox {
  let round: Promise<void> | null = null
  let isWoken = false
  let isStopped = false
  let isAway = false
  const underWay = new Set<Promise<void>>()

  const begin = (message: MessageRow) => {
    const attempt = deliverMessage(services, message)
      .catch((error: unknown) => services.log.error({ err: error, messageId: message.id }, 'attempt broken off'))
      .finally(() => underWay.delete(attempt))
    underWay.add(attempt)
  }
  const work = async () => {
    try {
      let taken: MessageRow[]
      do {
        isWoken = false
        taken = await takeDue(services, Math.min(AT_ONCE, MOST_UNDER_WAY - underWay.size))
        taken.forEach(begin)
      } while ((taken.length > 0 || isWoken) && !isStopped)
      isAway = false
    } catch (error) {
      if (!isAway) services.log.error({ err: error }, 'outbox waits for the database')
      isAway = true
    }
  }
  const wake = () => {
    isWoken = true
    if (isStopped) return
    round ??= work().finally(() => {
      round = null
    })
  }
  const timer = setInterval(wake, POLL_MS)
  const outbox: Outbox = {
    wake,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      running.delete(services.db)
      await round
      await Promise.all(underWay)
    },
  }
  running.set(services.db, outbox)
  return outbox
}
