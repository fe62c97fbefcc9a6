import type { Page } from '@playwright/test'
import { formOf } from './support/desk'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { newPhone, verifyInvite } from './support/join'
import { changeStored } from './support/own-console'
import { ADMIN, signIn, SUPERADMIN } from './support/sign-in'

/** A dialog may cover the menu, so the click is dispatched, as a screen reader would. */
async function chooseLanguage(page: Page, language: 'en' | 'ru' | 'zh') {
  const chosen = `button[name="chosen"][value="language=${language}"]`
  const kept = `button[formaction*="language=${language}"]`
  await page.locator(`${chosen}, ${kept}, button[name="language"][value="${language}"]`).dispatchEvent('click')
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  if (hasScripts() && !/forgot|use-invite|sign/.test(page.url()))
    await expect(page.locator('html')).toHaveAttribute('data-scripted', '')
}

const field = (page: Page, name: string) =>
  page.locator(`form[data-fields="own"] [name="${name}"]:not([type="hidden"])`)

test('a recovery request survives two changes of language, and is empty when its page is opened anew', async ({
  page,
}) => {
  await page.goto('/forgot-password?lng=en')
  await field(page, 'name').fill('Айгүл')
  await field(page, 'oldPhone').fill(newPhone())
  await field(page, 'newPhone').fill(newPhone())
  await field(page, 'message').fill('I lost my telephone on the way')
  await chooseLanguage(page, 'ru')
  await expect(page.locator('[data-toaster]').getByText('Настройки сохранены')).toBeVisible()
  await expect(field(page, 'message')).toHaveValue('I lost my telephone on the way')
  await field(page, 'message').fill('I lost it in the train')
  await chooseLanguage(page, 'zh')
  await expect(field(page, 'name')).toHaveValue('Айгүл')
  await expect(field(page, 'message')).toHaveValue('I lost it in the train')
  await page.goto('/forgot-password')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
  await expect(field(page, 'message')).toHaveValue('')
  await field(page, 'name').fill('Айгүл')
  await field(page, 'oldPhone').fill(newPhone())
  await field(page, 'newPhone').fill(newPhone())
  await field(page, 'message').fill('Once more')
  await chooseLanguage(page, 'en')
  await field(page, 'message').press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/sign-in')
})

test('a phone number or an invite code being typed survives a change of language without being checked', async ({
  page,
}) => {
  await page.goto('/sign-in')
  await field(page, 'phone').fill('+77015550')
  await chooseLanguage(page, 'ru')
  await expect(field(page, 'phone')).toHaveValue('+77015550')
  await expect(page.locator('#written [role="alert"], #written [aria-invalid="true"]')).toHaveCount(0)
  await page.goto('/use-invite')
  await field(page, 'code').fill('INV-AAAA-BBBB')
  await chooseLanguage(page, 'en')
  await expect(field(page, 'code')).toHaveValue('INV-AAAA-BBBB')
})

test('another code typed after a verified one survives a change of language', async ({ page }) => {
  await verifyInvite(page, await changeStored('makeInvite', { type: 'invite_logistic_provider', uses: 1 }))
  await page.goto('/use-invite?other')
  await field(page, 'code').fill('INV-AAAA-BBBB')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await field(page, 'code').fill('INV-AAAA-CCCC')
  await chooseLanguage(page, 'ru')
  await expect(field(page, 'code')).toHaveValue('INV-AAAA-CCCC')
})

test('a new code, an invitation, a mailing and a new user survive a change of language', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  await openScripted(page, '/invites/new')
  await page.getByRole('radio', { name: 'Logistics provider' }).check()
  await field(page, 'maximumUses').fill('7')
  await field(page, 'notes').fill('For the fair in Almaty')
  await chooseLanguage(page, 'ru')
  await expect(page).toHaveURL('/invites/new')
  await expect(page.locator('#written [name="type"][value="invite_logistic_provider"]')).toBeChecked()
  await expect(field(page, 'maximumUses')).toHaveValue('7')
  await expect(field(page, 'notes')).toHaveValue('For the fair in Almaty')
  await chooseLanguage(page, 'en')
  await formOf(page).getByRole('button', { name: 'Create code' }).click()
  await expect(page.getByText('Invite code created')).toBeVisible()
  await expect(formOf(page).getByText('0 / 7')).toBeVisible()

  await openScripted(page, '/invites/email')
  await field(page, 'recipient').fill('aset@example.kz')
  await field(page, 'customMessage').fill('See you on Monday')
  await chooseLanguage(page, 'ru')
  await expect(field(page, 'recipient')).toHaveValue('aset@example.kz')
  await expect(field(page, 'customMessage')).toHaveValue('See you on Monday')

  await openScripted(page, '/invites/bulk')
  await field(page, 'rows').fill('one@example.kz\ntwo@example.kz')
  await chooseLanguage(page, 'en')
  await expect(field(page, 'rows')).toHaveValue('one@example.kz\ntwo@example.kz')

  await openScripted(page, '/users/invite')
  await field(page, 'username').fill('Новая Сотрудница')
  await chooseLanguage(page, 'ru')
  await expect(field(page, 'username')).toHaveValue('Новая Сотрудница')
  await chooseLanguage(page, 'en')
})

test('unsaved settings survive a change of language and reopening their page', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  await openScripted(page, '/settings/due-dates')
  const hours = field(page, 'initial_registration')
  await hours.fill('77')
  await chooseLanguage(page, 'ru')
  await expect(hours).toHaveValue('77')
  await openScripted(page, '/settings/due-dates')
  await expect(hours).toHaveValue('77')
  await chooseLanguage(page, 'en')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(hours).toHaveValue('16')
})

test('an interrupted change of language does not happen with the next save of the form', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  await openScripted(page, '/invites/new')
  await page.getByRole('radio', { name: 'Logistics provider' }).check()
  await field(page, 'maximumUses').fill('8')
  if (hasScripts()) {
    const form = /invites\/new$/
    await page.route(form, (route) => route.fulfill({ status: 204 }))
    const stopped = page.waitForResponse((answer) => form.test(answer.url()) && answer.status() === 204)
    await page.locator('button[name="language"][value="ru"]').dispatchEvent('click')
    await stopped
    await page.unroute(form)
  }
  await formOf(page).getByRole('button', { name: 'Create code' }).click()
  await expect(page.getByText('Invite code created')).toBeVisible()
  await expect(formOf(page).getByText('0 / 8')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a document’s rejection reason and a note survive a change of language', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=under_review&type=initial_registration')
  await page.locator('tbody a').first().click()
  await expect(page).toHaveURL(/[0-9a-f-]{36}/)
  const desk = page.url()
  await field(page, 'text').fill('Ask the bank once more')
  await chooseLanguage(page, 'ru')
  await expect(field(page, 'text')).toHaveValue('Ask the bank once more')

  await openScripted(page, `${desk}${desk.includes('?') ? '&' : '?'}verdict=reject`)
  await page.locator('#verdict textarea').fill('The stamp is missing')
  await chooseLanguage(page, 'en')
  await expect(page.locator('#verdict textarea')).toHaveValue('The stamp is missing')
  await page.locator('[form="verdict"]', { hasText: 'Discard' }).click()
  await expect(page.locator('#verdict textarea')).toHaveValue('')
  await expect(field(page, 'text')).toHaveValue('Ask the bank once more')
  await page.locator('[form="note"]', { hasText: 'Discard' }).click()
  await expect(field(page, 'text')).toHaveValue('')
})
