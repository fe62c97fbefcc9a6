import type { Page } from '@playwright/test'
import { drawPdf } from '../app/demo/documents/document-pdf'
import { UNDO_IS_OVER_MS } from './support/desk'
import { enterCode } from './support/enter-code'
import { codeShown, introduce, newPhone, openWithoutCookies, verifyInvite } from './support/join'
import { expect, test } from './support/journey'
import { codeSentTo, outboxPosition, messageTo } from './support/outbox'
import { changeStored, moveClock } from './support/own-console'
import { MANAGER, signIn, SUPERADMIN } from './support/sign-in'
import { wordsOf } from './support/words'

const PROVIDER = { type: 'invite_logistic_provider' } as const

const alertSays = (page: Page, words: string) =>
  expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()

test('a logistics provider joins with invite code, name and phone, and arrives at the setup of an organization', async ({
  page,
}) => {
  const code = await changeStored('makeInvite', { ...PROVIDER, uses: 1 })
  await page.goto(`/use-invite?code=${code.toLowerCase().replaceAll('-', '%20')}`)
  await expect(page.getByLabel('Invite code')).toHaveValue(code.toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('status')).toContainText('Invite code verified')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Code verified')
  await expect(page.getByText(code)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue' })).toBeFocused()

  await page.goto('/onboarding')
  await expect(page.getByRole('listitem').filter({ hasText: 'About you' })).toHaveAttribute('aria-current', 'step')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/sign-up')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/This field is required/)
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/This field is required/)
  await expect(page.getByLabel(/I accept/)).toHaveAccessibleDescription(/This field is required/)
  await introduce(page, 'Динара Сейітқызы', '12 ab')
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Invalid phone number/)
  await expect(page.getByLabel('Your name')).toHaveValue('Динара Сейітқызы')
  await expect(page.getByLabel(/I accept/)).toBeChecked()

  const phone = newPhone()
  const mark = outboxPosition()
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL('/sign-up/code')
  await page.goto('/onboarding')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByLabel('Verification code').fill('12345')
  await page.getByRole('button', { name: 'Verify and join' }).click()
  await expect(page.getByLabel('Verification code')).toHaveAccessibleDescription(/Verification code must be 6 digits/)
  await enterCode(page, await codeSentTo(phone, mark), 'Verify and join')
  await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}\/setup$/)
  await expect(page.getByRole('status').filter({ hasText: 'Welcome to Gatehouse, Динара Сейітқызы' })).toBeVisible()

  const setup = page.url()
  for (const address of ['/onboarding', '/sign-in']) {
    await page.goto(address)
    await expect(page).toHaveURL(setup)
  }
  await page.goto('/users/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You don’t have access to this page')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(setup)

  await page.context().clearCookies()
  await page.goto('/use-invite')
  await page.getByLabel('Invite code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await alertSays(page, 'Failed to verify invite code')
  await alertSays(page, 'This invite code has no uses left. Ask the person who invited you for a new one.')
})

test('staff join with the role that the invite names', async ({ page }) => {
  const code = await changeStored('makeInvite', { type: 'invite_to_user', role: 'cashier', uses: 1 })
  await verifyInvite(page, code)
  await expect(page.getByText('You are joining as staff. Role: Cashier.')).toBeVisible()
  const phone = newPhone()
  const mark = outboxPosition()
  await introduce(page, 'Marcus Reyes', phone)
  await enterCode(page, await codeSentTo(phone, mark), 'Verify and join')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Account: Marcus Reyes' }).click()
  await expect(page.getByText('Cashier', { exact: true })).toBeVisible()
})

test('of two people who verified a single-use code, the second is told that it has no uses left', async ({
  page,
  browser,
}) => {
  const code = await changeStored('makeInvite', { ...PROVIDER, uses: 1 })
  const other = await (await browser.newContext()).newPage()
  const [phone, otherPhone] = [newPhone(), newPhone()]
  const mark = outboxPosition()
  await verifyInvite(page, code)
  await introduce(page, 'Алия', phone)
  await verifyInvite(other, code)
  await introduce(other, 'Ержан', otherPhone)
  await enterCode(page, await codeSentTo(phone, mark), 'Verify and join')
  await expect(page).toHaveURL(/\/setup$/)
  await enterCode(other, await codeSentTo(otherPhone, mark), 'Verify and join')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('This invite code can no longer be used')
  await alertSays(other, 'This invite code has no uses left. Ask the person who invited you for a new one.')
  await other.goto('/sign-up')
  await expect(other).toHaveURL('/use-invite')
  await other.context().close()
})

