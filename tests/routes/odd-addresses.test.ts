import { describe, expect, it } from 'vitest'
import { newCast, withIds } from '../support/access-cast'
import { rows } from '../support/access-table'
import { openConsole } from '../support/console'
import { openTestDatabase } from '../support/database'

const db = await openTestDatabase()
const gatehouse = await openConsole()
const { cast, services } = await newCast(db)

/** What no link of the console contains: a character no header can carry, a name every object has, an infinite number. */
const [SIGN, NAME, NUMBER] = [encodeURIComponent('\u202e'), 'constructor', '1e309'] as const
/** Search params that addresses of the console use. */
const ASKED = ['at', 'from', 'page', 'here', 'document', 'decide', 'q', 'id', 'type', 'tab', 'redirect', 'phone']

/** One address of each page and file. */
const asked = rows.filter(({ method }) => method === 'GET').map(({ address }) => address)
const reading = [...new Map(asked.map((address) => [gatehouse.handlerAt('GET', address), address])).values()]
const filled = (address: string) => withIds(cast, address)

/** The address with each variable part and its last part replaced, with a trailing slash, and with search params. */
function oddly(address: string): string[] {
  const [path = ''] = address.split('?')
  const replaced = [...path.matchAll(/\{\w+\}/g)].map(
    ({ 0: part, index }) => path.slice(0, index) + SIGN + path.slice(index + part.length),
  )
  const params = ASKED.map((name) => `${name}=${NUMBER}`).join('&')
  return [...replaced, path.replace(/[^/]+\/?$/, NAME), path.replace(/\/?$/, '/'), `${path}?${params}`]
}

describe('a malformed variant of an address is answered without a server error', () => {
  it.each(reading)('%s with odd parts or params', async (address) => {
    const cookie = cast.cookies.superadmin
    const failed: string[] = []
    for (const odd of oddly(address)) {
      const answer = await gatehouse.send(services, 'GET', filled(odd), { cookie }).catch(String)
      const isErrorPage = /^\/(500|503)\b/.test(odd)
      if (typeof answer === 'string' || (answer.status >= 500 && !isErrorPage)) failed.push(odd)
    }
    expect(failed).toEqual([])
  })
})

describe('a path whose last word is in capitals does not reach the page of that path', () => {
  const written = rows
    .map(({ address }) => filled(address.split('?')[0] ?? ''))
    .filter((path) => /[a-z-]{3,}$/.test(path))
  const inWords = [...new Set(written)].filter(
    (path) => gatehouse.handlerAt('GET', path) !== gatehouse.handlerAt('GET', path.replace(/[^/]+$/, 'else')),
  )
  it.each(inWords)('%s', (path) => {
    const odd = path.replace(/[^/]+$/, (word) => word.toUpperCase())
    expect(gatehouse.handlerAt('GET', odd)).not.toBe(gatehouse.handlerAt('GET', path))
  })
})
