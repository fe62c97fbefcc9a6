import { expect, it } from 'vitest'
import { readToast, redirectWithToast } from '../../app/http/toast.server'
import { testEnv, testServices } from '../support/services'

it.each([
  ['http://localhost:3000', 'toast'],
  ['https://console.example', '__Host-toast'],
])('at %s the toast travels as %s', async (PUBLIC_ORIGIN, name) => {
  const services = await testServices({ env: testEnv({ PUBLIC_ORIGIN }) })
  const answer = await redirectWithToast(services, '/', 'success', 'errors:toast.serverError')
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie.startsWith(`${name}=`)).toBe(true)
  expect(cookie).toContain('Path=/')
  expect(cookie).not.toContain('Domain')
  expect(cookie.includes('Secure')).toBe(name === '__Host-toast')
  const request = new Request(PUBLIC_ORIGIN, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  const { toast, headers } = await readToast(request, services)
  expect(toast?.text.key).toBe('errors:toast.serverError')
  expect(headers?.get('set-cookie')).toMatch(new RegExp(`^${name}=;.*Max-Age=0`))
})
