import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { signIn as signInByPost, visitor } from '../../scripts/probe/visitor'
import { enterCode } from './enter-code'
import { expect } from './journey'
import { codeSentTo, outboxPosition } from './outbox'
import { dataFile, ownConsole } from './own-console'

export * from './demo-phones'

/** Shorter than the console's limit for fresh proof. */
const KEPT_MS = 5 * 60_000

/**
 * Puts a session of this person into the browser without opening a page; `signInThroughPages` tests the sign-in pages themselves. A session
 * that a journey of the same file opened moments ago is used again.
 */
export async function signIn(page: Page, phone: string): Promise<void> {
  const kept = dataFile(`session-of-${phone}.json`)
  if (fs.existsSync(kept) && Date.now() - fs.statSync(kept).mtimeMs < KEPT_MS) {
    await page.context().addCookies(JSON.parse(fs.readFileSync(kept, 'utf8')))
    if (await isSignedIn(page)) return
  }
  await openSession(page, phone)
  fs.writeFileSync(kept, JSON.stringify(await page.context().cookies()))
}

/** Puts a new session of this person into the browser without opening a page. */
export async function openSession(page: Page, phone: string): Promise<void> {
  const { origin: url, dataDir } = ownConsole()
  const browser = visitor(url)
  await signInByPost(browser, phone, dataDir)
  // A toast from signing in is for the next page, which is the journey's own.
  const kept = [...browser.cookies].filter(([name]) => !name.endsWith('toast'))
  await page.context().addCookies(kept.map(([name, value]) => ({ name, value, url })))
}

const isSignedIn = async (page: Page) => (await page.request.get('/glossary', { maxRedirects: 0 })).status() === 200

/** Goes through both pages of sign-in. */
export async function signInThroughPages(page: Page, phone: string): Promise<void> {
  await page.goto('/sign-in')
  await signInHere(page, phone)
}

/** Signs in from the open sign-in page; the journey itself checks where that leads. */
export async function signInHere(page: Page, phone: string): Promise<void> {
  const mark = outboxPosition()
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL(/\/verify/)
  await enterCode(page, await codeSentTo(phone, mark), 'Verify')
  await expect(page).not.toHaveURL(/\/(verify|sign-in)/)
}
