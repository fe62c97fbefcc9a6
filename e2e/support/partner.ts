import type { Page } from '@playwright/test'
import { expect } from './journey'
import { signInAnew } from './sign-in'

const PARTNER = '+77010000005'

/** Signs a partner in; they land on the page of their organization, whose address is given. */
export async function signInPartner(page: Page, phone = PARTNER): Promise<string> {
  await signInAnew(page, phone)
  await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}\/(setup|verification-status)$/)
  return new URL(page.url()).pathname.replace(/\/[a-z-]+$/, '')
}
