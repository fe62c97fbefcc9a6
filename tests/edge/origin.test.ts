import { afterAll, describe, expect, it } from 'vitest'
import { FORM, openEdge } from '../support/edge'

const OWN = 'token-of-this-browser'
const isOwnForm = (cookies: string | null, token: string) => cookies === cookie && token === OWN

const cookie = '__Host-auth-storage=x'
const edge = await openEdge({ isOwnForm })
const demo = await openEdge({ env: { publicOrigin: 'http://localhost:3000', isDemo: true, trustProxy: 0 } })
const demoOn80 = await openEdge({ env: { publicOrigin: 'http://localhost', isDemo: true, trustProxy: 0 } })
afterAll(async () => {
  await edge.close()
  await demoOn80.close()
  await demo.close()
})

const OURS = 'https://console.example'

async function postWith(headers: Record<string, string>, to = edge, host = 'console.example', body = 'a=1') {
  const all = { Host: host, 'Content-Type': FORM, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const rest = `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
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

  it.each<[string, Record<string, string>, string, number]>([
    ['its own token', {}, `a=1&formToken=${OWN}`, 200],
    ['its own token, fetch metadata agrees', { 'Sec-Fetch-Site': 'same-origin' }, `formToken=${OWN}`, 200],
    ['its own token, from another site', { 'Sec-Fetch-Site': 'cross-site' }, `formToken=${OWN}`, 403],
    ['its own token, typed by the person', { 'Sec-Fetch-Site': 'none' }, `formToken=${OWN}`, 403],
    ['its own token, another origin', { Origin: 'https://evil.example' }, `formToken=${OWN}`, 403],
    ['its own token, origin null', { Origin: 'null' }, `formToken=${OWN}`, 403],
    ['its own token, another referer', { Referer: 'https://evil.example/' }, `formToken=${OWN}`, 403],
    ['its own token twice', {}, `formToken=${OWN}&formToken=${OWN}`, 403],
    ['the token of another browser', {}, 'a=1&formToken=other', 403],
    ['its own token, other cookies', { Cookie: 'x=1' }, `formToken=${OWN}`, 403],
    ['an empty token', {}, 'formToken=', 403],
    ['none', {}, 'a=1', 403],
    [
      'its own token in a form of parts',
      { 'Content-Type': 'multipart/form-data; boundary=b' },
      `formToken=${OWN}`,
      403,
    ],
  ])('without origin and referer, with %s', async (_name, headers, body, status) => {
    expect(await postWith({ Cookie: cookie, ...headers }, edge, 'console.example', body)).toBe(status)
  })

  it('and no form token reaches what is behind the edge', async () => {
    await postWith({ Origin: OURS }, edge, 'console.example', 'a=1&formToken=anything&b=2')
    expect(await edge.seen.at(-1)?.text()).toBe('a=1&b=2')
    await postWith({ Cookie: cookie }, edge, 'console.example', `formToken=${OWN}&b=%D0%B6`)
    expect(await edge.seen.at(-1)?.text()).toBe('b=%D0%B6')
  })

  it('whatever the host headers claim', async () => {
    const forged = { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' }
    expect(await postWith(forged, edge, 'evil.example')).toBe(403)
  })
})

describe('the framework is given our own origin', () => {
  it('whatever the host headers say', async () => {
    await edge.raw(
      'GET /terms?a=1 HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n',
    )
    const request = edge.seen.at(-1)
    expect(request?.url).toBe(`${OURS}/terms?a=1`)
    expect(request?.headers.get('host')).toBe('console.example')
    expect(request?.headers.has('x-forwarded-host')).toBe(false)
  })

  it('without the headers that proxies add', async () => {
    await edge.get('/', { headers: { Forwarded: 'for=6.6.6.6', 'Proxy-Authorization': 'Basic x', TE: 'trailers' } })
    const names = ['forwarded', 'proxy-authorization', 'te', 'connection']
    expect(names.filter((name) => edge.seen.at(-1)?.headers.has(name))).toEqual([])
  })

  it('without the headers that the framework uses at build time', async () => {
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
    ['127.0.0.1', 'http://127.0.0.1', 403],
    ['evil.example:3000', 'http://evil.example:3000', 403],
  ])('host %s, origin %s: %i', async (host, origin, status) => {
    expect(await postWith({ Origin: origin }, demo, host)).toBe(status)
  })
  it.each([
    ['localhost', 'http://localhost', 200],
    ['127.0.0.1', 'http://127.0.0.1', 200],
    ['127.0.0.1:80', 'http://127.0.0.1', 200],
    ['127.0.0.1', 'http://localhost', 403],
    ['127.0.0.1:81', 'http://127.0.0.1:81', 403],
    ['evil.example', 'http://evil.example', 403],
  ])('on port 80, host %s, origin %s: %i', async (host, origin, status) => {
    expect(await postWith({ Origin: origin }, demoOn80, host)).toBe(status)
  })
})
