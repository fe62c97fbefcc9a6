import path from 'node:path'
import { readEnv } from '../app/env.server'
import { openServices } from '../app/services.server'
import { openConsole } from '../edge/serve'
import { staticFiles } from '../edge/static-files'
import type { ConsolesAnswer, ConsolesRequest } from './probe/consoles-process'

/**
 * Serves one console after the other, each with its own data and address, as the process that started it asks: reading the
 * pages and the embedded database in, and getting warm, costs more than most journeys through a console.
 */
const build = await import('virtual:react-router/server-build')
const files = staticFiles(path.resolve(import.meta.dirname, '../client'))
let open: Awaited<ReturnType<typeof openConsole>> | null = null

async function act(request: ConsolesRequest): Promise<void> {
  if ('start' in request) {
    const services = await openServices(readEnv(request.start))
    open = await openConsole({ services, build, files, mode: 'production' })
    return
  }
  const left = open
  open = null
  if (!left) return
  left.server.close()
  left.server.closeAllConnections()
  await left.end()
}

process.on('message', (request: ConsolesRequest) => {
  const answer = (said: ConsolesAnswer) => process.send?.(said)
  act(request).then(
    () => answer({ done: true }),
    (error: unknown) => answer({ done: false, because: error instanceof Error ? (error.stack ?? '') : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
