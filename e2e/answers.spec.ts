import type { Browser, Page } from '@playwright/test'
import { exifSegment, jpegFile, JFIF, pdfFile, pngFile } from '../tests/support/files'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { moveClock } from './support/own-console'
import { signInPartner } from './support/partner'
import { ADMIN, signIn } from './support/sign-in'
import { toast } from './support/toast'

const PDF = { name: 'licence.pdf', mimeType: 'application/pdf', buffer: pdfFile() }
const PNG = { name: 'certificate.png', mimeType: 'image/png', buffer: pngFile() }
const PHOTO = {
  name: 'statement.jpg',
  mimeType: 'image/jpeg',
  buffer: jpegFile({ segments: [exifSegment(6), JFIF] }),
}
const PHONE = { width: 360, height: 780 }

/** The demo partner's organization, filled in and sent. */
async function submitted(page: Page): Promise<string> {
  const own = await signInPartner(page)
  for (const step of ['basic', 'contact', 'coverage', 'orders', 'hours', 'brand', 'settings']) {
    await page.goto(`${own}/setup/${step}`)
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expect(page).not.toHaveURL(`${own}/setup/${step}`)
  }
  for (const [type, file] of [
    ['business_license', PDF],
    ['tax_certificate', PNG],
    ['representative_id', { ...PNG, name: 'identity.png' }],
  ] as const) {
    await page.goto(`${own}/setup/documents`)
    await page.getByLabel('Document type').selectOption(type)
    await page.getByLabel('File').setInputFiles(file)
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByRole('link', { name: file.name })).toBeVisible()
  }
  await page.goto(`${own}/setup`)
  await page.getByRole('button', { name: 'Submit application' }).click()
  await expect(page).toHaveURL(`${own}/verification-status`)
  return own
}

const ITEMS = [
  ['Correct the address', 'field:basic.address'],
  ['A bank statement', 'document:bank_statement'],
  ['What do you carry?', ''],
] as const

test.use({ hasTouch: true })

/** The demo partner's application, with what is asked of it; the partner knows. What was decided before `startMs` they know too. */
async function asked(page: Page, browser: Browser, items: readonly (readonly [string, string])[], startMs = 0) {
  moveClock(startMs)
  const own = await submitted(page)

  const staff = await (await browser.newContext()).newPage()
  await signIn(staff, ADMIN)
  const name = await page.goto(`${own}/verification-status`).then(() => page.title())
  await staff.goto(
    `/verifications/?status=pending&q=${encodeURIComponent(name.split(' · ').find((part) => !/status|Gatehouse/.test(part)) ?? '')}`,
  )
  await staff.locator('tbody a').first().click()
  await expect(staff).toHaveURL(/\/verifications\/[0-9a-f-]{36}/)
  const review = new URL(staff.url()).pathname
  await staff
    .getByRole('button', { name: /^Claim/ })
    .first()
    .click()
  await expect(staff.getByRole('button', { name: /^Release/ }).first()).toBeVisible()
  await staff.goto(`${review}?decide=request-info`)
  for (const [index, [text, target]] of items.entries()) {
    if (index > 0) await staff.getByRole('button', { name: 'Add an item' }).click()
    await staff.getByLabel(`Item ${index + 1}`, { exact: true }).fill(text)
    await staff.getByLabel(`Answer to item ${index + 1}`).selectOption(target)
  }
  await staff
    .getByRole('button', { name: /^Request more info( Ctrl|$)/ })
    .last()
    .click()
  await toast(staff, 'More information requested')
  moveClock(startMs + 90_000)
  return { own, staff, review }
}

