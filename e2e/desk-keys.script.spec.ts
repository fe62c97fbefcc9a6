import type { Page } from '@playwright/test'
import { addApplications } from './support/applications'
import { decisionForm, UNDO_IS_OVER_MS } from './support/desk'
import { expect, openScripted, test } from './support/journey'
import { isCovered } from './support/layout-checks'
import { changeStored, moveClock } from './support/own-console'
import { ADMIN, MANAGER, signIn, SUPERADMIN } from './support/sign-in'
import { closeToast } from './support/toast'

const WIDE = { width: 1920, height: 1000 }

const title = (page: Page) => page.locator('h1')
const press = (page: Page, key: string) => page.keyboard.press(key)
const isRead = (page: Page, index: number) =>
  expect(page.locator('.desk-tab').nth(index)).toHaveAttribute('aria-current', 'true')
const claim = (page: Page) => page.getByRole('button', { name: 'Claim' })
const release = (page: Page) => page.getByRole('button', { name: 'Release' })
const note = (page: Page) => page.getByLabel('Note', { exact: true })
const reason = (page: Page) => decisionForm(page).getByLabel('Rejection reason')
const status = (page: Page, words: string) => expect(page.locator('.desk-head .badge').first()).toHaveText(words)
const hasFocus = (page: Page) => expect(page.locator('body')).not.toBeFocused()

const refused = (page: Page, words: string) => expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()

/** Opens the first application of that name by keyboard alone. */
async function openFirst(page: Page, name: string, index = 1, view = 'view=claimable&') {
  await page.setViewportSize(WIDE)
  await openScripted(page, `/verifications/?${view}sort=oldest&q=${encodeURIComponent(name)}`)
  await expect(page.locator('tbody a').first()).toBeVisible()
  await press(page, 'j')
  await press(page, 'Enter')
  await expect(title(page)).toHaveText(`${name} ${index}`)
}

/** The shortcuts that the page has now: each key with the label of what it presses. */
const hints = (page: Page) =>
  page.locator('[data-desk] :is(a, button, textarea)[aria-keyshortcuts]').evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility())
      .flatMap((element) => {
        const words = element.ariaLabel ?? element.textContent?.trim() ?? ''
        const keys = element.getAttribute('aria-keyshortcuts')?.split(' ') ?? []
        return keys.map((key) => ({ key: key.toLowerCase(), words: element.matches('textarea') ? '' : words }))
      }),
  )

/** Their labels depend on where they lead, or on the form that they send or close. */
const NAMED_BY_PLACE = ['[', ']', 'j', 'k', 'control+enter', 'escape', 'n']

