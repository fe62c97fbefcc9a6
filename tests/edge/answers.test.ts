import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { INERT_CONTENT_POLICY } from '../../edge/headers'
import { staticFiles } from '../../edge/static-files'
import { openEdge } from '../support/edge'

const folder = path.join(inject('scratch'), 'edge/client')
const write = (name: string, content: string) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  fs.writeFileSync(path.join(folder, name), content)
}
write('assets/app-1a2b.css', 'plain')
write('assets/app-1a2b.css.br', 'as brotli')
write('assets/app-1a2b.css.gz', 'as gzip')
write('favicon.svg', '<svg/>')
write('.vite/manifest.json', '{}')
fs.writeFileSync(path.join(folder, '../gatehouse-outside.txt'), 'secret')

let ready = true
let stopping = false
let finishStream: (() => void) | undefined
let waiting: AbortSignal | undefined
const reports: unknown[] = []
const encode = (text: string) => new TextEncoder().encode(text)
const slow = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(encode('first'))
      finishStream = () => {
        controller.enqueue(encode('last'))
        controller.close()
      }
    },
  })
const edge = await openEdge({
  env: { publicOrigin: 'https://console.example', isDemo: false, trustProxy: 1 },
  isReady: async () => ready,
  isStopping: () => stopping,
  files: staticFiles(folder),
  timings: (request, _response, next) => {
    next()
    if (request.url.endsWith('?leaves')) request.socket.destroy()
  },
  tracker: { report: (event) => void reports.push(event), flush: async () => {} },
  handle: async (request, visit) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/broken') throw new Error('a bug')
    if (pathname === '/away') throw Object.assign(new Error('no store'), { name: 'StoreAway' })
    if (pathname === '/preview')
      return new Response('x', {
        headers: {
          'Content-Security-Policy': "frame-ancestors 'self'",
          'Cache-Control': 'private',
          'X-Request-Id': 'of the route',
        },
      })
    if (pathname === '/stream') return new Response(slow())
    if (pathname === '/never') {
      waiting = visit.disconnectSignal
      return new Promise(() => {})
    }
    if (pathname === '/long') return new Response('words '.repeat(1000), { headers: { 'Content-Type': 'text/html' } })
    const headers = new Headers([
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ])
    return Response.json({ address: visit.address, nonce: visit.nonce }, { headers })
  },
})
afterAll(edge.close)

