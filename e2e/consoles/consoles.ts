import path from 'node:path'
import { readEnv } from '../../app/env.server'
import { openServices, type Services } from '../../app/services.server'
import { openConsole } from '../../edge/serve'
import { staticFiles } from '../../edge/static-files'
import type { ConsolesAnswer, ConsolesRequest } from './consoles-process'
import { storedChanges } from './stored-changes'

/**
 * Serves one console after the other, each with its own data and address, as the process that started it asks: reading the
 * pages and the embedded database in, and getting warm, costs more than most journeys through a console. What is stored is
 * changed here too, for an embedded database is open in one process at a time.
 */
const build = await import('virtual:react-router/server-build')
const files = staticFiles(path.resolve(import.meta.dirname, '../client'))
let open: { console: Awaited<ReturnType<typeof openConsole>>; services: Services } | null = null

async function act(request: ConsolesRequest): Promise<unknown> {
  if ('start' in request) {
    const services = await openServices(readEnv(request.start))
    open = { console: await openConsole({ services, build, files, mode: 'production' }), services }
    return
  }
  if ('change' in request) {
    if (!open) throw new Error('No console is open')
    const change: (services: Services, ...args: never[]) => Promise<unknown> = storedChanges[request.change]
    return change(open.services, ...(request.args as never[]))
  }
  const left = open?.console
  open = null
  if (!left) return
  left.server.close()
  left.server.closeAllConnections()
  await left.end()
}

process.on('message', (request: ConsolesRequest) => {
  const answer = (said: ConsolesAnswer) => process.send?.(said)
  act(request).then(
    (gives) => answer({ done: true, gives }),
    (error: unknown) => answer({ done: false, because: error instanceof Error ? (error.stack ?? '') : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
