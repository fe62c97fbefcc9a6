import { setMaxListeners } from 'node:events'
import type { Database } from '../../db/engine/database'
import { takeDueMessages, type MessageRow } from '../../db/messages/messages'
import type { Services } from '../../services.server'
import { MESSAGE_CHANNELS, type MessageChannel } from '../../vocabulary'
import { deliverMessage } from './deliver.server'
import { LEASE_MS, MESSAGE_LIFE_MS, STOP_LIMIT_MS } from './retry'

const POLL_MS = 1000
const AT_ONCE = 10
/** How many attempts may run at once per channel: a slow or hanging gateway then delays only its own messages. */
const MOST_OF_CHANNEL = 40

/** A running worker. `stop` waits for running attempts and aborts those that take long. */
export type Outbox = { stop(): Promise<void>; wake(): void }

const running = new WeakMap<Database, Outbox>()

/** Tells the worker of this process, if any, that a message was committed. */
export const wakeOutbox = (services: Pick<Services, 'db'>): void => running.get(services.db)?.wake()

/** Lets writes through `other`, a handle on the same database, wake the worker too. */
export function lendOutbox(db: Database, other: Database): void {
  const outbox = running.get(db)
  if (outbox) running.set(other, outbox)
}

/**
 * Delivers what is due now; returns the number of messages taken. Safe to run in many processes. For tests, which have no worker; the
 * worker takes messages by itself (startOutbox).
 */
export async function deliverDue(services: Services): Promise<number> {
  const taken = await takeDue(services, MESSAGE_CHANNELS)
  await Promise.all(taken.map((message) => deliverMessage(services, message)))
  return taken.length
}

async function takeDue(services: Services, channels: readonly MessageChannel[]): Promise<MessageRow[]> {
  if (channels.length === 0) return []
  const now = services.now()
  const after = (ms: number) => new Date(now.getTime() + ms)
  const leaseEndsAt = { sms: after(LEASE_MS.sms), whatsapp: after(LEASE_MS.whatsapp), email: after(LEASE_MS.email) }
  const lifeEndsAt = after(MESSAGE_LIFE_MS)
  return services.db.transaction((tx) =>
    takeDueMessages(tx, { now, leaseEndsAt, lifeEndsAt, channels, atMost: AT_ONCE }),
  )
}

/** Starts delivering messages, once a second and whenever woken, until stopped. */
export function startOutbox(services: Services): Outbox {
  let round: Promise<void> | null = null
  let isWoken = false
  let isStopped = false
  let isAway = false
  const breakOff = new AbortController()
  // One listener per running attempt.
  setMaxListeners(0, breakOff.signal)
  const underWay = new Set<Promise<void>>()
  const places: Record<MessageChannel, number> = { sms: 0, whatsapp: 0, email: 0 }

  const hasRoom = (channel: MessageChannel) => places[channel] + AT_ONCE <= MOST_OF_CHANNEL
  const begin = (message: MessageRow) => {
    const { channel } = message
    places[channel] += 1
    const attempt = deliverMessage(services, message, breakOff.signal)
      .catch((error: unknown) => services.log.error({ err: error, messageId: message.id }, 'attempt broken off'))
      .finally(() => {
        const wasFull = !hasRoom(channel)
        places[channel] -= 1
        underWay.delete(attempt)
        if (wasFull && hasRoom(channel)) wake()
      })
    underWay.add(attempt)
  }
  const work = async () => {
    try {
      let taken: MessageRow[]
      do {
        isWoken = false
        taken = await takeDue(services, MESSAGE_CHANNELS.filter(hasRoom))
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
      const limit = setTimeout(() => breakOff.abort(), STOP_LIMIT_MS)
      await Promise.all(underWay)
      clearTimeout(limit)
    },
  }
  running.set(services.db, outbox)
  return outbox
}
