import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { servicesContext, requestInfoContext } from '../../app/context'
import type { Services } from '../../app/services.server'

/** Sends one request through the framework alone, without the HTTP edge; returns the answer's text. */
export function inProcess(services: Services, build: ServerBuild) {
  const handle = createRequestHandler(build, 'production')
  return async (address: string, cookie: string): Promise<string> => {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(requestInfoContext, { requestId: 'BENCHMARKS', nonce: 'nonce', address: '127.0.0.1' })
    const request = new Request(services.env.publicOrigin + address, { headers: { cookie, 'accept-language': 'en' } })
    return (await handle(request, context)).text()
  }
}
