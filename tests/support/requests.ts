import { RouterContextProvider } from 'react-router'
import { actorContext, failureContext, languageContext, servicesContext, requestInfoContext } from '../../app/context'
import type { Actor } from '../../app/domain/access'
import type { Language } from '../../app/vocabulary'
import type { TestServices } from './services'

const ORIGIN = 'http://localhost:3000'

/** The cookies of one browser, which sends what it was given. */
export type Jar = Map<string, string>

export function keepCookies(jar: Jar, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    if (attributes.includes('Max-Age=0')) jar.delete(pair.slice(0, at))
    else jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

/** What loaders and actions are called with: a real Request, and the contexts that the edge and middleware set. */
export function visit(
  services: TestServices,
  path: string,
  options: {
    /** FormData is sent as multipart. */
    form?: Record<string, string> | [string, string][] | FormData
    jar?: Jar
    address?: string
    language?: Language
    actor?: Actor | null
    params?: Record<string, string>
    /** The page that led here. */
    referer?: string
    /** By HEAD, which the edge passes on as GET. */
    isHead?: boolean
  } = {},
) {
  const url = new URL(path, ORIGIN)
  const headers = new Headers({ 'user-agent': 'Firefox' })
  if (options.jar?.size) headers.set('cookie', [...options.jar].map(([name, value]) => `${name}=${value}`).join('; '))
  if (options.referer) headers.set('referer', new URL(options.referer, ORIGIN).href)
  const request = new Request(url, {
    headers,
    ...(options.form && {
      method: 'POST',
      body: options.form instanceof FormData ? options.form : new URLSearchParams(options.form),
    }),
  })
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(requestInfoContext, {
    requestId: 'REFERENCE1',
    nonce: 'nonce',
    address: options.address ?? '198.51.100.7',
    isHead: options.isHead,
  })
  context.set(languageContext, options.language ?? 'en')
  context.set(failureContext, null)
  context.set(actorContext, options.actor ?? null)
  return { request, url, context, params: options.params ?? {}, pattern: url.pathname }
}

/** The answer of a loader or action: a Response returned or thrown, or its data with any status and headers. */
export async function answerOf(
  answer: () => unknown,
): Promise<{ status: number; headers: Headers; location: string | null; body: unknown }> {
  const given = await Promise.resolve()
    .then(answer)
    .catch((thrown: unknown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    })
  if (given instanceof Response)
    return { status: given.status, headers: given.headers, location: given.headers.get('location'), body: null }
  const { data, init } = hasInit(given) ? given : { data: given, init: null }
  const headers = new Headers(init?.headers)
  return { status: init?.status ?? 200, headers, location: null, body: data }
}

const hasInit = (given: unknown): given is { data: unknown; init: ResponseInit | null } =>
  typeof given === 'object' && given !== null && 'data' in given && 'init' in given

/** A browser that calls the loaders and actions of routes and keeps what cookies they give; `jarOf` is asked before each visit. */
export function browserWith(servicesOf: () => TestServices, jarOf: () => Jar) {
  type More = NonNullable<Parameters<typeof visit>[2]>
  async function go(handler: (args: never) => unknown, path: string, more: More) {
    const jar = more.jar ?? jarOf()
    const answer = await answerOf(() => handler(visit(servicesOf(), path, { ...more, jar }) as never))
    keepCookies(jar, answer.headers)
    return answer
  }
  return {
    get: (route: { loader: (args: never) => unknown }, path: string, more: More = {}) => go(route.loader, path, more),
    post: (route: { action: (args: never) => unknown }, path: string, form: Record<string, string>, more: More = {}) =>
      go(route.action, path, { form, ...more }),
  }
}
export type Visit = Parameters<typeof visit>[2]

/** The message that an answer leaves for the next page, as JSON. */
export function toastOf(headers: Headers): string {
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith('toast='))
  return Buffer.from(decodeURIComponent(line?.slice('toast='.length).split(/[.;]/)[0] ?? ''), 'base64').toString()
}
