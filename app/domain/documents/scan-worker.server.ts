import type { Services } from '../../services.server'
import { scanDue } from './scan.server'

const POLL_MS = 2000

/** Scans documents as they come until stopped; `stop` waits for those under way. Does nothing without a scanner. */
export function startScanning(services: Services): { stop(): Promise<void> } {
  if (!services.scanner) return { stop: async () => {} }
  let round: Promise<void> | null = null
  let isStopped = false
  let isAway = false
  const work = async () => {
    try {
      while (!isStopped && (await scanDue(services)) > 0);
      isAway = false
    } catch (error) {
      if (!isAway) services.log.error({ err: error }, 'scanning waits for the database')
      isAway = true
    }
  }
  const timer = setInterval(() => {
    round ??= work().finally(() => (round = null))
  }, POLL_MS)
  return {
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await round
    },
  }
}