test('every key of the desk does what its button does, does nothing while someone types, and is on the shortcut sheet', async ({
  page,
}) => {
  const name = 'Keyed Caravans'
  await addApplications(name, 2)
  await signIn(page, ADMIN)
  await openFirst(page, name, 1, '')
  const heard = await hints(page)
  const look = async () => heard.push(...(await hints(page)))

  for (const key of ['a', 'r', 'i']) {
    await press(page, 'Escape')
    await title(page).focus()
    await press(page, key)
    const missing = page.getByRole('region', { name: 'Required before approval' })
    await expect(missing).toBeFocused()
    await expect(missing).toHaveAccessibleDescription('Claim the application first')
  }
  await press(page, 's')
  await expect(release(page)).toBeVisible()
  await look()
  await press(page, 'Shift+S')
  await expect(claim(page)).toBeVisible()
  await press(page, 's')
  await expect(release(page)).toBeVisible()

  await isRead(page, 0)
  await press(page, ']')
  await isRead(page, 1)
  await look()
  await press(page, ']')
  await isRead(page, 2)
  await press(page, '[')
  await isRead(page, 1)

  const box = page.locator('.desk-turned')
  const picture = page.locator('.desk-picture')
  await expect(picture).toBeVisible()
  await expect(box).not.toHaveAttribute('style')
  await press(page, '+')
  await expect(box).toHaveAttribute('style', /inline-size: 150%/)
  await press(page, '-')
  await press(page, '-')
  await expect(box).toHaveAttribute('style', /inline-size: 75%/)
  await press(page, '+')
  for (const turn of ['90deg', '180deg', '270deg']) {
    await press(page, '.')
    await expect(picture).toHaveAttribute('style', new RegExp(`rotate: ${turn}`))
  }
  await press(page, '.')
  await expect(picture).not.toHaveAttribute('style', /rotate/)

  const LETTERS = 's[]+-.vxariupjkn'
  const isUndisturbed = async () => {
    await isRead(page, 1)
    await expect(release(page)).toBeVisible()
    await expect(title(page)).toHaveText(`${name} 1`)
    await expect(picture).not.toHaveAttribute('style', /./)
  }
  await press(page, 'n')
  await expect(note(page)).toBeFocused()
  await page.keyboard.type(LETTERS)
  await press(page, 'Shift+S')
  await expect(note(page)).toHaveValue(`${LETTERS}S`)
  await press(page, 'Control+z')
  await isUndisturbed()
  await expect(decisionForm(page)).toHaveCount(0)
  await press(page, 'Escape')

  for (const { key, label } of [
    { key: 'a', label: 'Review notes' },
    { key: 'r', label: 'Rejection reason' },
    { key: 'i', label: 'Item 1' },
  ]) {
    await press(page, key)
    const field = decisionForm(page).getByLabel(label, { exact: label === 'Item 1' })
    await expect(field).toBeFocused()
    await look()
    await page.keyboard.type(LETTERS)
    await expect(field).toHaveValue(LETTERS)
    await isUndisturbed()
    await press(page, 'Escape')
    await expect(decisionForm(page)).toHaveCount(0)
    await expect(page.locator(`a[data-act]:focus`)).toHaveAttribute('aria-keyshortcuts', key)
  }

  await press(page, 'x')
  const why = page.getByLabel('Why the document is rejected')
  await expect(why).toBeFocused()
  await look()
  await page.keyboard.type(LETTERS)
  await expect(why).toHaveValue(LETTERS)
  await isUndisturbed()
  await press(page, 'Escape')
  await expect(why).toHaveCount(0)
  await press(page, 'v')
  await expect(page.locator('.desk-tab').nth(1)).toContainText('Verified')

  await press(page, 'j')
  await expect(title(page)).toHaveText(`${name} 2`)
  await press(page, 'k')
  await expect(title(page)).toHaveText(`${name} 1`)

  const { pathname } = new URL(page.url())
  await press(page, 'i')
  await expect(decisionForm(page).getByLabel('Item 1', { exact: true })).toBeFocused()
  await press(page, 'Control+a')
  await page.keyboard.type('A readable lease')
  await press(page, 'Control+Enter')
  await expect(title(page)).toHaveText(`${name} 2`)
  await look()
  await openScripted(page, pathname)
  await expect(title(page)).toHaveText(`${name} 1`)
  await look()
  await press(page, 'p')
  await expect(page.getByLabel('Applicant’s answer')).toBeFocused()
  await press(page, 'Escape')
  await expect(page.getByLabel('Applicant’s answer')).toHaveCount(0)

  await press(page, '?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  const rows = await sheet
    .getByRole('region', { name: 'On an application' })
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((row) => ({
        key: [...row.querySelectorAll('kbd')]
          .map((cap) => ({ Ctrl: 'Control', Esc: 'Escape' })[cap.textContent ?? ''] ?? cap.textContent)
          .join('+')
          .toLowerCase(),
        words: row.querySelector('dt')?.textContent ?? '',
      })),
    )
  const keys = [...new Set(heard.map(({ key }) => key))].toSorted()
  // `y` agrees to a decision that somebody else prepared: see e2e/verifications.spec.ts.
  expect([...keys, 'y']).toEqual([...new Set(rows.map(({ key }) => key))].toSorted())
  for (const hint of heard) if (!NAMED_BY_PLACE.includes(hint.key)) expect(rows).toContainEqual(hint)
})