describe('headers', () => {
  it('every answer carries the security headers and a reference number', async () => {
    for (const address of ['/', '/healthz', '/favicon.svg', '/%zz', '/broken', '/assets/none.js']) {
      const { headers } = await edge.get(address)
      expect(headers.get('x-request-id'), address).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
      expect(headers.get('x-content-type-options'), address).toBe('nosniff')
      expect(headers.get('referrer-policy'), address).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy'), address).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy'), address).toBe('same-origin')
      expect(headers.get('permissions-policy'), address).toBe(
        'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
      )
      expect(headers.get('strict-transport-security'), address).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('content-security-policy'), address).toContain("frame-ancestors 'none'")
      expect(headers.has('x-powered-by'), address).toBe(false)
      expect(headers.has('access-control-allow-origin'), address).toBe(false)
    }
  })

  it('a static file carries a content policy that allows it nothing', async () => {
    const { headers } = await edge.get('/favicon.svg')
    expect(headers.get('content-security-policy')).toBe(INERT_CONTENT_POLICY)
  })

  it('no answer can be read by another origin, whatever the origin and the method', async () => {
    for (const address of ['/', '/healthz', '/favicon.svg', '/broken', '/assets/none.js'])
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST'])
        for (const Origin of ['https://evil.example', 'https://console.example', 'null']) {
          const asked = { Origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-a' }
          const { headers } = await edge.get(address, { method, headers: asked })
          const names = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
          expect(names, `${method} ${address} from ${Origin}`).toEqual([])
        }
  })

  it('the content policy is exactly this one, with a new nonce of at least 128 bits each time', async () => {
    const [first, second] = [await edge.get('/'), await edge.get('/')]
    const nonce = (await first.json()).nonce
    const policy = first.headers.get('content-security-policy') ?? ''
    expect(Buffer.from(nonce, 'base64').length * 8).toBeGreaterThanOrEqual(128)
    expect(policy.split('; ')).toEqual([
      "default-src 'self'",
      `script-src 'nonce-${nonce}' 'strict-dynamic' 'self'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ])
    expect((await second.json()).nonce).not.toBe(nonce)
  })

  it('a console without https does not demand it, and one in development may open web sockets', async () => {
    const plain = await openEdge({
      env: { publicOrigin: 'http://localhost:3000', isDemo: true, trustProxy: 0 },
      isDevelopment: true,
    })
    const { headers } = await plain.get('/')
    await plain.close()
    expect(headers.has('strict-transport-security')).toBe(false)
    expect(headers.get('content-security-policy')).toContain("; connect-src 'self' ws:;")
  })

  it('the reference number is that of the request, even where a route sets one', async () => {
    const { headers } = await edge.get('/preview')
    expect(headers.get('x-request-id')).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
  })

  it('a route may set its own content policy and caching', async () => {
    const { headers } = await edge.get('/preview')
    expect(headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
    expect(headers.get('cache-control')).toBe('private')
  })

  it('an answer is not stored unless its route says so, and its cookies stay separate', async () => {
    const { headers } = await edge.get('/')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })
})

describe('files', () => {
  it.each([
    ['br, gzip', 'br', 'as brotli'],
    ['gzip', 'gzip', 'as gzip'],
    ['identity', null, 'plain'],
  ])('a client that accepts %s gets the coding %s', async (accept, coding, content) => {
    const text = `GET /assets/app-1a2b.css HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${accept}\r\nConnection: close\r\n\r\n`
    const { headers, body } = await edge.raw(text)
    expect(body).toBe(content)
    expect(headers.get('content-encoding')).toBe(coding)
    expect(headers.get('content-type')).toContain('text/css')
    expect(headers.get('vary')).toContain('Accept-Encoding')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it('a file without a hash in its name is cached for an hour', async () => {
    expect((await edge.get('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=3600')
  })

  it.each([
    [416, 'Range: bytes=9-', 'bytes */5'],
    [412, 'If-Match: "another"', null],
    [412, 'If-Unmodified-Since: Mon, 01 Jan 2001 00:00:00 GMT', null],
  ])('answers %i to %s that cannot be met, and reports nothing', async (status, header, range) => {
    reports.length = 0
    for (const accept of status === 412 ? ['identity', 'br'] : ['identity'])
      for (const method of ['GET', 'HEAD']) {
        const answer = await edge.raw(
          `${method} /assets/app-1a2b.css HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${accept}\r\n${header}\r\nConnection: close\r\n\r\n`,
        )
        expect(answer.status).toBe(status)
        expect(answer.headers.get('content-range')).toBe(range)
        expect(answer.headers.get('content-type')).toContain('text/html')
        expect(answer.headers.get('cache-control')).toBe('no-store')
        for (const name of ['content-encoding', 'etag', 'last-modified']) expect(answer.headers.has(name)).toBe(false)
        expect(answer.body.includes('Reference')).toBe(method === 'GET')
      }
    expect(reports).toEqual([])
  })

  it('a range request is answered with 206 and that part of the file', async () => {
    const answer = await edge.get('/favicon.svg', { headers: { range: 'bytes=1-3' } })
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      206,
      'bytes 1-3/6',
      'svg',
    ])
  })

  it.each([
    '/assets/none.js',
    '/assets/app-1a2b.css.br',
    '/assets/../../gatehouse-outside.txt',
    '/assets/..%2f..%2fgatehouse-outside.txt',
    '/.vite/manifest.json',
  ])('%s gives no file away', async (address) => {
    const { body } = await edge.raw(`GET ${address} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(body).not.toMatch(/secret|as brotli|^\{\}/)
  })
})

describe('health', () => {
  it('/healthz answers 200 while /readyz answers 503, without details', async () => {
    ready = false
    expect((await edge.get('/healthz')).status).toBe(200)
    const answer = await edge.get('/readyz')
    ready = true
    expect([answer.status, await answer.text()]).toEqual([503, 'not ready'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await edge.get('/readyz')).status).toBe(200)
  })

  it('/readyz?exclude=database answers 503 only while the console stops', async () => {
    const statuses = async () =>
      [await edge.get('/readyz'), await edge.get('/readyz?exclude=database')].map((a) => a.status)
    ready = false
    expect(await statuses()).toEqual([503, 200])
    ready = true
    stopping = true
    expect(await statuses()).toEqual([503, 503])
    expect((await edge.get('/healthz')).status).toBe(200)
    stopping = false
    expect(await statuses()).toEqual([200, 200])
  })

  it.each(['/healthz', '/readyz'])('%s answers 405 to a POST', async (address) => {
    const answer = await edge.raw(
      `POST ${address} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
    expect([answer.status, answer.headers.get('allow')?.trim()]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the client address', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['6.6.6.6, 198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['198.51.100.7:50123', '198.51.100.7'],
    ['6.6.6.6:1, 198.51.100.7:50123', '198.51.100.7'],
    ['[2001:db8::1]:50123', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['unknown', '127.0.0.1'],
    ['6.6.6.6, anybody', '127.0.0.1'],
    ['', '127.0.0.1'],
  ])('behind one proxy that reports “%s” is %s', async (forwarded, address) => {
    expect((await (await edge.get('/', { headers: { 'x-forwarded-for': forwarded } })).json()).address).toBe(address)
  })

  it('is the peer when no proxy is trusted', async () => {
    const bare = await openEdge()
    const answer = await bare.get('/', { headers: { 'x-forwarded-for': '6.6.6.6' } })
    expect((await answer.json()).address).toBe('127.0.0.1')
    await bare.close()
  })
})

it('a page is compressed, a short answer is not', async () => {
  expect((await edge.get('/long', { headers: { 'accept-encoding': 'br' } })).headers.get('content-encoding')).toBe('br')
  expect((await edge.get('/', { headers: { 'accept-encoding': 'br' } })).headers.has('content-encoding')).toBe(false)
})

it('a streamed answer arrives as it is produced', async () => {
  const answer = await edge.get('/stream', { headers: { 'accept-encoding': 'identity' } })
  const reader = answer.body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
  expect(finishStream).toBeDefined()
  finishStream?.()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last')
})

it('a handler is told when its client has left', async () => {
  const leaving = new AbortController()
  const answer = edge.get('/never', { signal: leaving.signal })
  await expect.poll(() => waiting).toBeDefined()
  leaving.abort()
  await expect(answer).rejects.toThrow()
  await expect.poll(() => waiting?.aborted).toBe(true)
})

it('a bug is answered with 500 and a reference number, and the next request is served', async () => {
  const answer = await edge.get('/broken')
  expect(answer.status).toBe(500)
  expect(answer.headers.get('retry-after')).toBeNull()
  expect(await answer.text()).toContain(answer.headers.get('x-request-id'))
  expect((await edge.get('/')).status).toBe(200)
})

it('a store that is away is answered with 503 and Retry-After', async () => {
  const answer = await edge.get('/away')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.text()).toContain(answer.headers.get('x-request-id'))
})

it('a log line has method, path and status, and nothing of the query or the cookies', async () => {
  await edge.get('/verify?phone=%2B77010000001&code=123456', { headers: { cookie: 'auth-storage=sealed' } })
  const { time: _time, requestId: _id, ...told } = await lastLine('/verify')
  expect(told).toMatchObject({ method: 'GET', path: '/verify', status: 200 })
  expect(JSON.stringify(told)).not.toMatch(/7701|123456|sealed/)
})

it('a health or readiness probe is not logged', async () => {
  const before = edge.lines.length
  for (const address of ['/healthz', '/readyz']) await edge.get(address)
  await edge.get('/terms')
  await lastLine('/terms')
  expect(edge.lines.slice(before).map((line) => (JSON.parse(line) as { path: string }).path)).toEqual(['/terms'])
})

it('a logged path has invite codes and phone numbers replaced', async () => {
  await edge.get('/INV-7K0M-ABCD-EFGH/%2B77015551234/invites/0f0e0d0c-1111-4222-8333-444455556666')
  const line = await lastLine('/[invite code]/[number]/invites/0f0e0d0c-1111-4222-8333-444455556666')
  expect(line).toMatchObject({ method: 'GET' })
})

it('a client that leaves before the first byte of a file is not reported as a failure', async () => {
  reports.length = 0
  const client = net.connect(edge.port, '127.0.0.1')
  client.on('error', () => {})
  client.write('GET /favicon.svg?leaves HTTP/1.1\r\nHost: console.example\r\n\r\n')
  await once(client, 'close')
  await edge.get('/healthz')
  expect(reports).toEqual([])
})

async function lastLine(address: string): Promise<Record<string, unknown>> {
  await expect.poll(() => edge.lines.some((line) => line.includes(`"${address}"`))).toBe(true)
  return JSON.parse(edge.lines.findLast((line) => line.includes(`"${address}"`)) ?? '')
}
