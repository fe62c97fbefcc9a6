import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createRequestHandler,
  redirect,
  RouterContextProvider,
  type MiddlewareFunction,
  type ServerBuild,
} from 'react-router'
import { z } from 'zod'
import { requestInfoContext, servicesContext, type RequestInfo } from '../../app/context'
import { CommitUnanswered } from '../../app/db/engine/unavailable'
import { conflict, done } from '../../app/domain/outcome'
import * as entry from '../../app/entry.server'
import { documentAnswer } from '../../app/http/answers/document-answer.server'
import { formAction } from '../../app/http/forms/form-action.server'
import * as root from '../../app/root'
import { FORM, openEdge } from '../support/edge'
import { testServices, type TestServices } from '../support/services'

const FILE = new TextEncoder().encode('%PDF-1.4 the whole file')

const BrokenPage = () => {
  throw new Error('this page cannot be drawn')
}

const letGo = vi.fn()

/** A stream that comes in pieces and notes when it is cancelled. */
const content = () =>
  new ReadableStream(
    {
      pull(reader) {
        reader.enqueue(FILE)
        reader.close()
      },
      cancel: letGo,
    },
    { highWaterMark: 0 },
  )

const askedByHead: unknown[] = []

/** Hands a document file over, as the routes of documents do. */
function handOver({ context, request }: { context: Readonly<RouterContextProvider>; request: Request }) {
  askedByHead.push(context.get(requestInfoContext).isHead)
  return documentAnswer(
    context,
    {
      fileName: 'licence.pdf',
      mediaType: 'application/pdf',
      sizeBytes: FILE.length,
      isForView: true,
      content: content(),
    } as never,
    new URL(request.url),
  )
}

let isAsked = () => {}
let handOverNow = () => {}
let late: RequestInfo | undefined

/** Hands the file over only when told to. */
async function handOverLate(args: Parameters<typeof handOver>[0]) {
  const told = new Promise<void>((resolve) => (handOverNow = resolve))
  late = args.context.get(requestInfoContext)
  isAsked()
  await told
  return handOver(args)
}

/** Clients leave as soon as their loader or action has begun, which goes on until it is told to end. */
const readers = new Map<string, AbortController>()
const visits: RequestInfo[] = []
const began = vi.fn()
const answered: { by: string | null; status: number }[] = []
let end = async () => redirect('/file') as unknown
let letEnd = () => {}
let told = Promise.resolve()

async function workOn({ request, context }: { request: Request; context: Readonly<RouterContextProvider> }) {
  began()
  visits.push(context.get(requestInfoContext))
  readers.get(new URL(request.url).searchParams.get('name') ?? '')?.abort()
  await told
  return end()
}

const noteAnswer: MiddlewareFunction<Response> = async ({ request }, next) => {
  const answer = await next()
  answered.push({ by: new URL(request.url).searchParams.get('name'), status: answer.status })
  return answer
}

const AWAY = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

let command = async () => done(null) as ReturnType<typeof done<null>> | ReturnType<typeof conflict<null>>

/** A form with its result on its own page, whose data cannot be loaded. */
const FORM_PAGE = {
  default: () => null,
  loader: () => Promise.reject(AWAY),
  action: ({ request, context }: { request: Request; context: Readonly<RouterContextProvider> }) =>
    formAction(
      { request, context },
      {
        schema: z.object({ reason: z.string().min(1) }),
        command: () => command(),
        secret: ['code'],
        done: () => ({ extra: {} }),
      },
    ),
}

const MODULES = {
  away: { path: 'away', module: { default: () => null, loader: () => Promise.reject(AWAY) } },
  root: { path: '', module: root },
  broken: { path: 'broken', module: { default: BrokenPage } },
  file: { path: 'file', module: { loader: handOver } },
  form: { path: 'form', module: FORM_PAGE },
  held: {
    path: 'held',
    module: { default: BrokenPage, loader: workOn, action: workOn, middleware: [noteAnswer] },
  },
  late: { path: 'late', module: { loader: handOverLate } },
}

