import { afterAll, describe, expect, it } from 'vitest'
import { FORM, openEdge } from '../support/edge'

const edge = await openEdge()
const demo = await openEdge({ env: { publicOrigin: 'http://localhost:3000', isDemo: true, trustProxy: 0 } })
afterAll(async () => {
  await edge.close()
  await demo.close()
})

const OURS = 'https://console.example'
const cookie = '__Host-auth-storage=x'

async function postWith(headers: Record<string, string>, to = edge, host = 'console.example') {
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const rest = `Content-Type: ${FORM}\r\nContent-Length: 3\r\nConnection: close\r\n\r\na=1`
  return (await to.raw(`POST /form HTTP/1.1\r\n${lines.join('')}${rest}`)).status
}

describe('a change is accepted only from our own pages', () => {
  it.each<[string, Record<string, string>, number]>([
    ['our origin', { Origin: OURS }, 200],
    ['our origin, fetch metadata agrees', { Origin: OURS, 'Sec-Fetch-Site': 'same-origin' }, 200],
    ['our origin, typed by the person', { Origin: OURS, 'Sec-Fetch-Site': 'none' }, 200],
    ['our origin, fetch metadata says another site', { Origin: OURS, 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['our origin, a sibling site', { Origin: OURS, 'Sec-Fetch-Site': 'same-site' }, 403],
    ['another origin', { Origin: 'https://evil.example' }, 403],
    ['our name over http', { Origin: 'http://console.example' }, 403],
    ['our name on another port', { Origin: `${OURS}:8443` }, 403],
    ['our name as a prefix', { Origin: `${OURS}.evil.example` }, 403],
    ['origin null', { Origin: 'null' }, 403],
    ['no origin, our referer', { Referer: `${OURS}/sign-in`, Cookie: cookie }, 200],
    ['no origin, another referer', { Referer: 'https://evil.example/', Cookie: cookie }, 403],
    ['no origin, unreadable referer', { Referer: 'nonsense' }, 403],
    ['another origin, our referer', { Origin: 'https://evil.example', Referer: `${OURS}/` }, 403],
    ['neither, with a cookie', { Cookie: cookie }, 403],
    ['neither, without a cookie', {}, 200],
    ['neither, from another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ])('%s', async (_name, headers, status) => {
    expect(await postWith(headers)).toBe(status)
  })

  it('whatever the host headers claim', async () => {
    const forged = { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' }
    expect(await postWith(forged, edge, 'evil.example')).toBe(403)
  })
})

describe('the framework is given our own origin', () => {
  it('for every host', async () => {
    await edge.raw(
      'GET /terms?a=1 HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n',
    )
    const request = edge.seen.at(-1)
    expect(request?.url).toBe(`${OURS}/terms?a=1`)
    expect(request?.headers.get('host')).toBe('console.example')
    expect(request?.headers.has('x-forwarded-host')).toBe(false)
  })

  it('without the headers by which the framework is told things at build time', async () => {
    await edge.get('/', { headers: { 'X-React-Router-SPA-Mode': 'yes', 'X-React-Router-Prerender-Data': '{}' } })
    const names = [...(edge.seen.at(-1)?.headers.keys() ?? [])]
    expect(names.filter((name) => name.startsWith('x-react-router'))).toEqual([])
  })
})

describe('demo mode also answers on the loopback address', () => {
  it.each([
    ['localhost:3000', 'http://localhost:3000', 200],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000', 200],
    ['127.0.0.1:3000', 'http://localhost:3000', 403],
    ['evil.example:3000', 'http://evil.example:3000', 403],
  ])('host %s, origin %s: %i', async (host, origin, status) => {
    expect(await postWith({ Origin: origin }, demo, host)).toBe(status)
  })
})
