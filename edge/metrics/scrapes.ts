import cluster from 'node:cluster'
import type { Services } from '../../app/services.server'
import { listenForScrapes } from './listener'
import { openMetrics } from './metrics'
import { answerScrapes } from './worker-metrics'

/** Begins to count, and gives the figures at `at`; a worker gives them to the process that started it. */
export async function openScrapes(services: Services, at: { port: number; host: string }, tasks: readonly string[]) {
  const { timings, text } = openMetrics(services, tasks)
  if (!cluster.isWorker) return { timings, ...(await listenForScrapes(at, text, services.log)) }
  answerScrapes(text)
  return { timings, close: async () => {} }
}
