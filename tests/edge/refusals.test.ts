import { afterAll, describe, expect, it } from 'vitest'
import { FORM, openEdge } from '../support/edge'

const edge = await openEdge()
afterAll(edge.close)

const HOST = 'Host: console.example\r\n'
const close = 'Connection: close\r\n\r\n'

describe('addresses', () => {
  it.each([
    ['//evil.example/', 400],
    ['/\\evil.example', 400],
    ['/terms\\evil.example', 400],
    ['http://evil.example/', 400],
    ['*', 400],
    ['/%zz', 400],
    ['/%E0%A4%A', 400],
    ['/a%00b', 400],
    [`/${'a'.repeat(8191)}`, 200],
    [`/${'a'.repeat(8192)}`, 414],
    ['/a/../b?status=active&status=used', 200],
    ['/?username=%zz', 200],
  ])('%.40s answers %i', async (address, status) => {
    const answer = await edge.raw(`GET ${address} HTTP/1.1\r\n${HOST}${close}`)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-request-id')).toMatch(/^ ?[0-9A-Z]{10}$/)
  })
})

it.each([
  ['/%76erifications/%41/%72eject?q=%41', '/verifications/A/reject?q=%41'],
  ['/mode%2Dchanges/%5f%30%39', '/mode-changes/_09'],
  ['/documents/B/reject//?q=//', '/documents/B/reject/?q=//'],
  ['/documents//B/pages/x/%2e%2E', '/documents/B/pages/'],
  ['/..//evil.example/', '/evil.example/'],
  ['/%2F%5B%60%7B%2e/%D0%90', '/%2F%5B%60%7B%2e/%D0%90'],
])('the address %s is read as %s', async (address, read) => {
  await edge.raw(`GET ${address} HTTP/1.1\r\n${HOST}${close}`)
  expect(edge.seen.at(-1)?.url).toBe(`https://console.example${read}`)
})

const INERT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

it.each([
  ['an address that is none', '/%zz', '', 400],
  ['headers that are too long', '/', `X-Long: ${'a'.repeat(40_000)}\r\n`, 431],
])('%s is answered under a content policy that allows nothing', async (_, address, header, status) => {
  const answer = await edge.raw(`GET ${address} HTTP/1.1\r\n${HOST}${header}${close}`)
  expect([answer.status, answer.headers.get('content-security-policy')?.trim()]).toEqual([status, INERT])
})

describe('methods', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s is answered with 405 and the methods allowed',
    async (method) => {
      const answer = await edge.raw(`${method} / HTTP/1.1\r\n${HOST}${close}`)
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')?.trim()).toBe('GET, HEAD, POST')
    },
  )

  it('CONNECT is answered with 405 and the methods allowed', async () => {
    const answer = await edge.raw(`CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`)
    expect([answer.status, answer.headers.get('allow')?.trim()]).toEqual([405, 'GET, HEAD, POST'])
  })

  it('an Expect header that nobody meets is answered with 417', async () => {
    const answer = await edge.raw(`GET / HTTP/1.1\r\n${HOST}Expect: tea\r\n${close}`)
    expect(answer.status).toBe(417)
    expect(answer.headers.get('x-request-id')).toMatch(/^ ?[0-9A-Z]{10}$/)
  })

  it('a header or field that overrides the method is ignored', async () => {
    const before = edge.seen.length
    await edge.post('_method=DELETE', { 'x-http-method-override': 'DELETE' })
    expect(edge.seen.slice(before).map((request) => request.method)).toEqual(['POST'])
  })
})

describe('ambiguous requests', () => {
  const post = `POST / HTTP/1.1\r\n${HOST}Origin: https://console.example\r\nContent-Type: ${FORM}\r\n`
  it.each([
    ['two hosts', `GET / HTTP/1.1\r\n${HOST}Host: evil.example\r\n${close}`],
    ['no host', `GET / HTTP/1.1\r\n${close}`],
    ['a host with a path', `GET / HTTP/1.1\r\nHost: console.example/evil\r\n${close}`],
    ['a host with credentials', `GET / HTTP/1.1\r\nHost: a@console.example\r\n${close}`],
    ['length and chunks', `${post}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${post}Content-Length: 3\r\nContent-Length: 4\r\n\r\na=1`],
    ['two kinds', `${post}Content-Type: text/plain\r\nContent-Length: 3\r\n\r\na=1`],
    ['two origins', `${post}Origin: https://evil.example\r\nContent-Length: 3\r\n\r\na=1`],
    ['two referers', `GET / HTTP/1.1\r\n${HOST}Referer: https://a.example/\r\nReferer: https://b.example/\r\n${close}`],
    ['odd chunking', `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
    ['a GET with a body', `GET / HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\na=1`],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ])('%s is answered with 400', async (_name, text) => {
    const before = edge.seen.length
    const answer = await edge.raw(text)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('x-request-id')).toMatch(/^ ?[0-9A-Z]{10}$/)
    expect(edge.seen.length).toBe(before)
  })

  it.each([
    ['a host by its IPv6 address', 'GET / HTTP/1.1\r\nHost: [2001:db8::1]:3000\r\n'],
    ['no host, before HTTP/1.1', 'GET / HTTP/1.0\r\n'],
    ['a GET that says it has no body', `GET / HTTP/1.1\r\n${HOST}Content-Length: 0\r\n`],
  ])('%s is not ambiguous', async (_name, text) => {
    expect((await edge.raw(text + close)).status).toBe(200)
  })

  it('more headers than the parser keeps, which could drop the client’s address, are answered with 431', async () => {
    const empty = 'U:\r\n'
    const ask = (count: number) =>
      edge.raw(`GET / HTTP/1.1\r\n${HOST}${empty.repeat(count)}X-Forwarded-For: 198.51.100.7\r\n${close}`)
    expect((await ask(97)).status).toBe(200)
    for (const count of [98, 998, 1030, 3000]) expect((await ask(count)).status).toBe(431)
  })

  it('headers over 16 KB are answered with 431', async () => {
    const answer = await edge.raw(`GET / HTTP/1.1\r\n${HOST}X-Long: ${'a'.repeat(17_000)}\r\n${close}`)
    expect(answer.status).toBe(431)
    expect(answer.headers.has('x-request-id')).toBe(true)
  })
})

it('a refusal is a small page with the reference number of its header', async () => {
  const answer = await edge.get('/%zz')
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toContain(`<code>${answer.headers.get('x-request-id')}</code>`)
})

it('a request that cannot be parsed is logged under the reference number of its answer', async () => {
  const answer = await edge.raw(`GET / HTTP/1.1\r\n${HOST}Cookie: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(answer.status).toBe(431)
  const lines = edge.lines.map((line) => JSON.parse(line) as object)
  expect(lines).toContainEqual(
    expect.objectContaining({ requestId: answer.headers.get('x-request-id')?.trim(), status: 431 }),
  )
})

describe('an odd Transfer-Encoding gets a single answer on its connection, 400', () => {
  const body = '5\r\nhello\r\n0\r\n\r\nGET /second HTTP/1.1\r\nHost: console.example\r\n\r\n'
  it.each([
    'gzip, chunked',
    'chunked, identity',
    'chunked, chunked',
    'identity',
    'xchunked',
    'chunked;q=1',
    '"chunked"',
    'chun\tked',
    '\x0bchunked',
  ])('%j', async (encoding) => {
    const head = `POST /form HTTP/1.1\r\n${HOST}Origin: https://console.example\r\nContent-Type: ${FORM}\r\n`
    const text = await edge.bytes(`${head}Transfer-Encoding: ${encoding}\r\n\r\n${body}`)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  })
})
