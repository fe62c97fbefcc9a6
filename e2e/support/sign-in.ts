import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { enterCode } from './enter-code'
import { expect } from './journey'
import { codeSentTo, markOutbox } from './outbox'
import { dataFile } from './own-console'

export const SUPERADMIN = '+77010000001'
export const ADMIN = '+77010000002'
export const MANAGER = '+77010000003'
export const CASHIER = '+77010000004'

/** Younger than the proof that the console asks for before a weighty act. */
const KEPT_MS = 5 * 60_000

/** Signs in with a code; a session opened a moment ago by a journey of the same file is used again. */
export async function signIn(page: Page, phone: string): Promise<void> {
  const kept = dataFile(`session-of-${phone}.json`)
  if (fs.existsSync(kept) && Date.now() - fs.statSync(kept).mtimeMs < KEPT_MS) {
    await page.context().addCookies(JSON.parse(fs.readFileSync(kept, 'utf8')))
    await page.goto('/')
    if (new URL(page.url()).pathname === '/') return
  }
  await signInAnew(page, phone)
  await expect(page).toHaveURL('/')
  fs.writeFileSync(kept, JSON.stringify(await page.context().cookies()))
}

/** Goes through both pages of sign-in; where one lands is for the journey to say. */
export async function signInAnew(page: Page, phone: string): Promise<void> {
  const mark = markOutbox()
  await page.goto('/sign-in')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL(/\/verify/)
  await enterCode(page, await codeSentTo(phone, mark), 'Verify')
  await expect(page).not.toHaveURL(/\/(verify|sign-in)/)
}