/** Holds requests to such an address back until they are let through. */
async function hold(page: Page, address: RegExp) {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  const asked = page.waitForRequest(address)
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return { asked, letThrough }
}

test('a form that arrives late does not take the focus from someone who is typing a note', async ({ page }) => {
  await addApplications('Late Form', 1)
  await signIn(page, ADMIN)
  await openFirst(page, 'Late Form')
  await press(page, 's')
  await status(page, 'Under review')

  const rejecting = await hold(page, /decide=reject/)
  await page.getByRole('link', { name: 'Reject', exact: true }).click()
  await rejecting.asked
  await note(page).click()
  await page.keyboard.type('Ask ')
  rejecting.letThrough()
  await expect(reason(page)).toBeVisible()
  await page.keyboard.type('the office')
  await expect(note(page)).toHaveValue('Ask the office')
  await expect(reason(page)).toHaveValue('')
})

test('text typed while a form is loading goes nowhere: into no note and to no other page', async ({ page }) => {
  await addApplications('Coming Form', 1)
  await signIn(page, ADMIN)
  await openFirst(page, 'Coming Form')
  await press(page, 's')
  await status(page, 'Under review')

  const rejecting = await hold(page, /decide=reject/)
  await press(page, 'r')
  await rejecting.asked
  await page.keyboard.type('no goods? /x')
  rejecting.letThrough()
  await expect(reason(page)).toBeFocused()
  await page.keyboard.type('stamp')
  await expect(reason(page)).toHaveValue('stamp')
  await expect(note(page)).toHaveValue('')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
})

test('a decision opened over another takes the focus, and letters typed in it trigger no shortcuts', async ({
  page,
}) => {
  await addApplications('Other Form', 1)
  await signIn(page, ADMIN)
  await openFirst(page, 'Other Form')
  await press(page, 's')
  await status(page, 'Under review')
  await press(page, 'a')
  await expect(decisionForm(page).getByLabel('Review notes')).toBeFocused()
  await page.locator('a[data-act="reject"]').click()
  await expect(reason(page)).toBeFocused()
  await page.keyboard.type('vat')
  await expect(reason(page)).toHaveValue('vat')
  await expect(page.locator('.desk-tab').filter({ hasText: 'Verified' })).toHaveCount(0)
})

test('a decision form opened over another, even a refused one, starts with no template chosen', async ({ page }) => {
  await addApplications('Chosen Form', 1)
  await signIn(page, ADMIN)
  await openFirst(page, 'Chosen Form')
  await press(page, 's')
  await status(page, 'Under review')
  const begins = async () => {
    const template = decisionForm(page).getByLabel('Template')
    await expect(template).toBeVisible()
    await expect(template).toHaveJSProperty('selectedIndex', 0)
  }
  await press(page, 'a')
  await expect(decisionForm(page).getByLabel('Review notes')).toBeFocused()
  await page.locator('a[data-act="reject"]').click()
  await begins()
  await press(page, 'Escape')
  await expect(decisionForm(page)).toHaveCount(0)
  await press(page, 'x')
  await page.getByLabel('Why the document is rejected').fill('Expired')
  await press(page, 'Control+Enter')
  await expect(page.locator('.desk-tab').nth(0)).toContainText('Rejected')
  await press(page, 'a')
  await refused(page, 'A document is rejected')
  await press(page, 'i')
  await begins()
})