test('a phone that has an account gets a sign-in link instead of a code, and the page does not reveal it', async ({
  page,
}) => {
  await verifyInvite(page, await changeStored('makeInvite', { ...PROVIDER, uses: 5 }))
  const mark = outboxPosition()
  await introduce(page, 'Somebody', '+77010000014')
  await expect(page).toHaveURL('/sign-up/code')
  await expect(page.getByText('We sent a 6-digit code')).toBeVisible()
  await expect.poll(() => messageTo('+77010000014', mark)).toContain('/sign-in')
  expect(messageTo('+77010000014', mark)).not.toMatch(/\b\d{6}\b/)
  expect(messageTo(MANAGER, mark)).toBe('')
})

test('with cookies off, joining and signing in say what to do, in the reader’s language', async ({
  browser,
  console: origin,
}) => {
  const code = await changeStored('makeInvite', { ...PROVIDER, uses: 5 })
  const person = await openWithoutCookies(browser)
  try {
    const page = await person.newPage()
    await page.goto(`${origin}/use-invite?code=${code}`)
    await expect(page.getByText('cookies')).toHaveCount(0)
    await page.getByRole('button', { name: 'Verify' }).click()
    await alertSays(page, 'Cookies are turned off in this browser, and you need them to join.')
    await expect(page.getByLabel('Invite code')).toBeVisible()
    const words = { ru: 'файлы cookie', kk: 'cookie файлдарын', zh: 'Cookie', en: 'cookies' }
    for (const [language, word] of Object.entries(words)) {
      await page.goto(`${origin}/use-invite?lng=${language}`, { referer: `${origin}/use-invite` })
      await alertSays(page, word)
    }
    await page.goto(`${origin}/sign-in`)
    await page.getByLabel('Phone number').fill(newPhone())
    await page.getByRole('button', { name: 'Send code' }).click()
    await alertSays(page, 'Cookies are turned off in this browser, and you need them to sign in.')
  } finally {
    await person.close()
  }
})

test('wrong invite codes get the words of the specification, and a verified code lapses after 30 minutes', async ({
  page,
}) => {
  await page.goto('/sign-up')
  await expect(page).toHaveURL('/use-invite')
  const field = page.getByLabel('Invite code')
  await expect(field).toHaveAttribute('placeholder', 'INV-XXXX-XXXX-XXXX')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(field).toHaveAccessibleDescription(/This field is required/)
  await field.fill('INV-XXXX-XXXX-XXXX-XX')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(field).toHaveAccessibleDescription(/Invite code is too long/)
  await expect(field).toHaveValue('INV-XXXX-XXXX-XXXX-XX')
  await field.fill('INV-0000-0000-0000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await alertSays(page, 'There is no such invite code')
  await page.getByRole('link', { name: /Sign in/ }).click()
  await expect(page).toHaveURL('/sign-in')

  await verifyInvite(page, await changeStored('makeInvite', { ...PROVIDER, uses: 5 }))
  moveClock(30 * 60_000)
  await page.reload()
  await expect(page).toHaveURL('/use-invite')
  await expect(page.getByRole('status')).toContainText('Verify your invite code first')
})

const ru = wordsOf('ru')
const kk = wordsOf('kk')

const NEEDED_DOCUMENTS = ['business_license', 'tax_certificate', 'representative_id']
const pdf = (title: string) =>
  Buffer.from(
    drawPdf({ state: 'Kazakhstan', title, company: 'Sary Arka', tint: 0, lines: [['Number', '180440012345']] }),
  )

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).first().fill(value)
}
const tick = (page: Page, name: string, value: string) => page.locator(`[name=${name}][value=${value}]`).check()

/** Each decision has its own address, beside the application. */
async function decide(
  page: Page,
  application: string,
  action: 'start' | 'request-info' | 'approve',
  items: string[] = [],
) {
  await page.goto(`${application}/${action}`)
  for (const [index, item] of items.entries()) await page.locator('textarea[name^="items["]').nth(index).fill(item)
  await press(page, ru(`verifications:dialog.${action}.submit`))
  await expect(page).not.toHaveURL(new RegExp(`/${action}$`))
}

async function upload(page: Page, type: string) {
  await page.locator('[name=type]').selectOption(type)
  await page
    .locator('[name=file]')
    .setInputFiles({ name: `${type}.pdf`, mimeType: 'application/pdf', buffer: pdf(type) })
  await press(page, kk('setup:documents.upload'))
  await expect(page.getByText(kk('setup:toast.uploaded')).last()).toBeVisible()
  await expect(page.getByText(`${type}.pdf`).last()).toBeVisible()
}

