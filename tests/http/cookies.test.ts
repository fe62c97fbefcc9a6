import { describe, expect, it } from 'vitest'
import { keepsNoCookies, readCookie } from '../../app/http/cookies/cookies.server'
import { seal, unseal } from '../../app/http/cookies/seal.server'

const secrets = ['first secret of thirty two bytes.'] as const

describe('reading the theme cookie from a header', () => {
  it.each([
    ['theme=dark', 'dark'],
    ['font=inter; theme=dark;dir=rtl', 'dark'],
    ['theme="dark"', 'dark'],
    ['theme=a%20b', 'a b'],
    ['theme=%zz', '%zz'],
    ['theme=a=b', 'a=b'],
    ['theme=', ''],
    ['theme', null],
    ['theme =dark', null],
    ['Theme=dark', null],
    ['vite-theme=dark', null],
    ['theme=dark; theme=light', null],
    ['theme=dark; theme=dark', null],
    ['theme; theme=dark', 'dark'],
    ['=theme; ;theme=dark', 'dark'],
    ['', null],
  ])('%j gives %j', (header, value) =>
    expect([readCookie(header, 'theme'), readCookie(header, 'theme')]).toEqual([value, value]),
  )

  it('reads each header on its own, even when headers alternate or are missing', () => {
    const asked = ['theme=dark', 'theme=light', 'theme=dark', null, 'font=inter', 'theme=light']
    expect(asked.map((header) => readCookie(header, 'theme'))).toEqual(['dark', 'light', 'dark', null, null, 'light'])
  })

  it('finds no cookie under the name of an inherited property', () =>
    expect(readCookie('theme=dark', 'constructor')).toBeNull())
})

it.each<[string, Record<string, string>, boolean]>([
  ['a page of this site led here and no cookie came', { referer: 'https://console.example/sign-in' }, true],
  ['the browser says that it comes from here', { 'sec-fetch-site': 'same-origin' }, true],
  ['one came', { referer: 'https://console.example/sign-in', cookie: 'lng=en' }, false],
  ['another site led here', { referer: 'https://other.example/' }, false],
  ['it comes from elsewhere', { 'sec-fetch-site': 'cross-site' }, false],
  ['nothing is known of where it comes from', {}, false],
  ['what it says is no address', { referer: 'nonsense' }, false],
])('whether a browser has its cookies switched off: %s', (_, headers, expected) =>
  expect(keepsNoCookies(new Request('https://console.example/verify', { headers }))).toBe(expected),
)

it('a sealed value opens only with its secret, its purpose and its exact text, however often it is opened', () => {
  const sealed = Array.from({ length: 100 }, (_, n) => seal(secrets, 'test', { n }))
  const openAll = () => sealed.map((text) => unseal(secrets, 'test', text))
  const expected = sealed.map((_, n) => ({ n }))
  expect([openAll(), openAll()]).toEqual([expected, expected])
  const [text = ''] = sealed
  const other = ['a secret of somebody else that is long enough'] as const
  const changed = `${text.slice(0, -2)}${text.endsWith('AA') ? 'BB' : 'AA'}`
  expect([unseal(secrets, 'test', text), unseal(secrets, 'other', text), unseal(other, 'test', text)]).toEqual([
    { n: 0 },
    null,
    null,
  ])
  expect([unseal(secrets, 'test', changed), unseal(secrets, 'test', '')]).toEqual([null, null])
})

it('each opening of a sealed value gives a new object', () => {
  const sealed = seal(secrets, 'test', { name: 'Айгерім' })
  const [one, other] = [1, 2].map(() => unseal(secrets, 'test', sealed))
  expect(one).not.toBe(other)
})
