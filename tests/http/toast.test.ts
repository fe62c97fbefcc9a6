import { describe, expect, it } from 'vitest'
import { requestInfoContext, toastsContext } from '../../app/context'
import {
  redirectWithReason,
  redirectOnward,
  readToast,
  redirectWithToast,
  toastHere,
} from '../../app/http/answers/toast.server'
import { loader } from '../../app/root'
import { answerOf, keepCookies, visit } from '../support/requests'
import { testEnv, testServices } from '../support/services'

it.each([
  ['http://localhost:3000', 'toast'],
  ['https://console.example', '__Host-toast'],
])('at %s the toast is sent in the cookie %s', async (PUBLIC_ORIGIN, name) => {
  const services = await testServices({ env: testEnv({ PUBLIC_ORIGIN }) })
  const answer = await redirectWithToast(services, '/', 'success', 'errors:toast.serverError')
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie.startsWith(`${name}=`)).toBe(true)
  for (const part of ['Path=/', 'HttpOnly', 'SameSite=Lax']) expect(cookie).toContain(part)
  expect(cookie).not.toContain('Domain')
  expect(cookie.includes('Secure')).toBe(name === '__Host-toast')
  const request = new Request(PUBLIC_ORIGIN, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  const { toast, headers } = await readToast(request, services)
  expect(toast?.text.key).toBe('errors:toast.serverError')
  expect(headers?.get('set-cookie')).toMatch(new RegExp(`^${name}=;.*Max-Age=0`))
})

it('a redirect with an error toast marks the request as not carried out, but not one with success', async () => {
  const services = await testServices()
  const [refused, leftOn, done] = [visit(services, '/'), visit(services, '/'), visit(services, '/')]
  await redirectWithReason(refused.context, '/', 'error', { key: 'verifications:claim.changed' })
  toastHere(leftOn.context, 'error', { key: 'common:form.failed' })
  await redirectOnward(leftOn.context, '/')
  toastHere(done.context, 'success', { key: 'settings:toast.saved' })
  await redirectOnward(done.context, '/')
  const told = [refused, leftOn, done].map(
    ({ context }) => context.get(requestInfoContext).isRedirectedInstead ?? false,
  )
  expect(told).toEqual([true, true, false])
})

describe('a toast', () => {
  const ask = async (header: Record<string, string> = {}) => {
    const services = await testServices()
    const { headers } = await redirectWithToast(services, '/', 'success', 'errors:toast.serverError')
    const given = visit(services, '/users/')
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const request = new Request(given.request, { headers: { cookie, ...header } })
    const answer = await answerOf(() => loader({ ...given, request } as never))
    return {
      texts: (answer.body as { toasts: { text: string }[] }).toasts.map(({ text }) => text),
      setCookie: answer.headers.getSetCookie(),
    }
  }

  it('is shown once, on the next page that is opened', async () => {
    const { texts, setCookie } = await ask()
    expect(texts).toEqual(['Internal Server Error!'])
    expect(setCookie.join()).toContain('Max-Age=0')
  })

  it('names the organization that was acted on', async () => {
    const services = await testServices()
    const about = 'Жібек Жолы'
    const left = await redirectWithToast(services, '/', 'success', 'verifications:toast.reject', undefined, { about })
    const jar = new Map<string, string>()
    keepCookies(jar, left.headers)
    const { body } = await answerOf(() => loader(visit(services, '/verifications/', { jar }) as never))
    expect(body).toMatchObject({ toasts: [{ type: 'success', text: 'Application rejected', detail: about }] })
  })

  it.each([['sec-purpose'], ['purpose'], ['x-moz']])('is not used up by a prefetch (%s)', async (name) => {
    expect(await ask({ [name]: 'prefetch' })).toEqual({ texts: [], setCookie: [] })
  })
})

it('a toast on the current page is added to those it has, in its language', async () => {
  const { context } = visit(await testServices(), '/users/', { language: 'ru' })
  context.set(toastsContext, [])
  const failed = toastHere(context, 'error', { key: 'errors:toast.generic' }, { key: 'common:form.failed' }).toast
  const saved = toastHere(context, 'success', { key: 'settings:toast.saved' }).toast
  expect(context.get(toastsContext)).toEqual([failed, saved])
  for (const text of [failed.text, failed.detail, saved.text]) expect(text).toMatch(/^[А-Яа-яёЁ«]/)
  expect(saved.detail).toBeUndefined()
})