async function setUp(page: Page, name: string, phone: string) {
  const setup = page.url()
  const save = () => press(page, kk('setup:save'))
  const open = (step: string) => page.goto(`${setup}/${step}`)
  const shows = async (step: string) => {
    await expect(page).toHaveURL(`${setup}/${step}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(kk(`setup:step.${step}`))
  }

  await open('basic')
  await fill(page, {
    name,
    legalName: `${name} ЖШС`,
    registrationNumber: '180440012345',
    email: 'kense@saryarka.example',
    phone,
    address: 'Астана, Мәңгілік Ел 55',
  })
  await page.locator('[name=country]').selectOption('KZ')
  await tick(page, 'operationMode', 'hybrid')
  await page.locator('[name=timeZone]').selectOption('Asia/Almaty')
  await save()
  await shows('contact')
  await fill(page, {
    'branches[0].name': 'Бас қойма',
    'branches[0].person': 'Динара Сейітқызы',
    'branches[0].phone': phone,
    'branches[0].email': 'qoima@saryarka.example',
    'branches[0].address': 'Астана, Мәңгілік Ел 55',
  })
  await save()
  await shows('coverage')
  await tick(page, 'pickupCountries', 'KZ')
  await tick(page, 'deliveryCountries', 'CN')
  await tick(page, 'serviceTypes', 'freight')
  await save()
  await shows('orders')
  await fill(page, { orderTimeoutMinutes: '45', maxWeightKg: '500', maxSizeCm: '240' })
  await save()
  await shows('hours')
  await page.locator('[name=is247Service]').check()
  await save()
  await shows('brand')
  await save()
  await shows('documents')
  for (const type of NEEDED_DOCUMENTS) await upload(page, type)
  await open('settings')
  await save()
  await expect(page).toHaveURL(setup)
  await press(page, kk('setup:submit.button'))
  await expect(page).toHaveURL(/\/verification-status$/)
}

test('the whole journey works: invite, join, set up, submit, request for more, answer, approval', async ({
  page: staff,
  browser,
}) => {
  const name = `Сары Арқа ${Math.floor(Math.random() * 1e6)}`
  const phone = newPhone()
  const partnerContext = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const partner = await partnerContext.newPage()

  await signIn(staff, SUPERADMIN)
  await staff.goto('/invites/new?lng=ru')
  await staff.getByRole('dialog').locator('[name=type][value=invite_logistic_provider]').check()
  await press(staff, ru('invites:dialog.new.submit'))
  const code = await codeShown(staff)

  await partner.goto(`/use-invite?lng=kk&code=${code}`)
  await press(partner, kk('join:invite.submit'))
  await partner.getByRole('link', { name: kk('join:verified.next') }).click()
  const mark = outboxPosition()
  await fill(partner, { name: 'Динара Сейітқызы', phone })
  await expect(partner.locator('select[name=language]')).toHaveValue('kk')
  await partner.locator('[name=terms]').check()
  await press(partner, kk('join:you.submit'))
  await enterCode(partner, await codeSentTo(phone, mark), kk('join:code.submit'))
  await expect(partner).toHaveURL(/\/organizations\/[0-9a-f-]{36}\/setup$/)
  await setUp(partner, name, phone)
  await expect(partner.getByText(kk('setup:status.pending'), { exact: true })).toBeVisible()

  await staff.goto('/verifications/?status=pending&sort=newest')
  await staff.getByRole('link', { name }).first().click()
  await expect(staff).toHaveURL(/\/verifications\/[0-9a-f-]{36}/)
  const application = new URL(staff.url()).pathname
  await decide(staff, application, 'start')
  await partner.reload()
  await expect(partner.getByText(kk('setup:status.under_review'), { exact: true })).toBeVisible()
  await decide(staff, application, 'request-info', ['Доверенность на подписанта'])

  await partner.reload()
  await expect(partner.getByText(kk('setup:status.under_review'), { exact: true })).toBeVisible()
  moveClock(UNDO_IS_OVER_MS)
  await partner.reload()
  await expect(partner.getByText(kk('setup:status.need_more_info'), { exact: true })).toBeVisible()
  await expect(partner.getByText('Доверенность на подписанта').first()).toBeVisible()
  await partner.locator('[name="answers[0]"]').fill('Сенімхат № 7, қазан айынан')
  await press(partner, kk('setup:answer.button'))
  await expect(partner.getByText(kk('setup:status.pending'), { exact: true })).toBeVisible()

  await staff.goto(application)
  await expect(staff.getByText('Сенімхат № 7, қазан айынан').first()).toBeVisible()
  await decide(staff, application, 'start')
  await decide(staff, application, 'approve')
  moveClock(2 * UNDO_IS_OVER_MS)
  await partner.reload()
  await expect(partner.getByText(kk('setup:status.approved'), { exact: true })).toBeVisible()

  await staff.goto(`/users/?username=${encodeURIComponent('Динара Сейітқызы')}`)
  await expect(staff.getByRole('row').filter({ hasText: name }).first()).toBeVisible()
  await partnerContext.close()
})
