import cluster, { type Worker } from 'node:cluster'
import path from 'node:path'
import { readEnv } from './app/env.server'
import { openLog } from './app/gateways/log.server'
import { checkMachine, startOrExplain } from './edge/start'
import { runWorkers } from './edge/workers'

/** The container's entry point after the build: serves the console until SIGTERM. */
await startOrExplain(async () => {
  const env = readEnv(process.env)
  if (cluster.isPrimary) await checkMachine(env)
  if (cluster.isPrimary && env.workers > 1) {
    const log = openLog(env)
    const places: Worker[] = []
    if (env.metrics)
      await (await import('./edge/metrics/worker-metrics')).serveWorkerMetrics(env.metrics, places, env.workers, log)
    return runWorkers(env.workers, log, places)
  }
  const { openServices } = await import('./app/services.server')
  // Opens the database while the pages' code loads.
  const [services, build, { staticFiles }, { serve }] = await Promise.all([
    openServices(env),
    import('virtual:react-router/server-build'),
    import('./edge/static-files'),
    import('./edge/serve'),
  ])
  const files = staticFiles(path.resolve(import.meta.dirname, '../client'))
  await serve({ services, build, files, mode: 'production' })
})
