import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'

export const PARTNER = '+77010000005'

const outbox = path.join(process.env.E2E_DATA_DIR ?? '', 'outbox.jsonl')
const lines = () => (fs.existsSync(outbox) ? fs.readFileSync(outbox, 'utf8').split('\n').filter(Boolean) : [])

/** Signs a partner in; they land on the page of their organization, whose address is given. */
export async function signInPartner(page: Page, phone = PARTNER): Promise<string> {
  const seen = lines().length
  const codes = () =>
    lines()
      .slice(seen)
      .map((line) => JSON.parse(line))
      .filter((message) => message.to === phone)
      .map((message) => /\b\d{6}\b/.exec(message.text)?.[0])
  await page.goto('/sign-in')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL(/\/verify/)
  await expect.poll(codes).toHaveLength(1)
  await page.getByLabel('Verification code').fill(codes()[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}\/(setup|verification-status)$/)
  return new URL(page.url()).pathname.replace(/\/[a-z-]+$/, '')
}
