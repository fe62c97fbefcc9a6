import pino from 'pino'
import { RouterContextProvider } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { languageContext, servicesContext, requestInfoContext } from '../../app/context'
import { answerHeaders } from '../../app/http/answers/answer-headers'
import {
  addressOr,
  failure,
  failuresMiddleware,
  recordFailure,
  recordUncaught,
  wasReported,
} from '../../app/http/answers/failures.server'
import { readToast } from '../../app/http/answers/toast.server'
import { WrongLength } from '../../app/domain/unavailable.server'
import { StoreUnavailable } from '../../app/gateways/ports'
import { loader as statusPage } from '../../app/routes/errors/status'
import { testServices } from '../support/services'

const services = await testServices()
const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

function visit() {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(requestInfoContext, { requestId: 'REFERENCE1', nonce: 'n', address: '127.0.0.1' })
  context.set(languageContext, 'en')
  return context
}

type Middleware = Parameters<typeof failuresMiddleware>
const pass = (request: Request, context: RouterContextProvider, next: () => Response | Promise<Response>) =>
  Promise.resolve(
    failuresMiddleware(
      { request, context, params: {}, url: new URL(request.url), pattern: '' } as unknown as Middleware[0],
      async () => next(),
    ),
  ).catch((thrown: unknown) => thrown) as Promise<Response>

beforeEach(() => void (services.reported.length = 0))

describe('failures', () => {
  it('a console query that fails shows “Internal Server Error!” on /500', async () => {
    const request = new Request('http://localhost:3000/verifications.data')
    const context = visit()
    const answer = await pass(request, context, () => {
      recordUncaught(new Error('bug'), request, context)
      return new Response(null, { status: 500 })
    })
    expect(answer.headers.get('location')).toBe('/500?reference=REFERENCE1')
    expect(answer.headers.get('x-remix-reload-document')).toBe('true')
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { toast } = await readToast(new Request('http://localhost:3000/500', { headers: { cookie } }), services)
    expect(toast).toEqual({ type: 'error', text: { key: 'errors:toast.serverError' } })
  })

  it.each([
    ['3', 500, null],
    ['1', 500, null],
    ['0', 302, '/500?reference=REFERENCE1'],
  ])('a query that fails with %s retries left answers %i and redirects to %s', async (left, status, location) => {
    const headers = { 'x-retries-left': left }
    const request = new Request('http://localhost:3000/verifications.data', { headers })
    const context = visit()
    const answer = await pass(request, context, () => {
      recordUncaught(new Error('bug'), request, context)
      return new Response(null, { status: 500 })
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
    expect(answer.headers.getSetCookie().length).toBe(location ? 1 : 0)
  })

  it('a failed prefetch neither redirects nor sets a toast', async () => {
    for (const name of ['sec-purpose', 'purpose', 'x-moz']) {
      const request = new Request('http://localhost:3000/verifications.data', { headers: [[name, 'prefetch']] })
      const context = visit()
      const answer = await pass(request, context, () => {
        recordUncaught(new Error('bug'), request, context)
        return new Response(null, { status: 500, headers: { 'Set-Cookie': 'auth-storage=next' } })
      })
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, ['auth-storage=next']])
    }
  })

  it.each([
    ['/500', new Error('bug')],
    ['/503', new Error('query', { cause: refused })],
  ])('a session refreshed on the way to %s still reaches the browser', async (to, error) => {
    const request = new Request('http://localhost:3000/verifications.data')
    const context = visit()
    const answer = await pass(request, context, () => {
      recordUncaught(error, request, context)
      return new Response(null, { status: 500, headers: { 'Set-Cookie': 'auth-storage=next' } })
    })
    expect(answer.headers.get('location')).toBe(`${to}?reference=REFERENCE1`)
    expect(answer.headers.getSetCookie()).toContain('auth-storage=next')
  })

  it('a query without a database redirects to /503', async () => {
    const request = new Request('http://localhost:3000/verifications.data')
    const context = visit()
    const answer = await pass(request, context, () => {
      recordUncaught(new Error('query', { cause: refused }), request, context)
      return new Response(null, { status: 500 })
    })
    expect(answer.headers.get('location')).toBe('/503?reference=REFERENCE1')
  })

  it('an error page shows the reference of its failure, but no invented one', async () => {
    const body = (reference: string) => failure(visit(), 500, reference).json()
    expect(await body('EVAQXC5RW5')).toEqual({ requestId: 'EVAQXC5RW5' })
    expect(await body('<script>')).toEqual({ requestId: 'REFERENCE1' })
    expect(await body('SHORT')).toEqual({ requestId: 'REFERENCE1' })
    expect(await body('R'.repeat(41))).toEqual({ requestId: 'REFERENCE1' })
    expect(failure(visit(), 503).headers.get('retry-after')).toBe('5')
  })

  it.each([401, 403, 404, 500, 503])(
    '/%i answers with its status and the reference from its address',
    async (status) => {
      const url = new URL(`http://localhost:3000/${status}?reference=EVAQXC5RW5`)
      const answer: unknown = await Promise.resolve()
        .then(() => statusPage({ url, context: visit() } as never))
        .catch((thrown: unknown) => thrown)
      if (!(answer instanceof Response)) throw new Error('no answer')
      expect([answer.status, await answer.json()]).toEqual([status, { requestId: 'EVAQXC5RW5' }])
    },
  )
})