const build = {
  entry: { module: entry },
  routes: Object.fromEntries(
    Object.entries(MODULES).map(([id, route]) => [id, { id, parentId: id === 'root' ? undefined : 'root', ...route }]),
  ),
  assets: {
    entry: { module: '/entry.js', imports: [] },
    routes: Object.fromEntries(
      Object.entries(MODULES).map(([id, { path }]) => [
        id,
        { id, parentId: id === 'root' ? undefined : 'root', path, module: `/${id}.js`, imports: [], css: [] },
      ]),
    ),
    url: '/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { v8_middleware: true },
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild

let edge: Awaited<ReturnType<typeof openEdge>>
let services: TestServices
beforeAll(async () => {
  services = await testServices()
  const handle = createRequestHandler(build, 'production')
  edge = await openEdge({
    handle: (request, info) => {
      const context = new RouterContextProvider()
      context.set(servicesContext, services)
      context.set(requestInfoContext, info)
      return handle(request, context)
    },
  })
})
afterAll(() => edge.close())

describe('a page that breaks while it is drawn', () => {
  it('becomes the error page with its reference number, and is reported', async () => {
    const written = vi.spyOn(console, 'error').mockReturnValue()
    const answer = await edge.get('/broken')
    const page = await answer.text()
    expect(answer.status).toBe(500)
    expect(page).toMatch(/^<!DOCTYPE html><html /)
    expect(page).toContain('Oops! Something went wrong')
    expect(page).toContain(answer.headers.get('x-request-id') ?? 'no reference')
    expect(page).not.toContain('this page cannot be drawn')
    expect(services.reported).toMatchObject([{ status: 500, route: '/broken' }])
    // Error messages may contain what somebody typed, so only the tracker gets them.
    expect(written.mock.calls.flat().filter((line) => String(line).includes('cannot be drawn'))).toEqual([])
    written.mockRestore()
  })

  it('disturbs no other answer: document files are sent whole meanwhile', async () => {
    const askForBoth = async () => {
      const [page, file] = await Promise.all([edge.get('/broken'), edge.get('/file')])
      return { page: page.status, file: file.status, text: await file.text(), type: file.headers.get('content-type') }
    }
    const whole = { page: 500, file: 200, text: new TextDecoder().decode(FILE), type: 'application/pdf' }
    // No more at once than a slow machine handles without turning a request away.
    for (let round = 0; round < 10; round += 1) {
      const both = await Promise.all(Array.from({ length: 5 }, askForBoth))
      expect(both).toEqual(both.map(() => whole))
    }
  })
})

it('a HEAD request gets no body, and the content of its file is released', async () => {
  askedByHead.length = 0
  const file = await edge.get('/file', { method: 'HEAD' })
  expect([file.status, file.headers.get('content-length')]).toEqual([200, String(FILE.length)])
  expect(letGo).toHaveBeenCalledOnce()
  await (await edge.get('/file')).text()
  expect(askedByHead).toEqual([true, false])
  const page = await edge.get('/broken', { method: 'HEAD' })
  expect([page.status, await page.text()]).toEqual([500, ''])
})

it('a file whose client left before it was ready is released', async () => {
  letGo.mockClear()
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  const gone = new AbortController()
  const answer = edge.get('/late', { signal: gone.signal }).catch(() => 'gone')
  await asked
  gone.abort()
  expect(await answer).toBe('gone')
  await expect.poll(() => late?.disconnectSignal?.aborted).toBe(true)
  handOverNow()
  await expect.poll(() => letGo).toHaveBeenCalledOnce()
})

describe('a client who leaves while their page or form is worked on', () => {
  const ask = (name: string, init: RequestInit = {}) => {
    const reader = new AbortController()
    readers.set(name, reader)
    return edge.get(`/held?name=${name}`, { ...init, signal: reader.signal }).catch(() => 'gone')
  }
  const send = () =>
    ask('sender', { method: 'POST', body: 'a=1', headers: { origin: 'https://console.example', 'content-type': FORM } })
  const answersTo = (name: string) => answered.flatMap(({ by, status }) => (by?.startsWith(name) ? [status] : []))
  beforeEach(() => {
    began.mockClear()
    for (const list of [visits, answered, services.reported]) list.length = 0
    told = new Promise((resolve) => (letEnd = resolve))
    end = async () => null
  })
  afterEach(() => letEnd())

  it('keeps their place until that ends, so that 12 are worked on at once, and gets nothing drawn', async () => {
    const crowd = Array.from({ length: 30 }, (_, n) => ask(`reader${n}`))
    await expect
      .poll(() => visits.filter(({ disconnectSignal: gone }) => gone?.aborted).length)
      .toBeGreaterThanOrEqual(12)
    await edge.get('/healthz')
    await edge.get('/healthz')
    expect(began).toHaveBeenCalledTimes(12)
    letEnd()
    expect(await Promise.all(crowd)).toEqual(crowd.map(() => 'gone'))
    await expect.poll(() => answersTo('reader').slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 200))
  })

  it('has their form carried out to the end, and the middleware sees its answer', async () => {
    end = async () => redirect('/file')
    expect(await send()).toBe('gone')
    await expect.poll(() => visits.at(-1)?.disconnectSignal?.aborted).toBe(true)
    letEnd()
    await expect.poll(() => answersTo('sender')).toEqual([302])
  })

  it('has a form that breaks reported all the same (specification 7)', async () => {
    end = () => Promise.reject(AWAY)
    await send()
    await expect.poll(() => visits.at(-1)?.disconnectSignal?.aborted).toBe(true)
    letEnd()
    await expect.poll(() => services.reported).toMatchObject([{ status: 503, route: '/held', method: 'POST' }])
  })
})

it('a page whose database is away is answered with 503 and Retry-After', async () => {
  const { status, headers } = await edge.get('/away')
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
})

describe('a form whose page cannot be drawn again', () => {
  const TYPED = new URLSearchParams([
    ['reason', 'The licence is "unreadable"'],
    ['code', '123456'],
    ['proofCode', '654321'],
  ])
  const KEPT = [['reason', 'The licence is &quot;unreadable&quot;']]
  const send = async (fields = TYPED) => {
    const answer = await edge.post(fields.toString())
    const page = await answer.text()
    const [form = ''] = /<form [^>]*action="\/form"[^]*?<\/form>/.exec(page) ?? []
    const inputs = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])
    return { status: answer.status, page, kept: inputs.filter(([name]) => name !== 'formToken') }
  }

  it.each([
    ['was not carried out', async () => Promise.reject(AWAY)],
    ['met a conflict', async () => conflict(null)],
  ])('and that %s comes back with its text, without codes, to be sent again', async (_, outcome) => {
    command = outcome
    const { status, page, kept } = await send()
    expect([status, kept]).toEqual([503, KEPT])
    for (const words of ['Your text is still on this page.', 'Send again']) expect(page).toContain(words)
    expect(page).not.toMatch(/123456|654321/)
  })

  it('and that has a wrong field comes back with its text too', async () => {
    expect((await send(new URLSearchParams({ reason: '', other: 'typed' }))).kept).toEqual([
      ['reason', ''],
      ['other', 'typed'],
    ])
  })

  it('and that may have been carried out says so beside its text', async () => {
    command = () => Promise.reject(new CommitUnanswered(AWAY))
    const { page, kept } = await send()
    expect(kept).toEqual(KEPT)
    expect(page).toContain('It may have been carried out. Check before you send it again')
  })

  it('and that was carried out is not offered to be sent again', async () => {
    command = async () => done(null)
    const { status, page, kept } = await send()
    expect([status, kept]).toEqual([503, []])
    expect(page).not.toContain('Send again')
  })
})
