import { Gauge } from 'prom-client'
import type { RequestHandler } from 'express'
import type { Services } from '../../app/services.server'
import { isLeaderWorker, placeOfWorker } from '../workers'
import { backlogGauges } from './backlog'
import { countObservations, openRegistry, requestFigures } from './registry'
import { requestTimings } from './timings'

/** The figures of this process. */
export type Metrics = { timings: RequestHandler; text: () => Promise<string> }

/** Begins to count; `tasks` are the jobs of this process. What the whole console has in common is told by one of its processes. */
export function openMetrics(
  services: Pick<Services, 'db' | 'meter' | 'now' | 'poolUse'>,
  tasks: readonly string[],
): Metrics {
  const registry = openRegistry(placeOfWorker())
  countObservations(registry, services, tasks)
  registry.registerMetric(poolGauge(services))
  const askDatabase = isLeaderWorker() ? backlogGauges(registry, services) : async () => {}
  return {
    timings: requestTimings(requestFigures(registry)),
    text: async () => {
      await askDatabase()
      return registry.metrics()
    },
  }
}

const poolGauge = ({ poolUse }: Pick<Services, 'poolUse'>) =>
  new Gauge({
    name: 'gatehouse_database_connections',
    help: 'Connections to the database, and what waits for one',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const { pool, ...states } of poolUse())
        for (const [state, n] of Object.entries(states)) this.set({ pool, state }, n)
    },
  })