describe('a database that goes away during a request', () => {
  it.each([
    ['GET', '/documents/1'],
    ['POST', '/sign-out'],
  ])('%s %s, which has no page, answers 503 with Retry-After', async (method, path) => {
    const context = visit()
    const request = new Request(`http://localhost:3000${path}`, { method })
    const answer = await pass(request, context, () => {
      recordUncaught(refused, request, context)
      return new Response('Unexpected Server Error', { status: 500 })
    })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
  })

  it.each([
    [refused, 503],
    [new Error('bug'), 500],
  ])('gives a form of the console a sentence and the reference, without a redirect: %o', async (error, status) => {
    const context = visit()
    const request = new Request('http://localhost:3000/verifications/1/reject.data', { method: 'POST' })
    const answer = await pass(request, context, () => {
      recordUncaught(error, request, context)
      return new Response('Unexpected Server Error', { status: 500, headers: { 'Set-Cookie': 'auth-storage=next' } })
    })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ title: 'Something went wrong!', requestId: 'REFERENCE1' })
    expect(answer.headers.getSetCookie()).toEqual(['auth-storage=next'])
  })

  it('does not replace the answer of an error that was caught', async () => {
    const context = visit()
    const request = new Request('http://localhost:3000/verifications/1/reject.data', { method: 'POST' })
    const answer = await pass(request, context, () => {
      recordFailure(refused, request, context)
      return new Response('the form with what was typed', { status: 503 })
    })
    expect(await answer.text()).toBe('the form with what was typed')
    expect(wasReported(context.get(requestInfoContext))).toBe(true)
  })

  it('does not replace a response that has begun with another status', async () => {
    const context = visit()
    const request = new Request('http://localhost:3000/documents/1')
    const answer = await pass(request, context, () => {
      recordUncaught(refused, request, context)
      return new Response('given in part', { status: 200 })
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([200, null])
  })

  it('does not make a 503 of a bug, which stays 500', async () => {
    const context = visit()
    const request = new Request('http://localhost:3000/documents/1')
    const answer = await pass(request, context, () => {
      recordUncaught(new Error('bug'), request, context)
      return new Response('Unexpected Server Error', { status: 500 })
    })
    expect(answer.status).toBe(500)
  })
})

