import type { Page } from '@playwright/test'
import { exifSegment, jpegFile, JFIF, pdfFile, pngFile } from '../tests/support/files'
import { decisionForm, openDecision, UNDO_IS_OVER_MS } from './support/desk'
import { expect, test } from './support/journey'
import { moveClock } from './support/own-console'
import { signInPartner } from './support/partner'
import { ADMIN, signIn } from './support/sign-in'
import { toast } from './support/toast'

const PDF = { name: 'Лицензия.pdf', mimeType: 'application/pdf', buffer: pdfFile() }
const PNG = { name: 'certificate.png', mimeType: 'image/png', buffer: pngFile() }
const PHOTO = {
  name: '身份证.jpg',
  mimeType: 'image/jpeg',
  buffer: jpegFile({ segments: [exifSegment(6), JFIF] }),
}

const clearedByLanguage = (page: Page) => page.getByText('Switching the language clears the chosen file.')

async function upload(page: Page, file: { name: string; mimeType: string; buffer: Buffer }, type: string) {
  await page.getByLabel('Document type').selectOption(type)
  await page.getByLabel('File').setInputFiles(file)
  await expect(clearedByLanguage(page)).toBeVisible()
  await page.getByRole('button', { name: 'Upload' }).click()
}

async function saveStep(page: Page, own: string, step: string, name: string) {
  await page.goto(`${own}/setup/${step}`)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await toast(page, `Saved: ${name}`)
}

async function openInQueue(page: Page, name: string) {
  await page.goto(`/verifications/?type=initial_registration&status=pending&q=${encodeURIComponent(name)}`)
  await page.locator('tbody a').first().click()
  await expect(page).toHaveURL(/\/verifications\/[0-9a-f-]{36}\?/)
}

const press = (page: Page, name: string) => decisionForm(page).getByRole('button', { name, exact: true }).click()

/** Ends with a rejection, so that it can be walked again by another browser. */
test('an organization is set up, submitted, asked for more, answers and is decided', async ({ page, browser }) => {
  const own = await signInPartner(page)

  await page.goto(`${own}/setup/basic`)
  await page.getByLabel('Organization name').fill('')
  await page.getByLabel('Email').fill('office@')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByLabel('Organization name')).toHaveAccessibleDescription(/This field is required/)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter a valid email address/)
  await expect(page.getByLabel('Email')).toHaveValue('office@')
  await page.getByLabel('Organization name').fill('Дала Жүк')
  await page.getByLabel('Email').fill('office@dala.example')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await toast(page, 'Saved: Basic information')

  await page.goto(`${own}/setup/contact`)
  await page.getByRole('button', { name: 'Add a branch' }).click()
  const second = page.getByRole('group', { name: 'Branch 2' })
  await second.getByLabel('Name of the branch').fill('Қойма')
  await page.getByRole('button', { name: 'Remove branch 2' }).click()
  await expect(second).toHaveCount(0)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await toast(page, 'Saved: Contact details')

  for (const [step, name] of [
    ['coverage', 'Service coverage'],
    ['orders', 'Order processing'],
    ['hours', 'Service hours'],
    ['brand', 'Brand'],
    ['settings', 'Organization settings'],
  ] as const)
    await saveStep(page, own, step, name)

  await page.goto(`${own}/setup/documents`)
  await expect(clearedByLanguage(page)).toBeHidden()
  await upload(
    page,
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') },
    'business_license',
  )
  await expect(page.getByLabel('File')).toHaveAccessibleDescription(/Only PDF, PNG and JPEG files are accepted/)
  await upload(page, PDF, 'business_license')
  await expect(page.getByRole('link', { name: 'Лицензия.pdf' })).toBeVisible()
  await upload(page, PNG, 'tax_certificate')
  await expect(page.getByRole('link', { name: 'certificate.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete: certificate.png' }).click()
  await toast(page, 'Document deleted')
  await expect(page.getByRole('link', { name: 'certificate.png' })).toHaveCount(0)
  await upload(page, PNG, 'tax_certificate')
  await expect(page.getByRole('link', { name: 'certificate.png' })).toBeVisible()
  await upload(page, PHOTO, 'representative_id')
  const photo = page.getByRole('link', { name: '身份证.jpg' })
  await expect(photo).toBeVisible()
  const kept = await page.request.get((await photo.getAttribute('href')) ?? '')
  expect((await kept.body()).includes('43.2389N')).toBe(false)

  await page.goto(`${own}/setup`)
  await expect(page.getByRole('heading', { name: '8 of 8 steps done' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit application' }).click()
  await toast(page, 'Application submitted')
  await expect(page).toHaveURL(`${own}/verification-status`)
  await expect(page.getByText('The application is in the queue')).toBeVisible()
  await page.goto(`${own}/setup/basic`)
  await expect(page).toHaveURL(`${own}/verification-status`)

  const staff = await (await browser.newContext()).newPage()
  await signIn(staff, ADMIN)
  await openInQueue(staff, 'Дала Жүк')
  await expect(staff.getByRole('link', { name: /^\d\. .+: Лицензия\.pdf$/ })).toBeVisible()
  await staff.getByRole('button', { name: 'Claim' }).click()
  await expect(staff.getByRole('link', { name: 'Reject', exact: true })).toBeVisible()
  await openDecision(staff, 'request-info')
  await decisionForm(staff).getByLabel('Item 1', { exact: true }).fill('A readable lease')
  await press(staff, 'Request more info')
  await toast(staff, 'More information requested')

  moveClock(UNDO_IS_OVER_MS)
  await page.goto(`${own}/verification-status`)
  await expect(page.getByText('We need more information from you')).toBeVisible()
  await page.getByLabel('1. A readable lease').fill('Жаңа келісімшарт')
  await page.getByRole('button', { name: 'Upload more documents' }).click()
  await upload(page, { ...PDF, name: 'lease.pdf' }, 'lease_agreement')
  await toast(page, 'Document uploaded')
  await page.getByRole('link', { name: 'Back to the application' }).click()
  await expect(page.getByLabel('1. A readable lease')).toHaveValue('Жаңа келісімшарт')
  await page.getByLabel('1. A readable lease').fill('')
  await page.getByRole('button', { name: 'Resubmit application' }).click()
  await expect(page.getByLabel('1. A readable lease')).toHaveAccessibleDescription(/This field is required/)
  await page.getByLabel('1. A readable lease').fill('Жаңа келісімшарт жүктелді')
  await page.getByRole('button', { name: 'Resubmit application' }).click()
  await toast(page, 'Application resubmitted')
  await expect(page.getByText('The application is in the queue')).toBeVisible()

  await openInQueue(staff, 'Дала Жүк')
  await expect(staff.getByText('Жаңа келісімшарт жүктелді').first()).toBeVisible()
  await expect(staff.getByRole('link', { name: /^\d\. .+: lease\.pdf$/ })).toBeVisible()
  await staff.getByRole('button', { name: 'Claim' }).click()
  await expect(staff.getByRole('link', { name: 'Reject', exact: true })).toBeVisible()
  await openDecision(staff, 'reject')
  await decisionForm(staff).getByLabel('Rejection reason').fill('The license has expired')
  await press(staff, 'Reject application')
  await toast(staff, 'Application rejected')

  moveClock(2 * UNDO_IS_OVER_MS)
  await page.goto(`${own}/verification-status`)
  await expect(page.getByText('The license has expired').first()).toBeVisible()
  await page.getByRole('link', { name: 'Go to setup' }).click()
  await expect(page).toHaveURL(`${own}/setup`)
})
