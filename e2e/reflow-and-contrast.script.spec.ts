import type { Locator, Page } from '@playwright/test'
import { expect, openScripted, test } from './support/journey'
import { firstRowOf } from './support/links'
import { coveredHeight, glued, lostWords, marks, spaceText, tooWide } from './support/layout-checks'
import { signIn, SUPERADMIN } from './support/sign-in'

/** A list with unbroken numbers, whatever the first page of all codes holds. */
const SENT_TO_PHONES = '/invites/?q=%2B86'

/** Russian has the longest words; Kazakh ones are as long in fewer places, and Chinese can break anywhere. */
const SPACED_WIDTHS = { ru: [1600, 640, 320, 1280], en: [320, 1280] }

test('with wide text spacing no page outgrows the window and no words are cut; without styles words stay apart', async ({
  page,
}) => {
  await signIn(page, SUPERADMIN)
  const paths = [
    '/',
    '/verifications/?tab=mode-changes',
    await firstRowOf(page, '/verifications/'),
    '/organizations/',
    await firstRowOf(page, '/organizations/'),
    '/users/',
    '/invites/',
    SENT_TO_PHONES,
    '/audit',
    '/settings/templates',
    '/glossary',
  ]
  await page.goto(SENT_TO_PHONES)
  await expect(page.locator('tbody .unbroken').filter({ hasText: '+86' })).not.toHaveCount(0)
  const words: string[] = []
  for (const [language, widths] of Object.entries(SPACED_WIDTHS))
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await openScripted(page, `${path}${path.includes('?') ? '&' : '?'}lng=${language}`)
      const whole = await page.evaluate(lostWords)
      await page.evaluate(spaceText)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        // A data table may be wider than the window (WCAG 1.4.10): it scrolls in its frame.
        const where = `${language} ${path} at ${width}, spaced`
        await expect.poll(() => page.evaluate(tooWide), where).toEqual([])
        const lost = async () => (await page.evaluate(lostWords)).filter((fault) => !whole.includes(fault))
        await expect.poll(lost, where).toEqual([])
      }
      if (language !== 'en') continue
      await page.evaluate(() => void (document.adoptedStyleSheets = []))
      await page.setViewportSize({ width: 1280, height: 800 })
      words.push(...(await page.evaluate(glued)).map((pair) => `${path}: ${pair}`))
    }
  expect(words).toEqual([])
})

test('a table wider than its room scrolls in a frame that has a name and takes the focus', async ({
  page,
  browser,
}) => {
  await signIn(page, SUPERADMIN)
  // Wide enough for the system font too, where the browser does not wait for ours.
  await page.setViewportSize({ width: 1600, height: 800 })
  await openScripted(page, '/verifications/?tab=mode-changes&lng=ru')
  const frame = page.locator('.table-box')
  await expect(frame).not.toHaveAttribute('tabindex')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(spaceText)
  await expect(frame).toHaveRole('region')
  await expect(frame).toHaveAccessibleName('Заявки')
  // On a busy machine a key may be pressed before the browser knows that the frame scrolls.
  const pressed = async () => {
    await frame.press('ArrowRight')
    return frame.evaluate(({ scrollLeft }) => scrollLeft)
  }
  await expect.poll(pressed).toBeGreaterThan(0)
  await expect.poll(() => page.evaluate(tooWide)).toEqual([])

  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })
  await plain.addCookies(await page.context().cookies())
  const unscripted = await plain.newPage()
  await unscripted.goto('/verifications/?tab=mode-changes&lng=ru')
  await unscripted.evaluate(spaceText)
  expect(await unscripted.evaluate(tooWide)).toEqual([])
  await plain.close()
})

test('a window of 320 × 256 px, as at 400 % zoom, has no fixed bars over its page', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  const desk = await firstRowOf(page, '/verifications/?status=pending')
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of [
    desk,
    `${desk}?decide=reject`,
    `${desk}?verdict=reject`,
    '/invites/?select=page',
    '/settings/account',
  ]) {
    await openScripted(page, path)
    await page.evaluate(() => window.scrollTo(0, 400))
    expect(await page.evaluate(coveredHeight), path).toBe(0)
  }
})

/** A picture without focus and pointer, which have styles of their own. */
async function picture(page: Page, element: Locator): Promise<Buffer> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  return element.screenshot()
}

