import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect, hasScripts } from './journey'

/** A well-formed random number that belongs to nobody. */
export const newPhone = () => `+7701${String(Math.floor(Math.random() * 8_000_000) + 1_000_000)}`

/** The code of the invite that was just created, read from its own page. */
export async function codeShown(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/invites\/[0-9a-f-]{36}/)
  const code = page.getByRole('dialog').getByText(/^INV(-[0-9A-Z]{4}){3}$/)
  return (await code.first().innerText()).trim()
}

/** Enters a code on `/use-invite` and goes on to the page for the person's details. */
export async function verifyInvite(page: Page, code: string): Promise<void> {
  await page.goto('/use-invite')
  await page.getByLabel('Invite code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Code verified', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/sign-up')
}

/** Fills in who joins and asks for the code. */
export async function introduce(page: Page, name: string, phone: string) {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('SMS').check()
  await page.getByLabel(/I accept/).check()
  await page.getByRole('button', { name: 'Send code' }).click()
}

/** A browser without cookies: a proxy strips them from requests and responses. */
export async function openWithoutCookies(browser: Browser): Promise<BrowserContext> {
  const proxy = http.createServer((asked, given) => {
    const { cookie: _, ...headers } = asked.headers
    const ahead = http.request(asked.url ?? '', { method: asked.method, headers }, (answer) => {
      const { 'set-cookie': __, ...kept } = answer.headers
      given.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(given)
    })
    ahead.on('error', () => given.destroy())
    asked.pipe(ahead)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  const context = await browser.newContext({
    proxy: { server: `http://127.0.0.1:${port}` },
    javaScriptEnabled: hasScripts(),
  })
  context.on('close', () => {
    proxy.close()
    proxy.closeAllConnections()
  })
  return context
}
