import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  followAnswers,
  followForm,
  leaveRefused,
  markFormTaken,
  tellLeftRefused,
  tellRefused,
} from '../../app/http/forms/untaken-forms'

const told: string[] = []
const page = {
  showToast: ({ type }: { type: string }) => void told.push(type),
  tellUnsent: ({ pathname, because }: { pathname: string; because: string }) => told.push(`${pathname} ${because}`) > 0,
}

const stored = new Map<string, string>()
/** What the server, or the network, says to the next request. */
let answer: () => Promise<Response>
beforeEach(() => {
  told.length = 0
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('window', { fetch: () => answer() })
  followAnswers()
})

const status = (code: number) => () => Promise.resolve(new Response(null, { status: code }))
const network = () => Promise.reject(new TypeError('Failed to fetch'))
const aborted = () => Promise.reject(new DOMException('aborted', 'AbortError'))

/** Sends a form whose answer the router never hands on; returns its request. */
async function send(pathname: string, reply: () => Promise<Response>): Promise<Request> {
  const url = new URL(pathname, 'http://localhost')
  const request = new Request(url, { method: 'POST', signal: new AbortController().signal })
  followForm(request, url)
  answer = reply
  await window.fetch(url, { method: 'POST', signal: request.signal }).catch(() => undefined)
  return request
}

describe('a form whose answer the router did not hand on', () => {
  it.each([
    ['was accepted with 202', status(202), []],
    ['was refused with 400', status(400), ['/claim failed', 'error']],
    ['was answered 503', status(503), ['/claim failed', 'error']],
    ['did not arrive', network, ['/claim network', 'error']],
    ['was cancelled', aborted, []],
  ])('that %s is reported once if it was refused or lost, else never', async (_, reply, words) => {
    const request = await send('/claim', reply)
    await tellRefused(page)
    const refused = await tellRefused(page)
    expect(told).toEqual(words)
    expect(refused).toHaveLength(words.length / 2)
    markFormTaken(request)
  })

  it('tells nothing once the router has taken its answer', async () => {
    markFormTaken(await send('/claim', status(503)))
    expect(await tellRefused(page)).toEqual([])
    expect(told).toEqual([])
  })
})

describe('the document loaded in its place', () => {
  it('tells what was refused once, and returns what the network lost', () => {
    leaveRefused([
      { pathname: '/claim', because: 'failed' },
      { pathname: '/notes', because: 'network' },
    ])
    expect(tellLeftRefused(page)).toEqual(['/notes'])
    expect(told).toEqual(['/claim failed', 'error', '/notes network', 'error'])
    expect(tellLeftRefused(page)).toEqual([])
    expect(told).toHaveLength(4)
  })

  it('tells nothing where nothing was refused, or where storage is switched off', () => {
    leaveRefused([])
    expect(stored.size).toBe(0)
    vi.stubGlobal('sessionStorage', undefined)
    leaveRefused([{ pathname: '/claim', because: 'failed' }])
    expect(tellLeftRefused(page)).toEqual([])
    expect(told).toEqual([])
  })
})
