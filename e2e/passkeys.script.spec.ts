import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { expect, openScripted, test } from './support/journey'
import { addDevice } from './support/passkeys'
import { advanceQuarterHours, proveByCode } from './support/proof'
import { ADMIN, MANAGER, signInThroughPages, signInHere, SUPERADMIN } from './support/sign-in'
import { closeToast } from './support/toast'

const dialog = (page: Page) => page.getByRole('dialog')

/** Collects violations of the content policy and errors of scripts. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

async function addPasskey(page: Page, name: string) {
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByRole('button', { name: 'Add a passkey' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /Account:/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
}

async function askForRole(page: Page, role: string) {
  await page.getByRole('link', { name: 'Change role' }).click()
  await dialog(page).getByLabel(role).check()
  await dialog(page).getByRole('button', { name: 'Change role' }).click()
  await expect(dialog(page)).toContainText('Confirm that it is you')
}

async function openFirst(page: Page, role: string) {
  await openScripted(page, `/users/?role=${role}&status=active`)
  await page.locator('tbody a').first().click()
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}/)
}

test('a passkey is added, signs in, confirms in place, and no longer works once removed', async ({ page }) => {
  const complaints = complaintsOf(page)
  const laptop = await addDevice(page)
  await signInThroughPages(page, SUPERADMIN)
  advanceQuarterHours(1)
  await openScripted(page, '/settings/passkeys')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await proveByCode(page, SUPERADMIN)
  await addPasskey(page, 'Office laptop')
  await closeToast(page, 'Passkey added')
  await expect(page.getByRole('row', { name: /Office laptop/ })).toContainText('Never')

  await signOut(page)
  await expectAccessible(page)
  const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' })
  await laptop.recognises(false)
  await byPasskey.click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The passkey was not confirmed')
  await laptop.recognises(true)
  await byPasskey.click()
  await expect(page).toHaveURL('/')
  await openScripted(page, '/settings/passkeys')
  await expect(page.getByRole('row', { name: /Office laptop/ })).not.toContainText('Never')
  await expectAccessible(page)

  advanceQuarterHours(2)
  await openFirst(page, 'cashier')
  await askForRole(page, 'Manager')
  await expectAccessible(page)
  // A code that was sent meanwhile does not disable the passkey.
  await dialog(page)
    .getByRole('button', { name: 'Send code by SMS' })
    .or(dialog(page).getByRole('button', { name: 'Send code' }))
    .first()
    .click()
  await expect(dialog(page).getByLabel('Verification code')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Use a passkey' }).click()
  await closeToast(page, 'Role changed')
  await expect(page.getByRole('main')).toContainText('Manager')

  advanceQuarterHours(3)
  await askForRole(page, 'Cashier')
  await proveByCode(page, SUPERADMIN)
  await closeToast(page, 'Role changed')
  await expect(page.getByRole('main')).toContainText('Cashier')

  await openScripted(page, '/settings/passkeys')
  await page.getByRole('link', { name: 'Remove the passkey Office laptop' }).click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await closeToast(page, 'Passkey removed')
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The passkey was not confirmed')
  await expect(page).toHaveURL(/\/sign-in/)
  expect(complaints).toEqual([])
})

test('a second device can be added after the proof has run out, and a device that refused can be tried again', async ({
  page,
}) => {
  const complaints = complaintsOf(page)
  const laptop = await addDevice(page)
  await signInThroughPages(page, ADMIN)
  await openScripted(page, '/settings/passkeys/new')
  await laptop.recognises(false)
  await addPasskey(page, 'Laptop')
  await expect(dialog(page).getByRole('alert')).toContainText('The passkey was not confirmed')
  await laptop.recognises(true)
  await dialog(page).getByRole('button', { name: 'Add a passkey' }).click()
  await closeToast(page, 'Passkey added')

  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await addPasskey(page, 'Laptop again')
  await expect(dialog(page).getByRole('alert')).toContainText('already holds a passkey')
  advanceQuarterHours(1)
  await laptop.answers(false)
  const key = await addDevice(page, 'usb')
  await addPasskey(page, 'Key on the ring')
  await expect(dialog(page)).toContainText('Confirm that it is you')
  await key.answers(false)
  await laptop.recognises(false)
  await laptop.answers(true)
  await dialog(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The passkey was not confirmed')
  await laptop.recognises(true)
  await dialog(page).getByRole('button', { name: 'Use a passkey' }).click()
  await closeToast(page, 'Passkey added')
  await expect(page.getByRole('row', { name: /Key on the ring/ })).toBeVisible()
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('an expired session leads to sign-in and does not say that the passkey failed', async ({ page }) => {
  await addDevice(page)
  await signInThroughPages(page, MANAGER)
  await openScripted(page, '/settings/passkeys/new')
  advanceQuarterHours(9)
  await addPasskey(page, 'Too late')
  await expect(page).toHaveURL('/sign-in?redirect=%2Fsettings%2Fpasskeys%2Fnew')
  await signInHere(page, MANAGER)
  await addPasskey(page, 'In time')
  await closeToast(page, 'Passkey added')

  advanceQuarterHours(11)
  await page.getByRole('link', { name: 'Remove the passkey In time' }).click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(dialog(page)).toContainText('Confirm that it is you')
  advanceQuarterHours(20)
  await dialog(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/sign-in\?redirect=.*remove$/)
})

test('a code is accepted while the device still waits to be touched', async ({ page }) => {
  const laptop = await addDevice(page)
  await signInThroughPages(page, MANAGER)
  await openScripted(page, '/settings/passkeys/new')
  await addPasskey(page, 'Laptop')
  await closeToast(page, 'Passkey added')
  advanceQuarterHours(1)
  await page.getByRole('link', { name: 'Remove the passkey Laptop' }).click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await laptop.answers(false)
  await dialog(page).getByRole('button', { name: 'Use a passkey' }).click()
  await proveByCode(page, MANAGER)
  await closeToast(page, 'Passkey removed')
})
