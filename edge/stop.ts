import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

const IN_FLIGHT_LIMIT_MS = 10_000
/** One Ctrl-C may arrive twice: from the terminal and from the program that started this one. */
const SAME_SIGNAL_MS = 1000
const STOPPING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * At SIGTERM, SIGINT, or the SIGHUP of a terminal that was closed: not ready any more, but serving for `delayMs`, so that whoever
 * sends requests can notice; then no new connections, requests in flight finish, everything closes. Returns a function that stops
 * without the delay: with exit code 1 for a process that must not go on, with 0 for one whose place another has taken.
 */
export function stopGracefully(
  server: Server,
  log: Pick<Logger, 'info' | 'error'>,
  steps: { delayMs: number; begin: () => void; end: () => Promise<void> },
): { afterFault: () => void; retire: () => void } {
  let stoppingSince: number | null = null
  const stop = async (signal: NodeJS.Signals | 'fault' | 'retire') => {
    if (stoppingSince !== null) {
      if (signal !== 'fault' && performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info({ event: 'stopping', signal }, 'stopping')
    if (signal !== 'retire') steps.begin()
    if (signal !== 'fault' && signal !== 'retire') await wait(steps.delayMs)
    await drained(server)
    try {
      await steps.end()
      log.info({ event: 'stopped' }, 'stopped')
      process.exit(signal === 'fault' ? 1 : 0)
    } catch (error) {
      log.error({ err: error, event: 'stopping' }, 'could not close everything')
      process.exit(1)
    }
  }
  for (const signal of STOPPING) process.on(signal, stop)
  return { afterFault: () => void stop('fault'), retire: () => void stop('retire') }
}

function drained(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_LIMIT_MS)
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    server.close(() => {
      clearTimeout(limit)
      clearInterval(idle)
      resolve()
    })
  })
}
