import path from 'node:path'
import { readEnv } from './app/env.server'
import { startOrExplain } from './edge/start'

/** What the container runs after the build: serves the console until SIGTERM. */
await startOrExplain(async () => {
  const env = readEnv(process.env)
  const build = await import('virtual:react-router/server-build')
  const { staticFiles } = await import('./edge/static-files')
  const { serve } = await import('./edge/serve')
  const files = staticFiles(path.resolve(import.meta.dirname, '../client'))
  await serve({ env, build, files, mode: 'production' })
})
