import { checkNode, ensureDependencies, ROOT, whenNpmEnds } from './set-up.mjs'

checkNode()
ensureDependencies()
process.chdir(ROOT)
whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'))
process.env.NODE_ENV = 'development'
process.env.MODE ??= 'demo'

const { createServer } = await import('vite')
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
const { readEnv } = await vite.ssrLoadModule('/app/env.server.ts')
const { checkMachine, startOrExplain } = await vite.ssrLoadModule('/edge/start.ts')
await startOrExplain(async () => {
  const env = readEnv(process.env)
  await checkMachine(env)
  const { openServices } = await vite.ssrLoadModule('/app/services.server.ts')
  const { serve } = await vite.ssrLoadModule('/edge/serve.ts')
  const build = () => vite.ssrLoadModule('virtual:react-router/server-build')
  const services = await openServices(env)
  await serve({ services, build, files: vite.middlewares, mode: 'development' })
})