test('in forced colours, what is chosen is marked by more than colour', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, SUPERADMIN)
  const differ = async (chosen: string, other: string) =>
    expect(await page.locator(chosen).first().evaluate(marks), chosen).not.toBe(
      await page.locator(other).first().evaluate(marks),
    )

  await openScripted(page, '/')
  await differ('.sidebar-link[aria-current]', '.sidebar-link:not([aria-current])')
  const legend = page.locator('.plot-key')
  const clips = await legend.evaluateAll((keys) =>
    keys.slice(0, 2).map((key) => {
      const { x, y, height } = key.getBoundingClientRect()
      return { x: x + window.scrollX, y: y + window.scrollY + height / 2 - 3, width: 6, height: 6 }
    }),
  )
  const [first, second] = await Promise.all(clips.map((clip) => page.screenshot({ clip, fullPage: true })))
  expect(first?.equals(second ?? first), 'two keys of a drawing').toBe(false)

  await page.keyboard.press('Control+k')
  await page.locator('.palette-option').nth(1).waitFor()
  await differ('.palette-option[aria-selected=true]', '.palette-option:not([aria-selected=true])')

  await openScripted(page, '/users/')
  await differ('.tab[aria-current]', '.tab:not([aria-current])')

  await openScripted(page, '/invites/')
  const tick = page.locator('.row-check').first()
  const unticked = await picture(page, tick)
  await tick.check()
  expect((await picture(page, tick)).equals(unticked), 'a tick').toBe(false)
  await differ('tr:has(.row-check:checked)', 'tr:has(.row-check:not(:checked))')

  await openScripted(page, '/invites/new')
  await differ('.choice:has(:checked)', '.choice:not(:has(:checked))')
  const [chosen, other] = await Promise.all(
    ['.choice :checked', '.choice .check:not(:checked)'].map((which) => picture(page, page.locator(which).first())),
  )
  expect(chosen?.equals(other ?? chosen), 'two radio buttons').toBe(false)

  await openScripted(page, await firstRowOf(page, '/verifications/?status=pending'))
  await differ('.desk-tab[aria-current]', '.desk-tab:not([aria-current])')
  expect(await page.locator('.badge').first().evaluate(marks)).not.toMatch(/^none(, 0px [^,]+(, \d+[^,]*)*)+$/)
})

test('more contrast changes the colours of words and lines, and nothing moves with reduced motion', async ({
  page,
}) => {
  await signIn(page, SUPERADMIN)
  await page.goto('/')
  const read = () =>
    page.evaluate(() => {
      const colour = (selector: string, part: 'color' | 'borderTopColor') =>
        getComputedStyle(document.querySelector(selector) ?? document.body)[part]
      return { words: colour('.stat-hint', 'color'), line: colour('.stat', 'borderTopColor') }
    })
  const before = await read()
  await page.emulateMedia({ contrast: 'more' })
  const after = await read()
  expect(after.words).not.toBe(before.words)
  expect(after.line).not.toBe(before.line)
  const turning = await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<span class="spinner"></span>')
    return document.getAnimations().length
  })
  expect(turning).toBe(0)
})

test('a printed application has its facts, documents and exact times, and no buttons', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  await openScripted(page, await firstRowOf(page, '/verifications/?status=pending'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.sidebar, .topbar, .desk-acts, .button').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText('Registration number').first()).toBeVisible()
  // Whichever document is open, each is listed with its verdict.
  const documents = page.getByRole('region', { name: 'Documents' }).getByRole('listitem')
  expect(await documents.count()).toBeGreaterThan(1)
  for (const [index, document] of (await documents.all()).entries()) {
    await expect(document.getByText(new RegExp(`^${index + 1}\\. `))).toBeVisible()
    await expect(document.getByText(/^(Pending|Verified|Rejected|Replaced)$/)).toBeVisible()
  }
  const times = await page.locator('main time[title]').evaluateAll((all) =>
    all.map((time) => ({
      isDue: time.matches('.due'),
      size: getComputedStyle(time).fontSize,
      shown: getComputedStyle(time, '::after').content,
      exact: (time as HTMLElement).title,
    })),
  )
  expect(times.length).toBeGreaterThan(0)
  expect(times.some(({ isDue }) => isDue)).toBe(true)
  // An overdue note stays beside its date.
  for (const { isDue, size, shown, exact } of times)
    expect({ isHidden: size === '0px', shown }).toEqual({ isHidden: !isDue, shown: `"${exact}"` })
})
