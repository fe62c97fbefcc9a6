import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'

export const SUPERADMIN = '+77010000001'
export const ADMIN = '+77010000002'
export const MANAGER = '+77010000003'
export const CASHIER = '+77010000004'

const dataDir = process.env.E2E_DATA_DIR ?? ''
const outbox = path.join(dataDir, 'outbox.jsonl')
const readOutbox = () => (fs.existsSync(outbox) ? fs.readFileSync(outbox, 'utf8') : '')

/** Signs in with the code from the outbox file; a session once opened is used again by later journeys. */
export async function signIn(page: Page, phone: string): Promise<void> {
  const kept = path.join(dataDir, `session-of-${phone}.json`)
  if (fs.existsSync(kept)) {
    await page.context().addCookies(JSON.parse(fs.readFileSync(kept, 'utf8')))
    await page.goto('/')
    if (new URL(page.url()).pathname === '/') return
  }
  const seen = readOutbox().length
  await page.goto('/sign-in')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL(/\/verify/)
  await expect.poll(() => codeFor(phone, seen)).toMatch(/^\d{6}$/)
  await page.getByLabel('Verification code').fill(codeFor(phone, seen))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/')
  fs.writeFileSync(kept, JSON.stringify(await page.context().cookies()))
}

function codeFor(phone: string, seen: number): string {
  const lines = readOutbox().slice(seen).split('\n').filter(Boolean)
  const texts = lines.map((line) => JSON.parse(line)).filter((message) => message.to === phone)
  return /\b\d{6}\b/.exec(texts.at(-1)?.text ?? '')?.[0] ?? ''
}
