import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { failureContext } from '../../app/context'
import { withErrorPage } from '../../edge/error-pages'

const ADDRESS = 'https://console.example/users/export?status=active'

async function shown(answer: Response, headers: Record<string, string>, kind: 'unavailable' | 'bug' | null = null) {
  const context = new RouterContextProvider()
  context.set(failureContext, kind && { kind })
  const asked: Request[] = []
  const request = new Request(headers.url ?? ADDRESS, {
    headers: { cookie: 'lng=kk', accept: 'text/html', ...headers },
  })
  const given = await withErrorPage(answer, request, context, 'REF1234567', async (page) => {
    asked.push(page)
    const status = Number(new URL(page.url).pathname.slice(1))
    return new Response('<!doctype html>', { status, headers: { 'Content-Type': 'text/html' } })
  })
  return { given, asked }
}
const bare = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ requestId: 'REF1234567' }, { status, headers })

describe('a failure without a page of its own', () => {
  it.each([401, 403, 404, 413, 429, 500, 503])(
    'with status %i gets the page of that status, drawn with the reader’s cookies',
    async (status) => {
      const { given, asked } = await shown(bare(status), {})
      expect(given.status).toBe(status)
      expect(given.headers.get('content-type')).toBe('text/html')
      expect(asked.map(({ url, method }) => `${method} ${url}`)).toEqual([
        `GET https://console.example/${status}?reference=REF1234567`,
      ])
      expect(asked[0]?.headers.get('cookie')).toBe('lng=kk')
    },
  )

  it.each(['document', 'iframe', 'frame', 'embed', 'object'])(
    'gets a page where a browser shows it: %s',
    async (goal) => {
      expect((await shown(bare(404), { 'sec-fetch-dest': goal, accept: '*/*' })).asked).toHaveLength(1)
    },
  )

  it.each([
    ['a picture', { 'sec-fetch-dest': 'image' }],
    ['a fetch', { 'sec-fetch-dest': 'empty' }],
    ['a program', { accept: '*/*' }],
    ['page data', { url: 'https://console.example/users/export.data' }],
  ])('stays without a page for %s', async (_name, headers) => {
    const { given, asked } = await shown(bare(404), headers as Record<string, string>)
    expect(given.status).toBe(404)
    expect(asked).toEqual([])
  })

  it('gets its page without the range and cache headers of the original request', async () => {
    const ofTheFile = {
      'content-type': 'text/plain',
      'content-length': '3',
      'if-none-match': '"1"',
      'if-modified-since': 'Mon, 02 Mar 2026 09:00:00 GMT',
      range: 'bytes=5-',
      'accept-language': 'ru',
    }
    const [page] = (await shown(bare(404), ofTheFile)).asked
    expect([...(page?.headers.keys() ?? [])].toSorted()).toEqual(['accept', 'accept-language', 'cookie'])
  })

  it('keeps the renewed session and Retry-After', async () => {
    const { given } = await shown(bare(429, { 'Set-Cookie': 'auth-storage=x', 'Retry-After': '25' }), {})
    expect(given.headers.getSetCookie()).toEqual(['auth-storage=x'])
    expect(given.headers.get('retry-after')).toBe('25')
  })

  it('is 503 instead of 500 when the database or the store is away', async () => {
    const answer = new Response('Unexpected Server Error', { status: 500, headers: { 'Content-Type': 'text/plain' } })
    const { given } = await shown(answer, {}, 'unavailable')
    expect(given.status).toBe(503)
    expect(given.headers.get('retry-after')).toBe('5')
  })
})

it.each([
  [
    'a page that failed and is drawn',
    new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } }),
  ],
  ['a file', new Response('%PDF', { status: 200, headers: { 'Content-Type': 'application/pdf' } })],
  ['a refused form', bare(422)],
])('%s is left as it is', async (_name, answer) => {
  const { given, asked } = await shown(answer, {})
  expect(given).toBe(answer)
  expect(asked).toEqual([])
})