test('a key held down verifies only once, but keeps turning the picture', async ({ page }) => {
  await addApplications('Held Key', 1)
  await signIn(page, ADMIN)
  await openFirst(page, 'Held Key')
  await press(page, 's')
  await status(page, 'Under review')
  const hold = async (key: string) => {
    for (let time = 0; time < 3; time += 1) await page.keyboard.down(key)
    await page.keyboard.up(key)
  }
  await hold('v')
  await isRead(page, 1)
  await expect(page.locator('.desk-tab').nth(0)).toContainText('Verified')
  // Handled after the keys held down.
  await press(page, 'x')
  await expect(page.getByLabel('Why the document is rejected')).toBeFocused()
  await isRead(page, 1)
  await press(page, 'Escape')
  await expect(page.getByLabel('Why the document is rejected')).toHaveCount(0)
  await expect(page.locator('.desk-tab').filter({ hasText: 'Verified' })).toHaveCount(1)
  await hold('.')
  await expect(page.locator('.desk-picture')).toHaveAttribute('style', /rotate: 270deg/)
})

test('keys pressed during a claim act on its result in order, and are dropped once a text field has the focus', async ({
  page,
}) => {
  const name = 'Early Keys'
  await addApplications(name, 3)
  await signIn(page, ADMIN)
  const claimAndPress = async (...keys: string[]) => {
    const claiming = await hold(page, /\/claim/)
    await press(page, 's')
    await claiming.asked
    for (const key of keys) await press(page, key)
    claiming.letThrough()
    await expect(release(page)).toBeVisible()
  }
  await openFirst(page, name)
  await claimAndPress('r', 'v', 'i')
  await expect(reason(page)).toBeFocused()
  await page.keyboard.type('Expired')
  await expect(reason(page)).toHaveValue('Expired')
  await expect(page.locator('.desk-tab').filter({ hasText: 'Verified' })).toHaveCount(0)

  await openFirst(page, name, 2)
  await claimAndPress(']', 'v')
  await expect(page.locator('.desk-tab').nth(1)).toContainText('Verified')
  await expect(page.locator('.desk-tab').nth(0)).not.toContainText('Verified')

  await openFirst(page, name, 3)
  await claimAndPress('r', 'Escape', ']')
  await isRead(page, 1)
  await expect(decisionForm(page)).toHaveCount(0)
})

test('a key pressed while the next application is opening does not act on it', async ({ page }) => {
  const name = 'Passed Keys'
  await addApplications(name, 2)
  await signIn(page, ADMIN)
  await openFirst(page, name)
  const next = await page.locator('[aria-keyshortcuts="j"]').getAttribute('href')
  const opening = await hold(page, new RegExp(`${next?.split('?')[0]}\\.data`))
  await press(page, 'j')
  await opening.asked
  await press(page, 's')
  opening.letThrough()
  await expect(title(page)).toHaveText(`${name} 2`)
  await press(page, ']')
  await isRead(page, 1)
  await expect(claim(page)).toBeVisible()
})

