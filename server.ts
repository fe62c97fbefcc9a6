import path from 'node:path'
import { readEnv } from './app/env.server'
import { startOrExplain } from './edge/start'

/** What the container runs after the build: serves the console until SIGTERM. */
await startOrExplain(async () => {
  const env = readEnv(process.env)
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
