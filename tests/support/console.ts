import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import {
  createRequestHandler,
  createStaticHandler,
  isRouteErrorResponse,
  matchRoutes,
  RouterContextProvider,
  type ActionFunction,
  type LoaderFunction,
  type MiddlewareFunction,
  type RouteObject,
  type ServerBuild,
} from 'react-router'
import { servicesContext, requestInfoContext, type RequestInfo } from '../../app/context'
import manifest from '../../app/routes'
import config from '../../react-router.config'
import type { TestServices } from './services'

const ORIGIN = 'http://localhost:3000'

type RouteModule = { loader?: LoaderFunction; action?: ActionFunction; middleware?: MiddlewareFunction<Response>[] }
export type Method = 'GET' | 'POST'

/** The console as the framework runs it, with every loader, action and middleware of the route map, without pages. */
export async function openConsole() {
  const root: RouteModule = await import('../../app/root')
  const children = await Promise.all((await manifest).map(routeOf))
  const routes = [
    { id: 'root', path: '/', middleware: root.middleware, loader: root.loader, children },
  ] as RouteObject[]
  const handler = createStaticHandler(routes)

  /** The route that answers at an address, and what it answers with: `GET routes/users/list`. */
  const handlerAt = (method: Method, address: string) => `${method} ${leafAt(address)}`
  const leaves = new Map<string, string | undefined>()
  const leafAt = (address: string) => {
    const { pathname } = new URL(address, ORIGIN)
    if (!leaves.has(pathname)) leaves.set(pathname, matchRoutes(routes, pathname)?.at(-1)?.route.id)
    return leaves.get(pathname)
  }

  async function send(
    services: TestServices,
    method: Method,
    address: string,
    more: {
      cookie?: string
      form?: string
      body?: FormData
      headers?: Record<string, string>
      layout?: string
      gone?: AbortSignal
    } = {},
  ) {
    const requestContext = new RouterContextProvider()
    requestContext.set(servicesContext, services)
    const requestInfo = {
      requestId: 'REFERENCE1',
      nonce: 'nonce',
      address: '198.51.100.7',
      disconnectSignal: more.gone,
    }
    requestContext.set(requestInfoContext, requestInfo)
    const request = new Request(new URL(address, ORIGIN), {
      method,
      headers: { 'user-agent': 'Firefox', ...more.headers, ...(more.cookie && { cookie: more.cookie }) },
      ...(method === 'POST' && { body: more.body ?? new URLSearchParams(more.form) }),
    })
    const answer: unknown = await handler.queryRoute(request, {
      requestContext,
      routeId: more.layout ?? leafAt(address),
      generateMiddlewareResponse: async (query) => responseOf(() => query(request)),
    })
    return responseOf(() => answer)
  }

  /** Status and all bytes that a GET hands over, as a document or as `.data`: what every loader on the way gave. */
  async function read(services: TestServices, address: string, cookie?: string) {
    const requestContext = new RouterContextProvider()
    requestContext.set(servicesContext, services)
    requestContext.set(requestInfoContext, { requestId: 'REFERENCE1', nonce: 'nonce', address: '198.51.100.7' })
    const request = new Request(new URL(address, ORIGIN), {
      headers: { 'user-agent': 'Firefox', ...(cookie && { cookie }) },
    })
    const answer = await handler.query(request, {
      requestContext,
      generateMiddlewareResponse: async (query) => {
        const found = await query(request)
        if (found instanceof Response) return found
        const { loaderData, errors, loaderHeaders, statusCode } = found
        const headers = Object.values(loaderHeaders).map((of) => [...of])
        return new Response(JSON.stringify(sendable([loaderData, errors, headers])), { status: statusCode })
      },
    })
    if (!(answer instanceof Response)) throw new Error(`no answer at ${address}`)
    return { status: answer.status, text: JSON.stringify([...answer.headers]) + (await answer.text()) }
  }

  const handle = createRequestHandler(buildOf(routes), 'production')

  /** What the framework's own handler gives the running console for an address. */
  async function data(services: TestServices, address: string, cookie?: string) {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(requestInfoContext, { requestId: 'REFERENCE1', nonce: 'nonce', address: '198.51.100.7' })
    const headers = { 'user-agent': 'Firefox', ...(cookie && { cookie }) }
    return handle(new Request(new URL(`${address}.data`, ORIGIN), { headers }), context)
  }

  /** What the edge calls for each request. */
  async function answer(services: TestServices, request: Request, visit: RequestInfo) {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(requestInfoContext, visit)
    return handle(request, context)
  }

  return { handlerAt, handlers: handlersIn(routes), send, read, data, answer }
}

async function routeOf(entry: RouteConfigEntry): Promise<RouteObject> {
  const module: RouteModule = await import(path.resolve('app', entry.file))
  const { loader, action, middleware } = module
  const id = entry.id ?? entry.file.replace(/\.tsx?$/, '')
  const found = { id, path: entry.path, caseSensitive: entry.caseSensitive, loader, action, middleware }
  if (entry.index) return { ...found, index: true } as RouteObject
  return { ...found, children: await Promise.all((entry.children ?? []).map(routeOf)) } as RouteObject
}

/** The routes as a build has them, without page components. */
const buildOf = (routes: RouteObject[]) =>
  ({
    entry: { module: {} },
    routes: Object.fromEntries(builtRoutes(routes)),
    assets: { routes: {}, url: '/manifest.js', version: '1' },
    publicPath: '/',
    future: config.future,
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  }) as unknown as ServerBuild

const builtRoutes = (routes: RouteObject[], parentId?: string): [string | undefined, object][] =>
  routes.flatMap(({ id, path, index, caseSensitive, children, ...module }) => [
    [id, { id, parentId, path, index, caseSensitive, module }],
    ...builtRoutes(children ?? [], id),
  ])

const handlersIn = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ id, loader, action, children }) => [
    ...(loader ? [`GET ${id}`] : []),
    ...(action ? [`POST ${id}`] : []),
    ...handlersIn(children ?? []),
  ])

/** Status and headers of what was returned or thrown; an error that is not a response is thrown again. */
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

/** The value as the framework would send it; as there, an instance of a class is a bug and is not sent. */
function sendable(value: unknown): unknown {
  if (value instanceof Error) return { error: value.message }
  if (isRouteErrorResponse(value)) return { status: value.status, data: sendable(value.data) }
  if (Array.isArray(value)) return value.map(sendable)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error('cannot send an object with a prototype')
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, sendable(of)]))
}