/** Ends with a rejection, so that it can be walked again by another browser. */
test('asked for three things on a phone: a field, a photo and words; the reviewer sees each beside what was there', async ({
  page,
  browser,
}) => {
  const { own, staff, review } = await asked(page, browser, ITEMS)

  await page.setViewportSize(PHONE)
  await openScripted(page, `${own}/verification-status`)
  const address = page.getByLabel('Address', { exact: true })
  const before = await address.inputValue()
  expect(before).not.toBe('')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await address.fill('Dostyk 5')
  await page.getByLabel('3. What do you carry?').fill('Grain and flour')
  if (hasScripts()) {
    await expect(page.getByLabel('Choose a file: Bank statement')).toHaveAttribute('accept', /application\/pdf/)
    const camera = page.getByLabel('Take a photo: Bank statement')
    await expect(camera).toHaveAttribute('capture', 'environment')
    await expect(camera).toHaveAttribute('accept', 'image/jpeg,image/png')
    await camera.focus()
    await expect(camera.locator('..')).toHaveCSS('outline-style', 'solid')
    await camera.setInputFiles({ name: 'statement.txt', mimeType: 'text/plain', buffer: Buffer.from('Balance') })
    await expect(page.getByText('Only PDF, PNG and JPEG files are accepted')).toBeVisible()
    await camera.setInputFiles(PHOTO)
    await expect(page.locator('#asked').getByRole('link', { name: PHOTO.name })).toBeVisible()
    await expect(camera).toBeFocused()
  } else {
    await page.getByRole('button', { name: 'Upload: Bank statement' }).click()
    await page.getByLabel('File').setInputFiles(PHOTO)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
  }
  await expect(page.locator('#asked').getByRole('link', { name: PHOTO.name })).toBeVisible()
  await expect(page.getByText('Only PDF, PNG and JPEG files are accepted')).toHaveCount(0)
  await expect(address).toHaveValue('Dostyk 5')
  await expect(page.getByLabel('3. What do you carry?')).toHaveValue('Grain and flour')
  await address.fill('')
  await page.getByRole('button', { name: 'Resubmit application' }).click()
  await expect(address).toHaveAccessibleDescription(/This field is required/)
  await address.fill('Dostyk 5')
  await page.getByRole('button', { name: 'Resubmit application' }).click()
  await expect(page.getByText('The application is in the queue')).toBeVisible()

  await staff.goto(review)
  const facts = staff.getByRole('region', { name: 'Requests and answers' })
  await expect(facts.locator('del')).not.toHaveCount(0)
  await expect(facts.locator('ins')).not.toHaveCount(0)
  await expect(facts).toContainText('Dostyk')
  await expect(facts.getByRole('link', { name: PHOTO.name })).toBeVisible()
  await expect(facts).toContainText('Grain and flour')
  await staff.getByText(/^\d+ unchanged$/).click()
  await expect(staff.getByRole('heading', { name: 'Service hours' })).toBeVisible()
  await expect(staff.getByRole('heading', { name: 'Order processing' })).toBeVisible()

  await staff
    .getByRole('button', { name: /^Claim/ })
    .first()
    .click()
  await expect(staff.getByRole('button', { name: /^Release/ }).first()).toBeVisible()
  await staff.getByRole('link', { name: /^Reject document/ }).click()
  await staff.getByLabel('Template').selectOption({ index: 1 })
  await staff.getByRole('button', { name: 'Insert template' }).click()
  await expect(staff.getByLabel('Why the document is rejected')).not.toHaveValue('')
  await staff.getByRole('button', { name: /^Reject document/ }).click()
  await toast(staff, 'Document rejected')
  await staff.goto(`${review}?decide=reject`)
  await staff.getByLabel('Template').selectOption({ index: 1 })
  await staff.getByRole('button', { name: 'Insert template' }).click()
  await expect(staff.getByLabel('Rejection reason')).not.toHaveValue('')
  await staff
    .getByRole('button', { name: /^Reject application( Ctrl|$)/ })
    .last()
    .click()
  await toast(staff, 'Application rejected')
})

test('answered as it was just rejected: the partner is told at once and keeps the words, and nobody can undo it', async ({
  page,
  browser,
}) => {
  const { own, staff, review } = await asked(page, browser, [['What do you carry?', '']], 600_000)
  await openScripted(page, `${own}/verification-status`)
  await page.getByLabel('1. What do you carry?').fill('Grain and flour')

  await staff.goto(`${review}?decide=reject`)
  await staff.getByLabel('Rejection reason').fill('No answer came')
  await staff
    .getByRole('button', { name: /^Reject application( Ctrl|$)/ })
    .last()
    .click()
  await toast(staff, 'Application rejected')
  const undo = staff.getByRole('button', { name: /^Undo/ })
  await expect(undo).toBeVisible()

  await page.getByRole('button', { name: 'Resubmit application' }).click()
  const said = page.getByRole('alert').filter({ hasText: 'The application has changed' })
  await expect(said).toContainText('Grain and flour')
  await expect(page.getByText('No answer came').first()).toBeVisible()
  await expect(page.getByLabel('1. What do you carry?')).toHaveCount(0)
  await staff.goto(review)
  await expect(undo).toHaveCount(0)
})