describe('the address to go to after an act was carried out', () => {
  const request = new Request('http://localhost:3000/verifications/1/approve', { method: 'POST' })
  const leads = (found: Promise<string>) => addressOr('/verifications', found, { request, context: visit() })

  it('falls back to another when the right one cannot be read, which is reported', async () => {
    expect(await leads(Promise.resolve('/verifications/2'))).toBe('/verifications/2')
    expect(services.reported).toEqual([])
    expect(await leads(Promise.reject(refused))).toBe('/verifications')
    expect(services.reported).toMatchObject([{ route: '/verifications/1/approve', status: 503 }])
  })

  it('does not fall back when the right one is refused', async () => {
    const refusal = new Response(null, { status: 403 })
    await expect(leads(Promise.reject(refusal))).rejects.toBe(refusal)
    expect(services.reported).toEqual([])
  })
})

describe('the log line of an error', () => {
  const chained = (...names: string[]): Error =>
    names.reduceRight<Error | undefined>(
      (cause, name) => Object.assign(new Error('+77010000001', { cause }), { name }),
      undefined,
    ) ?? new Error()
  function noted(error: unknown) {
    const lines: { msg: string; requestId: string; failure: string }[] = []
    const context = visit()
    context.set(servicesContext, { ...services, log: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }) })
    recordFailure(error, new Request('http://localhost:3000/users/?q=1', { method: 'POST' }), context)
    return lines
  }

  it('has the names and codes of at most four errors and causes and the place, but no message', () => {
    const [line] = noted(Object.assign(chained('A', 'B', 'C', 'D', 'E'), { code: 'E_ONE' }))
    expect(line).toMatchObject({ msg: 'request failed', requestId: 'REFERENCE1' })
    expect(line?.failure).toMatch(/^A E_ONE < B < C < D at \S.*failures\.test\S*:\d+:\d+/)
    expect(line?.failure).not.toContain('+7701')
    expect(noted('+77010000001').map(({ failure }) => failure)).toEqual(['string'])
    expect(noted(Object.assign(chained('A'), { code: 7 }))[0]?.failure).toMatch(/^A at /)
  })

  it('says that the document store is unavailable, and names the cause', () => {
    const [line] = noted(new StoreUnavailable('could not be reached', { cause: refused }))
    expect(line).toMatchObject({ msg: 'document store unavailable' })
    expect(line?.failure).toMatch(/^StoreAway < Error ECONNREFUSED at /)
  })

  it('says that the document store is unavailable for a file of another length, which is reported as 503', () => {
    const [line] = noted(new WrongLength('The document store gave a file of another length than its document has'))
    expect(line).toMatchObject({ msg: 'document store unavailable', requestId: 'REFERENCE1' })
    expect(line?.failure).toMatch(/^WrongLength at /)
    expect(services.reported).toMatchObject([{ status: 503 }])
  })

  it('says that the database is unavailable, which the tracker gets as 503, and a bug as 500', () => {
    expect(noted(refused)[0]).toMatchObject({ msg: 'database unavailable' })
    noted(new Error('bug'))
    const told = { requestId: 'REFERENCE1', route: '/users/', method: 'POST' }
    expect(services.reported).toMatchObject([
      { ...told, status: 503 },
      { ...told, status: 500 },
    ])
  })
})

it.each([
  [refused, 503, '5'],
  [new Error('bug'), 500, null],
])('a form of the console that fails with %s is %i, with Retry-After %s', async (error, status, retryAfter) => {
  const request = new Request('http://localhost:3000/invites/new.data', { method: 'POST' })
  const context = visit()
  const answer = await pass(request, context, () => {
    recordUncaught(error, request, context)
    return new Response(null, { status: 500 })
  })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter])
  expect(await answer.json()).toEqual({ title: 'Something went wrong!', requestId: 'REFERENCE1' })
})

it('a sign-in page is never cached, and repeats the Retry-After of its form', () => {
  const headersAfter = (told: HeadersInit) =>
    new Headers(answerHeaders({ actionHeaders: new Headers(told) } as Parameters<typeof answerHeaders>[0]))
  expect([...headersAfter({ 'Retry-After': '60', 'X-Other': '1' })]).toEqual([
    ['cache-control', 'no-store'],
    ['retry-after', '60'],
  ])
  expect([...headersAfter({})]).toEqual([['cache-control', 'no-store']])
})
