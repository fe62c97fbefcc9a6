import { expect, it } from 'vitest'
import { lacksStyles, stylesCookie } from '../../app/http/answers/styles.server'

const SHEET = '/assets/app-abc_1.css'
const asked = (headers: Record<string, string>, method = 'GET') =>
  lacksStyles(new Request('http://localhost/', { method, headers }), SHEET)

it('a page carries its styles until the browser has been given that version of the sheet', () => {
  const document = { 'sec-fetch-dest': 'document' }
  expect(asked(document)).toBe(true)
  const cookie = stylesCookie(SHEET, true)
  expect(cookie).toMatch(/^styles=app-abc_1; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(asked({ ...document, cookie: `lng=en; ${cookie.split(';')[0]}` })).toBe(false)
  expect(asked({ ...document, cookie: 'styles=app-older' })).toBe(true)
})

it('a response that is not a displayed page carries no styles', () => {
  expect(asked({})).toBe(false)
  expect(asked({ 'sec-fetch-dest': 'empty' })).toBe(false)
  expect(asked({ 'sec-fetch-dest': 'document' }, 'POST')).toBe(false)
})
