import type { Page } from '@playwright/test'
import { UNDO_IS_OVER_MS } from './support/desk'
import { drawPdf } from '../app/demo/documents/document-pdf'
import { codeShown, newPhone } from './support/join'
import { expect, test } from './support/journey'
import { enterCode } from './support/enter-code'
import { codeSentTo, markOutbox } from './support/outbox'
import { moveClock } from './support/own-console'
import { signIn, SUPERADMIN } from './support/sign-in'
import { wordsOf } from './support/words'

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

test('the whole circle: invite, join, set up, submit, review, asked for more, answered, approved', async ({
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
  const mark = markOutbox()
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
