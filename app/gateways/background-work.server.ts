import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RunInBackground } from './ports'

const START_MS = 200
const PAUSE_MS = 1000
const TRIES = 60

/**
 * Starts work a moment after it is given, so that no answer is slowed by it, and retries it for a minute when it fails. `finish` starts
 * all of it at once and waits for it.
 */
export function openBackgroundWork(
  log: Pick<Logger, 'error'>,
  { startMs = START_MS, pauseMs = PAUSE_MS, tries = TRIES } = {},
): { runInBackground: RunInBackground; finish: () => Promise<void> } {
  const underWay = new Set<Promise<void>>()
  const finishing = new AbortController()
  const { signal } = finishing
  // One listener for each piece of work.
  setMaxListeners(0, signal)

  async function carryOut(work: () => Promise<void>): Promise<void> {
    for (let left = tries; left > 0; left = signal.aborted ? 0 : left - 1) {
      await wait(left === tries ? startMs : pauseMs, null, { signal }).catch(() => {})
      const failed = await work().then(
        () => null,
        (error: unknown) => ({ error }),
      )
      if (!failed) return
      if (left === 1 || signal.aborted) log.error({ err: failed.error, event: 'later.failed' }, 'work was given up')
    }
  }
  return {
    runInBackground: async (work) => {
      const doing = carryOut(work).finally(() => underWay.delete(doing))
      underWay.add(doing)
    },
    finish: async () => {
      finishing.abort()
      await Promise.all(underWay)
    },
  }
}
