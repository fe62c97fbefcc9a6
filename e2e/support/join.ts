import fs from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { expect, hasScripts, test } from './journey'
import { signIn, SUPERADMIN } from './sign-in'

/** A well formed number that belongs to nobody, another one each time. */
export const newPhone = () => `+7701${String(Math.floor(Math.random() * 8_000_000) + 1_000_000)}`

/** Makes an invite code in the browser of a superadmin and gives it. */
export async function makeCode(
  browser: Browser,
  { type, role, uses }: { type: 'Logistics provider' | 'Staff'; role?: string; uses: number },
): Promise<string> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, SUPERADMIN)
  await page.goto('/invites/new')
  await page.getByRole('radio', { name: type }).check()
  if (role) await page.getByLabel('Role', { exact: true }).selectOption(role)
  await page.getByLabel('Maximum uses').fill(String(uses))
  await page.getByRole('button', { name: 'Create code' }).click()
  const code = await codeShown(page)
  await context.close()
  return code
}

/** The code of the invite that was just made, from its own page. */
export async function codeShown(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/invites\/[0-9a-f-]{36}/)
  const code = page.getByRole('dialog').getByText(/^INV(-[0-9A-Z]{4}){3}$/)
  return (await code.first().innerText()).trim()
}

/** Enters a code on `/use-invite` and goes on to the page of who joins. */
export async function verifyInvite(page: Page, code: string): Promise<void> {
  await page.goto('/use-invite')
  await page.getByLabel('Invite code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Code verified', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/sign-up')
}

/** A Chromium whose user has switched cookies off in its settings. */
export async function openWithoutCookies(): Promise<BrowserContext> {
  const profile = test.info().outputPath('profile')
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
  fs.mkdirSync(path.join(profile, 'Default'), { recursive: true })
  fs.writeFileSync(path.join(profile, 'Default', 'Preferences'), JSON.stringify(settings))
  return chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
    locale: 'en-US',
    javaScriptEnabled: hasScripts(),
  })
}
