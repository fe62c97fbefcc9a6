import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { codeSentTo, markOutbox } from './outbox'

export const SUPERADMIN = '+77010000001'
export const ADMIN = '+77010000002'
export const MANAGER = '+77010000003'
export const CASHIER = '+77010000004'

const dataDir = process.env.E2E_DATA_DIR ?? ''

/** Signs in with the code from the outbox file; a session once opened is used again by later journeys. */
export async function signIn(page: Page, phone: string): Promise<void> {
  const kept = path.join(dataDir, `session-of-${phone}.json`)
  if (fs.existsSync(kept)) {
    await page.context().addCookies(JSON.parse(fs.readFileSync(kept, 'utf8')))
    await page.goto('/')
    if (new URL(page.url()).pathname === '/') return
  }
  const mark = markOutbox()
  await page.goto('/sign-in')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL(/\/verify/)
  await page.getByLabel('Verification code').fill(await codeSentTo(phone, mark))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/')
  fs.writeFileSync(kept, JSON.stringify(await page.context().cookies()))
}
