import { afterAll, beforeAll, expect, it } from 'vitest'
import { crawl, distinctForms } from '../../scripts/fuzz/crawl'
import type { Visitor } from '../../scripts/probe/visitor'
import { startBuiltConsole, type BuiltConsole } from '../support/server'

const PUBLIC_ORIGIN = 'https://console.example'

let served: BuiltConsole
let manager: Visitor
beforeAll(async () => {
  served = await startBuiltConsole({ PUBLIC_ORIGIN, TRUST_PROXY: '1' })
  manager = await served.signIn('manager')
})
afterAll(() => served.stop())

it('behind a proxy that ends TLS every form is taken without scripts, and leads to an own path', async () => {
  const forms = distinctForms(await crawl(manager, 1, ['/', '/settings/', '/invites/new', '/users/invite']))
  expect(forms.length).toBeGreaterThan(15)
  for (const form of forms) {
    const answer = await manager.post(
      form.action,
      form.fields.map(({ name, value }): [string, string] => [name, value]),
    )
    expect([400, 403, 500], `${form.action} ${answer.status}`).not.toContain(answer.status)
    if (answer.location) expect(answer.location).toMatch(/^\/(?!\/)/)
  }
})

it('a browser that tells neither origin nor referer is taken by the token that each form of it carries', async () => {
  const forms = distinctForms(await crawl(manager, 1, ['/', '/invites/new'])).filter(({ hasFile }) => !hasFile)
  const tokenIn = ({ fields }: (typeof forms)[number]) => fields.find(({ name }) => name === 'formToken')?.value
  expect(forms.length).toBeGreaterThan(5)
  for (const form of forms) expect(tokenIn(form), form.action).toMatch(/^[\w-]{43}$/)

  const send = async (token: string) => {
    const body = new URLSearchParams({ formToken: token, theme: 'dark', redirect: '/' })
    const init = { method: 'POST', body, redirect: 'manual', headers: { cookie: manager.cookie() } } as const
    return (await fetch(`${served.server.origin}/preferences`, init)).status
  }
  expect(await send(forms.map(tokenIn)[0] ?? '')).toBe(302)
  expect(await send('')).toBe(403)
})

it('a page asks for its sheet before its scripts, unless it brings its styles', async () => {
  const { text } = await manager.get('/invites/')
  const links = [...text.matchAll(/<link rel="(preload|stylesheet|modulepreload)"[^>]* href="[^"]+\.(css|js)"[^>]*>/g)]
  const kinds = links.map(([, kind]) => kind)
  expect(kinds.slice(0, 2)).toEqual(['preload', 'modulepreload'])
  expect(kinds.at(-1)).toBe('stylesheet')
  const headers = { cookie: manager.cookie(), 'sec-fetch-dest': 'document' }
  const bringing = await (await fetch(`${served.server.origin}/invites/`, { headers })).text()
  expect(bringing).toContain('<style')
  expect(bringing).not.toContain('as="style"')
})

it('tokens never reach a page or its data', async () => {
  const kept = decodeURIComponent(manager.cookie())
  const cookies = kept
    .split('; ')
    .map((pair) => pair.slice(pair.indexOf('=') + 1))
    .filter((value) => value.length > 20)
  expect(kept).toContain('__Host-auth-storage=')
  for (const address of ['/', '/users/_.data', '/settings/account', '/settings/account.data']) {
    const { text } = await manager.get(address)
    expect(text.length, address).toBeGreaterThan(500)
    expect(
      cookies.filter((value) => text.includes(value)),
      address,
    ).toEqual([])
    expect(text, address).not.toMatch(/access_?token|refresh_?token|tokenExpiresAt/i)
  }
})

it('pages and data of the console are kept nowhere', async () => {
  for (const address of ['/', '/verifications/', '/verifications.data', '/users/', '/settings/account.data'])
    expect((await manager.get(address)).headers?.get('cache-control'), address).toBe('no-store')
})
