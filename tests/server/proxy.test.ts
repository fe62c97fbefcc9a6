import { afterAll, beforeAll, expect, it } from 'vitest'
import { crawl, distinctForms, type PageForm } from '../../scripts/fuzz/crawl'
import type { Visitor } from '../../scripts/probe/visitor'
import { startBuiltConsole, type BuiltConsole } from '../support/server'

const PUBLIC_ORIGIN = 'https://console.example'

let served: BuiltConsole
let manager: Visitor
let forms: PageForm[]
beforeAll(async () => {
  served = await startBuiltConsole({ PUBLIC_ORIGIN, TRUST_PROXY: '1' })
  manager = await served.signIn('manager')
  forms = distinctForms(await crawl(manager, 1, ['/', '/settings/', '/invites/new', '/users/invite']))
})
afterAll(() => served.stop())

const valueOf = ({ fields }: PageForm, name: string) => fields.find((field) => field.name === name)?.value

it('behind a proxy that ends TLS every form is accepted without scripts and leads to a path of the console', async () => {
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

it('a form without Origin and Referer is accepted by the token it carries, and refused with 403 without it', async () => {
  const withoutFile = forms.filter(({ hasFile }) => !hasFile)
  const tokens = withoutFile.map((form) => valueOf(form, 'formToken'))
  expect(tokens.length).toBeGreaterThan(5)
  for (const [index, token] of tokens.entries()) expect(token, withoutFile[index]?.action).toMatch(/^[\w-]{43}$/)

  const send = async (token: string) => {
    const body = new URLSearchParams({ formToken: token, theme: 'dark', redirect: '/' })
    const init = { method: 'POST', body, redirect: 'manual', headers: { cookie: manager.cookie() } } as const
    return (await fetch(`${served.server.origin}/preferences`, init)).status
  }
  expect(await send(tokens[0] ?? '')).toBe(302)
  expect(await send('')).toBe(403)
})

it('every form of a signed-in page names the user it was drawn for, except those of the frame', () => {
  const own = forms.filter(({ action }) => !action.startsWith('/preferences'))
  const writers = own.map((form) => valueOf(form, 'writer'))
  expect(writers.length).toBeGreaterThan(10)
  expect(writers[0]).toMatch(/^[0-9a-f-]{36}$/)
  const others = own.filter((form) => valueOf(form, 'writer') !== writers[0])
  expect(others.map(({ action }) => action)).toEqual([])
})

it('a page asks for its style sheet before its scripts, unless it brings its styles inline', async () => {
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

it('session tokens never appear in a page or its data', async () => {
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

it('pages of the console and their data are sent with Cache-Control: no-store', async () => {
  for (const address of ['/', '/verifications/', '/verifications.data', '/users/', '/settings/account.data'])
    expect((await manager.get(address)).headers?.get('cache-control'), address).toBe('no-store')
})
