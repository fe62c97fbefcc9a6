import type { Browser, Page } from '@playwright/test'
import { exifSegment, jpegFile, JFIF, pdfFile, pngFile } from '../tests/support/files'
import { LANGUAGES } from '../app/vocabulary'
import { decisionForm, openDecision, UNDO_IS_OVER_MS } from './support/desk'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { changeStored, moveClock } from './support/own-console'
import { signInPartner } from './support/partner'
import { ADMIN, PARTNER, signIn } from './support/sign-in'
import { closeToast } from './support/toast'

const PDF = { name: 'Лицензия.pdf', mimeType: 'application/pdf', buffer: pdfFile() }
const PNG = { name: 'certificate.png', mimeType: 'image/png', buffer: pngFile() }
const PHOTO = {
  name: '身份证.jpg',
  mimeType: 'image/jpeg',
  buffer: jpegFile({ segments: [exifSegment(6), JFIF] }),
}

const TEN_MINUTES_MS = 600_000
const PHONE = { width: 360, height: 780 }

const ITEMS = [
  ['Correct the address', 'field:basic.address'],
  ['Your identity document', 'document:representative_id'],
  ['What do you carry?', ''],
] as const

/** One of the longest document names. */
const ASKED_DOCUMENT = 'Identity document of the representative'

/** The narrowest window that pages must fit. */
const NARROW = { width: 320, height: 780 }

/** Controls that reach out of the request or have more than three lines, and a page that is too wide. */
const wideUploads = () => [
  ...(document.documentElement.scrollWidth > window.innerWidth
    ? [`the page: ${document.documentElement.scrollWidth}`]
    : []),
  ...[...document.querySelectorAll('#asked :is(button, .button, textarea, label, legend)')].flatMap((part) => {
    const card = part.closest('#asked')?.getBoundingClientRect()
    const { left, right, height } = part.getBoundingClientRect()
    const isTall = part.matches('button, .button') && height > 3 * 20 + 12
    return !card || left < card.left - 1 || right > card.right + 1 || isTall
      ? [`${part.textContent}: ${right}, ${height} high`]
      : []
  }),
]

const clearedByLanguage = (page: Page) => page.getByText('Switching the language clears the chosen file.')

async function upload(page: Page, file: { name: string; mimeType: string; buffer: Buffer }, type: string) {
  await page.getByLabel('Document type').selectOption(type)
  await page.getByLabel('File').setInputFiles(file)
  await expect(clearedByLanguage(page)).toBeVisible()
  await page.getByRole('button', { name: 'Upload' }).click()
}

async function openInQueue(page: Page, name: string) {
  await page.goto(`/verifications/?type=initial_registration&status=pending&q=${encodeURIComponent(name)}`)
  await page.locator('tbody a').first().click()
  await expect(page).toHaveURL(/\/verifications\/[0-9a-f-]{36}\?/)
}

const press = (page: Page, name: string) => decisionForm(page).getByRole('button', { name, exact: true }).click()

test('a partner sets an organization up, submits it, answers a request for more and reads the rejection', async ({
  page,
  browser,
}) => {
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
  await closeToast(page, 'Saved: Basic information')

  await page.goto(`${own}/setup/contact`)
  await page.getByRole('button', { name: 'Add a branch' }).click()
  const second = page.getByRole('group', { name: 'Branch 2' })
  await second.getByLabel('Name of the branch').fill('Қойма')
  await page.getByRole('button', { name: 'Remove branch 2' }).click()
  await expect(second).toHaveCount(0)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await closeToast(page, 'Saved: Contact details')

  await changeStored('saveSteps', PARTNER, ['coverage', 'orders', 'hours', 'brand', 'settings'])
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
  await closeToast(page, 'Document deleted')
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
  await closeToast(page, 'Application submitted')
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
  await closeToast(staff, 'More information requested')

  moveClock(UNDO_IS_OVER_MS)
  await page.goto(`${own}/verification-status`)
  await expect(page.getByText('We need more information from you')).toBeVisible()
  await page.getByRole('button', { name: 'Resubmit application' }).click()
  await expect(page.getByLabel('1. A readable lease')).toHaveAccessibleDescription(/This field is required/)
  await page.getByLabel('1. A readable lease').fill('Жаңа келісімшарт')
  await page.getByRole('button', { name: 'Upload more documents' }).click()
  await upload(page, { ...PDF, name: 'lease.pdf' }, 'lease_agreement')
  await closeToast(page, 'Document uploaded')
  await page.getByRole('link', { name: 'Back to the application' }).click()
  await expect(page.getByLabel('1. A readable lease')).toHaveValue('Жаңа келісімшарт')
  await page.getByLabel('1. A readable lease').fill('Жаңа келісімшарт жүктелді')
  await page.getByRole('button', { name: 'Resubmit application' }).click()
  await closeToast(page, 'Application resubmitted')
  await expect(page.getByText('The application is in the queue')).toBeVisible()

  await openInQueue(staff, 'Дала Жүк')
  await expect(staff.getByText('Жаңа келісімшарт жүктелді').first()).toBeVisible()
  await expect(staff.getByRole('link', { name: /^\d\. .+: lease\.pdf$/ })).toBeVisible()
  await staff.getByRole('button', { name: 'Claim' }).click()
  await expect(staff.getByRole('link', { name: 'Reject', exact: true })).toBeVisible()
  await openDecision(staff, 'reject')
  await decisionForm(staff).getByLabel('Rejection reason').fill('The license has expired')
  await press(staff, 'Reject application')
  await closeToast(staff, 'Application rejected')

  moveClock(2 * UNDO_IS_OVER_MS)
  await page.goto(`${own}/verification-status`)
  await expect(page.getByText('The license has expired').first()).toBeVisible()
  await page.getByRole('link', { name: 'Go to setup' }).click()
  await expect(page).toHaveURL(`${own}/setup`)
})

