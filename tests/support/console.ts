import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import {
  createStaticHandler,
  matchRoutes,
  RouterContextProvider,
  type ActionFunction,
  type LoaderFunction,
  type MiddlewareFunction,
  type RouteObject,
} from 'react-router'
import { servicesContext, visitContext } from '../../app/context'
import manifest from '../../app/routes'
import type { TestServices } from './services'

const ORIGIN = 'http://localhost:3000'

type RouteModule = { loader?: LoaderFunction; action?: ActionFunction; middleware?: MiddlewareFunction<Response>[] }
export type Method = 'GET' | 'POST'

/** The console as the framework runs it, with every loader, action and middleware of the wall map, without pages. */
export async function openConsole() {
  const root: RouteModule = await import('../../app/root')
  const children = await Promise.all((await manifest).map(routeOf))
  const routes = [
    { id: 'root', path: '/', middleware: root.middleware, loader: root.loader, children },
  ] as RouteObject[]
  const handler = createStaticHandler(routes)

  /** The route that answers at an address, and what it answers with: `GET routes/users/list`. */
  const handlerAt = (method: Method, address: string) => `${method} ${leafAt(address)}`
  const leafAt = (address: string) => matchRoutes(routes, new URL(address, ORIGIN).pathname)?.at(-1)?.route.id

  async function send(
    services: TestServices,
    method: Method,
    address: string,
    more: { cookie?: string; form?: string; layout?: string } = {},
  ) {
    const requestContext = new RouterContextProvider()
    requestContext.set(servicesContext, services)
    requestContext.set(visitContext, { requestId: 'REFERENCE1', nonce: 'nonce', address: '198.51.100.7' })
    const request = new Request(new URL(address, ORIGIN), {
      method,
      headers: { 'user-agent': 'Firefox', ...(more.cookie && { cookie: more.cookie }) },
      ...(method === 'POST' && { body: new URLSearchParams(more.form) }),
    })
    const answer: unknown = await handler.queryRoute(request, {
      requestContext,
      routeId: more.layout ?? leafAt(address),
      generateMiddlewareResponse: async (query) => responseOf(() => query(request)),
    })
    return responseOf(() => answer)
  }

  return { handlerAt, handlers: handlersIn(routes), send }
}

async function routeOf(entry: RouteConfigEntry): Promise<RouteObject> {
  const module: RouteModule = await import(path.resolve('app', entry.file))
  const { loader, action, middleware } = module
  const id = entry.id ?? entry.file.replace(/\.tsx?$/, '')
  const found = { id, path: entry.path, loader, action, middleware }
  if (entry.index) return { ...found, index: true } as RouteObject
  return { ...found, children: await Promise.all((entry.children ?? []).map(routeOf)) } as RouteObject
}

const handlersIn = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ id, loader, action, children }) => [
    ...(loader ? [`GET ${id}`] : []),
    ...(action ? [`POST ${id}`] : []),
    ...handlersIn(children ?? []),
  ])

/** Status and headers of what was returned or thrown; an error that is no answer is thrown on. */
async function responseOf(answer: () => unknown): Promise<Response> {
  const given = await Promise.resolve()
    .then(answer)
    .catch((thrown: unknown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    })
  if (given instanceof Response) return given
  const init =
    typeof given === 'object' && given !== null && 'init' in given ? (given.init as ResponseInit | null) : null
  return new Response(null, init ?? {})
}