test('u and Ctrl+Z undo a decision from the next application, and its state and text are back', async ({ page }) => {
  const name = 'Undone Caravans'
  let words = 'The licence has expired'
  await addApplications(name, 2)
  await signIn(page, ADMIN)
  await openFirst(page, name)
  await page.setViewportSize({ width: 1440, height: 620 })
  const organization = await page.locator('.desk-facts a[href^="/organizations/"]').first().getAttribute('href')
  await press(page, 's')
  await expect(release(page)).toBeVisible()
  await press(page, 'r')
  await expect(reason(page)).toBeFocused()
  await page.keyboard.type(words)
  for (const undo of ['u', 'Control+z']) {
    await press(page, 'Control+Enter')
    await expect(title(page)).toHaveText(`${name} 2`)
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveAccessibleDescription(
      new RegExp(`^Rejected ${name} 1 · the message goes out at `),
    )
    await press(page, undo)
    await expect(title(page)).toHaveText(`${name} 1`)
    await expect(reason(page)).toBeFocused()
    await expect(reason(page)).toHaveValue(words)
    await page.keyboard.type('.')
    words += '.'
    await expect(reason(page)).toHaveValue(words)
    await expect(reason(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('status').filter({ hasText: 'Undone.' })).toBeVisible()
    expect(await page.locator('.toast').filter({ hasText: 'Application rejected' }).count()).toBe(0)
    await closeToast(page, 'Undone. The applicant was not notified.')
    await status(page, 'Under review')
    await hasFocus(page)
    await expect(page.locator('.undo-note').filter({ hasText: name })).toHaveCount(0)
    await expect(release(page)).toBeVisible()
  }
  const colleague = await page.context().newPage()
  await openScripted(colleague, organization ?? '')
  await expect(colleague.getByRole('main').getByText('Pending', { exact: true }).first()).toBeVisible()
  await expect(colleague.getByRole('main').getByText('Rejected', { exact: true })).toHaveCount(0)
})

test('Undo disappears from an open page once the decision is final', async ({ page }) => {
  const name = 'Standing Caravans'
  await addApplications(name, 1)
  await page.clock.install()
  await signIn(page, ADMIN)
  await openFirst(page, name)
  await press(page, 's')
  await expect(release(page)).toBeVisible()
  await press(page, 'a')
  await expect(decisionForm(page).getByLabel('Review notes')).toBeFocused()
  await decisionForm(page).getByRole('button', { name: 'Approve application', exact: true }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await page.clock.fastForward(UNDO_IS_OVER_MS)
  await expect(undo).toHaveCount(0)
})

test('an undo that is too late, or comes after a colleague’s decision, says why and shows the current state', async ({
  page,
  browser,
}) => {
  const name = 'Late Caravans'
  await addApplications(name, 3)
  await signIn(page, ADMIN)
  // A decision can be undone for one minute, most of which signing in would take.
  const other = await browser.newContext()
  const colleague = await other.newPage()
  await signIn(colleague, SUPERADMIN)
  await openFirst(page, name)
  await press(page, 's')
  await expect(release(page)).toBeVisible()
  await press(page, 'i')
  await expect(decisionForm(page).getByLabel('Item 1', { exact: true })).toBeFocused()
  await page.keyboard.type('A readable lease')
  const { pathname } = new URL(page.url())
  await press(page, 'Control+Enter')
  await expect(title(page)).toHaveText(`${name} 2`)

  await openScripted(colleague, `${pathname}?decide=reject`)
  await reason(colleague).fill('Closed at the applicant’s wish')
  await decisionForm(colleague).getByRole('button', { name: 'Reject application', exact: false }).click()
  await status(colleague, 'Rejected')
  await other.close()

  await press(page, 'u')
  await refused(
    page,
    'Not undone: someone has acted on this application since. Check its current state before you decide again.',
  )
  await expect(title(page)).toHaveText(`${name} 1`)
  await status(page, 'Rejected')
  await hasFocus(page)

  await openFirst(page, name, 2)
  await press(page, 's')
  await expect(release(page)).toBeVisible()
  await press(page, 'r')
  await expect(reason(page)).toBeFocused()
  await page.keyboard.type('The licence has expired')
  await press(page, 'Control+Enter')
  await expect(title(page)).toHaveText(`${name} 3`)
  moveClock(UNDO_IS_OVER_MS)
  await press(page, 'Control+z')
  await refused(page, 'The minute has passed, so the decision stands. If it was wrong, tell an administrator.')
  await expect(title(page)).toHaveText(`${name} 2`)
  await status(page, 'Rejected')
  await hasFocus(page)
})

test('a button pressed while the scripts start stays under the pointer and takes the click', async ({ page }) => {
  const name = 'Pressed Sheds'
  await addApplications(name, 1)
  await signIn(page, ADMIN)
  await openFirst(page, name)
  await press(page, 's')
  await expect(release(page)).toBeVisible()
  const { pathname } = new URL(page.url())
  let sendScripts = () => {}
  const scripts = new Promise<void>((resolve) => (sendScripts = resolve))
  await page.route('**/assets/*.js', (route) => scripts.then(() => route.fallback()))
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(`${pathname}?decide=reject`, { waitUntil: 'commit' })
  await reason(page).fill('The licence has expired')
  await decisionForm(page).getByRole('button', { name: 'Reject application' }).hover()
  await page.mouse.down()
  sendScripts()
  await expect(page.locator('html')).toHaveAttribute('data-scripted', '')
  await page.mouse.up()
  await closeToast(page, 'Application rejected')
})

const scrollToEnd = (page: Page, part: string) =>
  page.locator(part).evaluate((at) => {
    at.scrollTop = at.scrollHeight
    if (at.scrollTop === 0) throw new Error('Nothing to scroll')
  })

test('a form, the next document and the next application open in view, however far the page was scrolled', async ({
  page,
}) => {
  const name = 'Scrolled Sheds'
  await addApplications(name, 2)
  await changeStored('addBranches', name, [['Twin', 'Twin'], ['Other']])
  await signIn(page, ADMIN)
  await openFirst(page, name)
  await page.setViewportSize({ width: 1920, height: 560 })
  await press(page, 's')
  await expect(release(page)).toBeVisible()
  await scrollToEnd(page, '.desk-decision-rest')
  await press(page, 'r')
  await expect(reason(page)).toBeFocused()
  await expect(reason(page)).toBeInViewport()
  await press(page, 'Escape')
  await expect(decisionForm(page)).toHaveCount(0)

  await expect(page.locator('.desk-picture')).toBeVisible()
  await scrollToEnd(page, '.desk-document')
  await press(page, 'v')
  await isRead(page, 1)
  await expect(page.locator('.desk-viewer-head')).toBeInViewport({ ratio: 1 })
  await closeToast(page, 'Document verified: business_license.png')

  const facts = page.locator('.desk-facts')
  await expect(facts).toContainText('Twin')
  await scrollToEnd(page, '.desk-facts')
  await press(page, 'j')
  await expect(title(page)).toHaveText(`${name} 2`)
  await expect(facts).toContainText('Head of Other')
  await expect(facts).not.toContainText('Twin')
  expect(await facts.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
})

test('the next application is announced even when its organization has the same name', async ({ page }) => {
  const name = 'Namesakes'
  await addApplications(name, 2)
  await changeStored('giveOneName', name)
  await signIn(page, ADMIN)
  await page.setViewportSize(WIDE)
  await openScripted(page, `/verifications/?view=claimable&sort=oldest&q=${name}`)
  await page.locator('.row-link').first().click()
  await expect(title(page)).toHaveText(name)
  await press(page, 's')
  await expect(release(page)).toBeVisible()
  await press(page, 'r')
  await expect(reason(page)).toBeFocused()
  await page.keyboard.type('The licence has expired')
  const { pathname } = new URL(page.url())
  await press(page, 'Control+Enter')
  await expect(page).not.toHaveURL(new RegExp(pathname))
  await expect(title(page)).toBeFocused()
  await expect(page.locator('[data-toaster]').getByRole('status')).toContainText(`Next: ${name}, `)
})

test('a click in the sidebar leaves the keys to the desk, and Escape closes an open menu first', async ({ page }) => {
  const name = 'Docked Barges'
  await addApplications(name, 1)
  await signIn(page, ADMIN)
  await openFirst(page, name)
  await page.getByRole('button', { name: 'Collapse the menu' }).click()
  await expect(page.getByRole('button', { name: 'Expand the menu' })).toBeFocused()
  await press(page, ']')
  await isRead(page, 1)
  await press(page, 's')
  await expect(release(page)).toBeVisible()
  await press(page, 'r')
  await expect(reason(page)).toBeFocused()
  await page.keyboard.type('The licence has expired')
  await page.getByRole('button', { name: 'Language' }).click()
  const chinese = page.getByRole('button', { name: '中文' })
  await expect(chinese).toBeVisible()
  await press(page, 'Escape')
  await expect(chinese).toBeHidden()
  await expect(reason(page)).toHaveValue('The licence has expired')
})

test('the approval key leads a second reviewer to the prepared decision, and typing a note triggers no shortcuts', async ({
  page,
  browser,
}) => {
  const name = 'Agreed Caravans'
  const type = 'legal_representative_change'
  await addApplications(name, 1, type)
  await changeStored('needTwoPeople', [type])
  const first = await (await browser.newContext()).newPage()
  await signIn(first, MANAGER)
  await openFirst(first, name)
  await press(first, 's')
  await expect(release(first)).toBeVisible()
  await press(first, 'a')
  await expect(decisionForm(first).getByLabel('Review notes')).toBeFocused()
  await press(first, 'Control+Enter')
  await closeToast(first, 'A second person has to agree')
  await first.context().close()

  await signIn(page, ADMIN)
  await openFirst(page, name)
  await expect(page.locator('.desk-acts').getByRole('link', { name: 'Approve' })).toHaveCount(0)
  await press(page, 'a')
  await expect(page.locator('#prepared')).toBeFocused()
  const giveBack = page.locator('#prepared').getByRole('link', { name: 'Return with a note' })
  await giveBack.click()
  const note = decisionForm(page).getByLabel('What should change')
  await expect(note).toBeFocused()
  await press(page, 'Escape')
  await expect(giveBack).toBeFocused()
  await press(page, 'Enter')
  await expect(note).toBeFocused()
  const words = 'Verify the copy of the passport, it says another year'
  await page.keyboard.type(words)
  await expect(note).toHaveValue(words)
  await press(page, 'Control+Enter')
  await closeToast(page, 'Returned')
})

test('no bar covers the focused element when Shift+Tab goes up the decision column', async ({ page }) => {
  await addApplications('Covered Barges', 1)
  await signIn(page, ADMIN)
  await openFirst(page, 'Covered Barges')
  await press(page, 's')
  await expect(release(page)).toBeVisible()
  const { pathname } = new URL(page.url())
  for (const { width, height, decide } of [
    { width: 1440, height: 900, decide: 'request-info' },
    { width: 1100, height: 700, decide: 'reject' },
    { width: 1920, height: 900, decide: 'reject' },
  ]) {
    await page.setViewportSize({ width, height })
    await openScripted(page, `${pathname}?decide=${decide}`)
    await expect(decisionForm(page).locator('textarea').first()).toBeFocused()
    await note(page).focus()
    const focused = page.locator('.desk-decision :focus')
    const met: string[] = []
    while ((await focused.count()) > 0) {
      const what = await focused.evaluate((at) => at.outerHTML.slice(0, 120))
      met.push(what)
      expect(await focused.evaluate(isCovered), `${width}: ${what}`).toBe(false)
      await press(page, 'Shift+Tab')
    }
    expect(met.length).toBeGreaterThan(8)
  }
})

test('Escape in a note returns the focus to where it was, or to the heading', async ({ page }) => {
  await addApplications('Noted Barges', 1)
  await signIn(page, ADMIN)
  await openFirst(page, 'Noted Barges')
  await press(page, 's')
  await expect(release(page)).toBeVisible()
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await press(page, 'n')
  await expect(note(page)).toBeFocused()
  await press(page, 'Escape')
  await expect(title(page)).toBeFocused()
  await press(page, 'r')
  await expect(reason(page)).toBeFocused()
  await reason(page).press('Tab')
  const before = page.locator(':focus')
  const had = await before.evaluate(({ outerHTML }) => outerHTML)
  await press(page, 'n')
  await expect(note(page)).toBeFocused()
  await press(page, 'Escape')
  expect(await page.locator(':focus').evaluate(({ outerHTML }) => outerHTML)).toBe(had)
  await expect(decisionForm(page)).toHaveCount(1)
})