/** The application of the demo partner, and a reviewer. The partner already knows what was decided before `startMs`. */
async function submitted(page: Page, browser: Browser, startMs: number) {
  moveClock(startMs)
  const { organizationId, verificationId } = await changeStored('submitSetup', PARTNER)
  await signInPartner(page)
  const staff = await (await browser.newContext()).newPage()
  await signIn(staff, ADMIN)
  return { own: `/organizations/${organizationId}`, staff, review: `/verifications/${verificationId}`, verificationId }
}

/** Claims the application and requests more information. */
async function askFor(staff: Page, review: string, items: readonly (readonly [string, string])[]) {
  await staff.goto(review)
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
  await closeToast(staff, 'More information requested')
}

test.describe('a request for more information', () => {
  test.use({ hasTouch: true })

  test('on a phone takes a field, a photo and words, which the reviewer sees beside what was there', async ({
    page,
    browser,
  }) => {
    const { own, staff, review } = await submitted(page, browser, TEN_MINUTES_MS)
    await askFor(staff, review, ITEMS)
    moveClock(TEN_MINUTES_MS + UNDO_IS_OVER_MS)

    await page.setViewportSize(PHONE)
    await openScripted(page, `${own}/verification-status`)
    const address = page.getByLabel('Address', { exact: true })
    const before = await address.inputValue()
    expect(before).not.toBe('')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    await page.setViewportSize(NARROW)
    for (const language of [...LANGUAGES.filter((one) => one !== 'en'), 'en']) {
      await openScripted(page, `${own}/verification-status?lng=${language}`)
      expect(await page.evaluate(wideUploads), language).toEqual([])
    }
    await page.setViewportSize(PHONE)
    await openScripted(page, `${own}/verification-status`)
    await address.fill('Dostyk 5')
    await page.getByLabel('3. What do you carry?').fill('Grain and flour')
    if (hasScripts()) {
      await expect(page.getByLabel(`Choose a file: ${ASKED_DOCUMENT}`)).toHaveAttribute('accept', /application\/pdf/)
      const camera = page.getByLabel(`Take a photo: ${ASKED_DOCUMENT}`)
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
      await page.getByRole('button', { name: `Upload: ${ASKED_DOCUMENT}` }).click()
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
    await staff.getByText(/^\d+ fields unchanged$/).click()
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
    await closeToast(staff, 'Document rejected')
    await staff.goto(`${review}?decide=reject`)
    await staff.getByLabel('Template').selectOption({ index: 1 })
    await staff.getByRole('button', { name: 'Insert template' }).click()
    await expect(staff.getByLabel('Rejection reason')).not.toHaveValue('')
    await staff
      .getByRole('button', { name: /^Reject application( Ctrl|$)/ })
      .last()
      .click()
    await closeToast(staff, 'Application rejected')
  })

  test('answered just after a rejection shows it at once, keeps the partner’s words and ends the undo', async ({
    page,
    browser,
  }) => {
    const { own, staff, review, verificationId } = await submitted(page, browser, 2 * TEN_MINUTES_MS)
    await changeStored('askForMore', verificationId, ['What do you carry?'])
    moveClock(2 * TEN_MINUTES_MS + UNDO_IS_OVER_MS)
    await openScripted(page, `${own}/verification-status`)
    await page.getByLabel('1. What do you carry?').fill('Grain and flour')

    await staff.goto(`${review}?decide=reject`)
    await staff.getByLabel('Rejection reason').fill('No answer came')
    await staff
      .getByRole('button', { name: /^Reject application( Ctrl|$)/ })
      .last()
      .click()
    await closeToast(staff, 'Application rejected')
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
})
