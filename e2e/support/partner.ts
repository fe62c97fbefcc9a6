import type { Page } from '@playwright/test'
import { expect } from './journey'
import { openSession, PARTNER } from './sign-in'

/** Signs a partner in without opening a page; returns the address of their organization. */
export async function signInPartner(page: Page, phone = PARTNER): Promise<string> {
  await openSession(page, phone)
  const { pathname } = new URL((await page.request.get('/')).url())
  expect(pathname).toMatch(/^\/organizations\/[0-9a-f-]{36}\/(setup|verification-status)$/)
  return pathname.replace(/\/[a-z-]+$/, '')
}
