import { describe, expect, it } from 'vitest'
import { readCookie } from '../../app/http/cookies/cookies.server'

describe('a cookie of a header', () => {
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

  it('is that of its own header, in turn and without one', () => {
    const asked = ['theme=dark', 'theme=light', 'theme=dark', null, 'font=inter', 'theme=light']
    expect(asked.map((header) => readCookie(header, 'theme'))).toEqual(['dark', 'light', 'dark', null, null, 'light'])
  })

  it('is none that every object has', () => expect(readCookie('theme=dark', 'constructor')).toBeNull())
})
