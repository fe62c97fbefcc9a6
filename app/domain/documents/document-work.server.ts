import type { Services } from '../../services.server'
import { scanDue } from './scan.server'
import { sweepNightly } from './sweep.server'

const POLL_MS = 2000
const SWEEP_TRY_EVERY_MS = 15 * 60_000

/** Scans documents as they come, and compares files and rows once a night, until stopped; `stop` waits for what is under way. */
export function startDocumentWork(services: Services): { stop(): Promise<void> } {
  const scanning = repeat(services, 'scanning', POLL_MS, async (isStopped) => {
    while (!isStopped() && (await scanDue(services)) > 0);
  })
  const sweeping = repeat(services, 'sweeping', SWEEP_TRY_EVERY_MS, async () => {
    await sweepNightly(services)
  })
  return {
    stop: async () => {
      await Promise.all([scanning(), sweeping()])
    },
  }
}

/** One round at a time; a round that fails is logged once until one succeeds. Gives what stops it. */
function repeat(
  { log }: Pick<Services, 'log'>,
  job: string,
  everyMs: number,
  work: (isStopped: () => boolean) => Promise<void>,
): () => Promise<void> {
  let round: Promise<void> | null = null
  let isStopped = false
  let hasFailed = false
  const run = async () => {
    try {
      await work(() => isStopped)
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.error({ err: error, job }, 'work on documents failed, tried again later')
      hasFailed = true
    }
  }
  const timer = setInterval(() => {
    round ??= run().finally(() => (round = null))
  }, everyMs)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await round
  }
}
