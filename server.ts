import cluster from 'node:cluster'
import path from 'node:path'
import { readEnv } from './app/env.server'
import { openLog } from './app/gateways/log.server'
import { checkMachine, startOrExplain } from './edge/start'
import { runWorkers } from './edge/workers'

/** What the container runs after the build: serves the console until SIGTERM. */
await startOrExplain(async () => {
  const env = readEnv(process.env)
  if (cluster.isPrimary) await checkMachine(env)
  if (cluster.isPrimary && env.workers > 1) return runWorkers(env.workers, openLog(env))
  const { openServices } = await import('./app/services.server')
  // The database opens while the pages are read in.
  const [services, build, { staticFiles }, { serve }] = await Promise.all([
    openServices(env),
    import('virtual:react-router/server-build'),
    import('./edge/static-files'),
    import('./edge/serve'),
  ])
  const files = staticFiles(path.resolve(import.meta.dirname, '../client'))
  await serve({ services, build, files, mode: 'production' })
})
