import { expectAccessible } from './support/axe'
import { expect, openScripted, test } from './support/journey'
import { drawLate } from './support/late'
import { signInPartner } from './support/partner'

test('the setup pages are accessible and fit a phone', async ({ page }) => {
  const own = await signInPartner(page)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [address, language] of Object.entries({
    setup: 'ru',
    'setup/basic': 'kk',
    'setup/contact': 'ru',
    'setup/hours': 'kk',
    'setup/documents': 'zh',
    'verification-status': 'kk',
  })) {
    await page.goto(`${own}/${address}?lng=${language}`)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, `${address} in ${language}`).toBeLessThanOrEqual(360)
    await expectAccessible(page, { where: address })
  }
})

test('paired fields stay level even when one has an error or a label that wraps', async ({ page }) => {
  const own = await signInPartner(page)
  const expectLevel = async (names: readonly [string, string]) => {
    const boxes = await Promise.all(names.map((name) => page.locator(`[name=${name}]`).boundingBox()))
    expect(boxes[0]).toMatchObject({ y: boxes[1]?.y, height: boxes[1]?.height })
  }
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await openScripted(page, `${own}/setup/hours?lng=ru`)
    await page.locator('[name=is247Service]').setChecked(false)
    await page.locator('[name=pickupFrom]').fill('')
    await page.locator('[name=deliveryTo]').fill('')
    await page.locator('[name=pickupFrom]').press('Enter')
    await expect(page.locator('[name=pickupFrom]')).toHaveAttribute('aria-invalid', 'true')
    await expectLevel(['pickupFrom', 'pickupTo'])
    await expectLevel(['deliveryFrom', 'deliveryTo'])
    await openScripted(page, `${own}/setup/brand?lng=ru`)
    await expectLevel(['primaryColor', 'secondaryColor'])
  }
})

test('a setup form that was only opened saves no draft', async ({ page }) => {
  const own = await signInPartner(page)
  const kept: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/drafts')) kept.push(request.url())
  })
  for (const step of ['basic', 'contact', 'coverage', 'orders', 'hours', 'brand', 'settings']) {
    await openScripted(page, `${own}/setup`)
    await page.getByRole('main').locator(`a[href$="/setup/${step}"]`).first().click()
    await expect(page.getByRole('button', { name: 'Save and continue' })).toBeVisible()
    // A draft is saved as its page is left.
    await openScripted(page, `${own}/setup/${step}`)
  }
  await openScripted(page, `${own}/setup`)
  expect(kept).toEqual([])
})

/** Presses a button half a second after the address changed, by the clock of the page, which draws later than that. */
function pressAgainAt(button: HTMLElement, path: string) {
  const isStillThere = new Promise<boolean>((resolve) => {
    const press = () => {
      resolve(button.isConnected)
      button.click()
    }
    const listen = () => {
      if (location.pathname !== path) return
      window.navigation.removeEventListener('currententrychange', listen)
      setTimeout(press, 500)
    }
    window.navigation.addEventListener('currententrychange', listen)
  })
  return { isStillThere }
}

test('pressing Save again before the next step is drawn saves once, without a conflict', async ({ page }) => {
  const own = await signInPartner(page)
  await drawLate(page, 2000)
  await openScripted(page, `${own}/setup/orders`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  const save = page.getByRole('button', { name: 'Save and continue' })
  await page.getByLabel('Order timeout').fill('50')
  const again = await save.evaluateHandle(pressAgainAt, `${own}/setup/hours`)
  await save.click()
  await expect(page).toHaveURL(`${own}/setup/hours`)
  expect(await again.evaluate(({ isStillThere }) => isStillThere)).toBe(true)
  await expect(page.getByRole('heading', { level: 1, name: 'Service hours' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(page).toHaveURL(`${own}/setup/hours`)
  expect(sent.filter((path) => path.includes('/setup/'))).toHaveLength(1)
})

test('the summary of errors takes the focus once, and not again with each letter', async ({ page }) => {
  const own = await signInPartner(page)
  await openScripted(page, `${own}/setup/contact`)
  const name = page.getByLabel('Name of the branch').first()
  const person = page.getByLabel('Contact person').first()
  const save = page.getByRole('button', { name: 'Save and continue' })
  const summary = page.getByRole('alert', { name: '2 fields need your attention' })
  await name.fill('')
  await person.fill('')
  await save.click()
  await expect(summary).toBeFocused()
  await name.click()
  await name.pressSequentially('Abay')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Abay')
  await name.fill('')
  await save.click()
  await expect(summary).toBeFocused()
})
