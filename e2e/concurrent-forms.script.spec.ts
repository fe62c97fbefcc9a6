import type { Browser, Locator, Page, Request } from '@playwright/test'
import { formOf, openDecision } from './support/desk'
import { expect, openScripted, test } from './support/journey'
import { enterCode } from './support/enter-code'
import { codeSentTo, outboxPosition } from './support/outbox'
import { moveClock, resetClock } from './support/own-console'
import { signInPartner } from './support/partner'
import { ADMIN, signIn, signInThroughPages, SUPERADMIN } from './support/sign-in'
import { closeToast } from './support/toast'

const dialog = formOf

/**
 * Focuses the window as if long after the page was drawn, so that the page refreshes. A page refreshes only while nothing else is
 * loading, so the second request shows that the answer to the first has been drawn.
 */
async function comeBack(page: Page) {
  const { pathname } = new URL(page.url())
  let asked = 0
  const count = (request: Request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === `${pathname}.data`) asked += 1
  }
  page.on('request', count)
  await expect
    .poll(async () => {
      await page.evaluate(focusLater)
      return asked
    })
    .toBeGreaterThan(1)
  page.off('request', count)
}

function focusLater() {
  const real = Date.now
  Date.now = () => real() + 60_000
  window.dispatchEvent(new Event('focus'))
}

async function inAnotherWindow(browser: Browser, phone: string, act: (other: Page) => Promise<void>) {
  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, phone)
  await act(other)
  await context.close()
}

/** The notice of a refused form has the focus, is visible from its first line below every bar, and is in the title of the page. */
async function isNoticed(page: Page, words: string) {
  const notice = dialog(page).getByRole('alert').filter({ hasText: words })
  await expect(notice).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  const isSeen = (box: Element) => {
    const { top, bottom, left, width } = box.getBoundingClientRect()
    return [top + 2, Math.min(bottom, innerHeight) - 2].every((y) =>
      box.contains(document.elementFromPoint(left + width / 2, y)),
    )
  }
  await expect.poll(() => notice.evaluate(isSeen)).toBe(true)
}

const hiddenVersion = (page: Page) => page.locator('#written input[name="version"]').inputValue()

test('the slower of two editors of a section sees what the other saved and keeps their own text', async ({
  page,
  browser,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/?status=active&country=CN')
  await page.locator('tbody a').first().click()
  await page.getByRole('link', { name: 'Edit : Basic information' }).click()
  await dialog(page).getByLabel('Address').fill('My long careful address')
  const version = await hiddenVersion(page)
  await inAnotherWindow(browser, SUPERADMIN, async (other) => {
    await openScripted(other, page.url())
    await dialog(other).getByLabel('Registration number').fill('91310115-held')
    await dialog(other).getByRole('button', { name: 'Save' }).click()
    await closeToast(other, 'Saved: Basic information')
  })
  await comeBack(page)
  expect(await hiddenVersion(page)).toBe(version)
  await page.setViewportSize({ width: 1440, height: 500 })
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await isNoticed(page, 'Registration number is now: 91310115-held')
  await expect(dialog(page).getByLabel('Address')).toHaveValue('My long careful address')
  await comeBack(page)
  await expect(dialog(page).getByRole('alert')).toContainText('Registration number is now: 91310115-held')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await closeToast(page, 'Saved: Basic information')
})

test('a reviewer overtaken by a colleague’s decision sees it and keeps the rejection reason', async ({
  page,
  browser,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=under_review&type=address_change&type=initial_registration')
  await page.locator('tbody a').first().click()
  await openDecision(page, 'reject')
  await dialog(page).getByLabel('Rejection reason').fill('The licence has run out')
  await inAnotherWindow(browser, SUPERADMIN, async (other) => {
    await openScripted(other, page.url().replace('decide=reject', 'decide=request-info'))
    await dialog(other).getByRole('textbox').first().fill('The lease')
    await dialog(other)
      .getByRole('button', { name: /^Request more info(,|$)/ })
      .click()
    await closeToast(other, 'More information requested')
  })
  await comeBack(page)
  await expect(dialog(page).getByLabel('Rejection reason')).toHaveValue('The licence has run out')
  await dialog(page).getByRole('button', { name: 'Reject application' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The lease')
  await expect(dialog(page).getByLabel('Rejection reason')).toHaveValue('The licence has run out')
})

for (const height of [900, 640])
  test(`a decision sent after a colleague took over focuses the notice, by key and by button, ${height} px high`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width: 1440, height })
    await signIn(page, ADMIN)
    await openScripted(page, '/verifications/?status=pending&type=legal_representative_change')
    await page.locator('tbody a').first().click()
    await expect(page).toHaveURL(/[0-9a-f-]{36}/)
    const address = page.url()
    const takeOver = async (other: Page) => {
      await openScripted(other, address)
      await other.getByRole('button', { name: /^Take over/ }).click()
      await expect(other.getByRole('button', { name: /^Release/ })).toBeVisible()
    }
    for (const send of [
      (form: Locator) => form.getByLabel('Rejection reason').press('Control+Enter'),
      (form: Locator) => form.getByRole('button', { name: 'Reject application' }).click(),
    ]) {
      await openScripted(page, address)
      await page
        .getByRole('button', { name: /^(Claim|Take over)/ })
        .first()
        .click()
      await expect(page.getByRole('button', { name: /^Release/ })).toBeVisible()
      await page.keyboard.press('r')
      await dialog(page).getByLabel('Rejection reason').fill('The licence has run out')
      await inAnotherWindow(browser, SUPERADMIN, takeOver)
      await send(dialog(page))
      await isNoticed(page, 'The application has changed')
      await expect(dialog(page).getByLabel('Rejection reason')).toHaveValue('The licence has run out')
      await page.keyboard.press('Escape')
      await expect(page.locator('[data-act="reject"]')).toBeFocused()
    }
  })

test('deleting the selected invite codes spares one created after the confirmation was shown', async ({ page }) => {
  await signIn(page, ADMIN)
  const other = await page.context().newPage()
  const make = async () => {
    await openScripted(other, '/invites/new')
    await dialog(other).getByRole('radio', { name: 'Logistics provider' }).check()
    await dialog(other).getByLabel('Notes').fill('Autumn fair of carriers')
    await dialog(other).getByRole('button', { name: 'Create code' }).click()
    await expect(other.getByText('Invite code created')).toBeVisible()
  }
  await make()
  await openScripted(page, '/invites/?q=Autumn+fair+of+carriers&select=all')
  await page.getByRole('link', { name: 'Delete selected' }).click()
  await expect(dialog(page)).toContainText('Delete 1 invite code?')
  await make()
  await other.close()
  await comeBack(page)
  await dialog(page).getByRole('button', { name: 'Delete 1 code' }).click()
  await closeToast(page, '1 invite code deleted')
  await expect(page.getByRole('main').getByText('1 found')).toBeVisible()
})

test('settings typed in one window survive a save in another, and a conflict is shown', async ({ page, browser }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/settings/account')
  await page.getByLabel(/^Email/).fill('typed@example.com')
  const version = await hiddenVersion(page)
  await inAnotherWindow(browser, ADMIN, async (other) => {
    await openScripted(other, '/settings/display')
    await other.getByLabel('Compact').check()
    await other.getByRole('button', { name: 'Save' }).click()
    await closeToast(other, 'Saved')
  })
  await comeBack(page)
  await expect(page.getByLabel(/^Email/)).toHaveValue('typed@example.com')
  expect(await hiddenVersion(page)).toBe(version)
  await page.getByRole('button', { name: 'Save' }).click()
  await closeToast(page, 'Saved')
  await expect(page.getByLabel(/^Email/)).toHaveValue('typed@example.com')

  await openScripted(page, '/settings/display')
  const kept = page.waitForResponse((response) => response.url().includes('/drafts'))
  await page.getByLabel('Rows per page').selectOption('50')
  await kept
  await inAnotherWindow(browser, ADMIN, async (other) => {
    await openScripted(other, '/settings/display')
    await other.getByLabel('Comfortable').check()
    await other.getByRole('button', { name: 'Save' }).click()
    await closeToast(other, 'Saved')
  })
  await comeBack(page)
  await expect(page.getByLabel('Rows per page')).toHaveValue('50')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'changed in another window' })).toBeVisible()
  await expect(page.getByLabel('Rows per page')).toHaveValue('50')
  await expect(page.getByText('Row height is now: Comfortable')).toBeVisible()
  await expect(page.getByLabel('Comfortable')).toBeChecked()
  // The other window was offered the text of this one as a draft, and saved it.
  await page.getByRole('button', { name: 'Save' }).click()
  await closeToast(page, 'Content not modified!')
  await page.reload()
  await expect(page.getByLabel('Comfortable')).toBeChecked()
  await expect(page.getByLabel('Rows per page')).toHaveValue('50')
})

test('a form opened under one account is not sent after the browser signs in to another', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=under_review&type=legal_representative_change')
  await page.locator('tbody a').first().click()
  await openDecision(page, 'reject')
  const reason = dialog(page).getByLabel('Rejection reason')
  await reason.fill('Seen by its writer only')
  const other = await page.context().newPage()
  await page.context().clearCookies({ name: 'auth-storage' })
  await signInThroughPages(other, SUPERADMIN)
  await reason.fill('Seen by its writer only, and more')
  await expect(dialog(page).getByRole('alert')).toContainText('This browser is now signed in to another account')
  const drawnAnew = page
    .waitForRequest((request) => request.method() === 'GET' && request.url().includes('.data'), { timeout: 1_500 })
    .catch(() => null)
  await dialog(page).getByRole('button', { name: 'Reject application' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('This browser is now signed in to another account')
  expect(await drawnAnew).toBeNull()
  await expect(reason).toHaveValue('Seen by its writer only, and more')
  await openScripted(other, page.url())
  await expect(dialog(other).getByLabel('Rejection reason')).toHaveValue('')
  await other.close()
  await comeBack(page)
  await expect(reason).toHaveValue('')
})

test('text typed just before a reload or while offline is restored', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=under_review&type=bank_account_update')
  await page.locator('tbody a').first().click()
  await openDecision(page, 'reject')
  const reason = dialog(page).getByLabel('Rejection reason')
  await reason.fill('Typed a moment before')
  const rejecting = page.url()
  await openScripted(page, rejecting)
  await expect(reason).toHaveValue('Typed a moment before')
  await page.context().setOffline(true)
  const unsaved = page.waitForEvent('requestfailed', (request) => request.url().includes('/drafts'))
  await reason.fill('Typed without a connection')
  await unsaved
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-toaster]').getByText('There is no connection.')).toBeVisible()
  await expect(reason).toHaveValue('Typed without a connection')
  const saved = page.waitForResponse((response) => response.url().includes('/drafts'))
  await page.context().setOffline(false)
  await saved
  await expect(dialog(page)).toHaveCount(0)
  await openScripted(page, rejecting)
  await expect(reason).toHaveValue('Typed without a connection')
})

test('text typed before the scripts load stays, keeps the caret in place, and is saved as a draft', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/?status=active&country=CN')
  await page.locator('tbody a').first().click()
  await page.getByRole('link', { name: 'Edit : Basic information' }).click()
  const address = dialog(page).getByLabel('Address')
  const phone = dialog(page).getByLabel('Phone')
  const [there, called] = [await address.inputValue(), await phone.inputValue()]
  expect(there).not.toBe('')

  const arrive = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await phone.press('End')
  await page.keyboard.type(' ext. 5')
  await address.press('Control+Home')
  await page.keyboard.type('Gate 5')
  const kept = page.waitForResponse((response) => response.url().includes('/drafts'))
  await arrive()
  await page.keyboard.type(', ')
  await expect(address).toBeFocused()
  await expect(address).toHaveValue(`Gate 5, ${there}`)
  await expect(phone).toHaveValue(`${called} ext. 5`)
  await kept

  const arriveAgain = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await address.press('Control+End')
  await page.keyboard.press('ArrowLeft')
  await arriveAgain()
  await page.keyboard.type('!')
  await expect(address).toHaveValue(`Gate 5, ${there.slice(0, -1)}!${there.slice(-1)}`)
})

test('text typed only before the scripts load is saved as a draft', async ({ page }) => {
  const { reason, rejecting } = await openFirstRejection(page)
  const arrive = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await reason.fill('Typed on a slow terminal')
  const kept = page.waitForResponse((response) => response.url().includes('/drafts'))
  await arrive()
  await kept
  await openScripted(page, rejecting)
  await expect(reason).toHaveValue('Typed on a slow terminal')
})

test('an organization named before the scripts load is searched for once they run', async ({ page }) => {
  await signIn(page, ADMIN)
  const arrive = await holdScripts(page)
  await page.goto('/invites/new', { waitUntil: 'commit' })
  await dialog(page).getByRole('radio', { name: 'To an organization' }).check()
  await dialog(page).getByRole('textbox', { name: 'Organization' }).fill('кама')
  await arrive()
  await expect(dialog(page).getByRole('radio', { name: /^Кама Транс/ })).toBeEnabled()
  await expect(dialog(page).getByRole('textbox', { name: 'Organization' })).toHaveValue('кама')
})

/** Holds the scripts of pages back until the returned function is called, which then waits until they run. */
async function holdScripts(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const scripts = /\/assets\/.*\.js/
  await page.route(scripts, (route) => released.then(() => route.continue()))
  return async () => {
    release()
    await expect(page.locator('html')).toHaveAttribute('data-scripted', '')
    await page.unroute(scripts)
  }
}

async function openFirstRejection(page: Page) {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=under_review&type=bank_account_update')
  await page.locator('tbody a').first().click()
  await openDecision(page, 'reject')
  await expect(page).toHaveURL(/reject/)
  return { reason: dialog(page).getByLabel('Rejection reason'), rejecting: page.url() }
}

test('a draft still being saved when its page is left is restored', async ({ page }) => {
  const { reason, rejecting } = await openFirstRejection(page)
  const left = page.waitForEvent('request', (request) => request.isNavigationRequest())
  await page.route('**/drafts?*', async (route) => {
    await left
    // The page waits at most three seconds for it.
    await new Promise((resolve) => setTimeout(resolve, 100))
    await route.continue()
  })
  const saving = page.waitForRequest((request) => request.url().includes('/drafts'))
  await reason.fill('Still on its way')
  await saving
  await openScripted(page, rejecting)
  await expect(reason).toHaveValue('Still on its way')
})

test('when two saves of a draft arrive out of order, the later text is restored', async ({ page }) => {
  const { reason, rejecting } = await openFirstRejection(page)
  const answered = () => page.waitForResponse((response) => response.url().includes('/drafts'))
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/drafts?*', (route) => isLetGo.then(() => route.continue()), { times: 1 })
  const first = page.waitForRequest((request) => request.url().includes('/drafts'))
  await reason.fill('The earlier')
  await first
  const second = answered()
  await reason.fill('The earlier, and the later')
  await second
  const late = answered()
  letGo()
  await late
  await openScripted(page, rejecting)
  await expect(reason).toHaveValue('The earlier, and the later')
})

test('text inserted from a template and text that could not be sent are both restored', async ({ page }) => {
  const { reason, rejecting } = await openFirstRejection(page)
  const saved = () => page.waitForResponse((response) => response.url().includes('/drafts'))
  const kept: string[] = []
  page.on('response', (response) => {
    const sent = new URLSearchParams(response.request().postData() ?? '')
    if (response.url().includes('/drafts')) kept.push(...sent.values())
  })
  await dialog(page).getByLabel('Template').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Insert template' }).click()
  await expect(reason).not.toHaveValue('')
  const words = await reason.inputValue()
  await page.keyboard.press('Escape')
  // The choice, and then the text, may already have been saved while typing paused.
  await expect.poll(() => kept).toContain(words)
  await openScripted(page, rejecting)
  await expect(reason).toHaveValue(words)

  const typed = saved()
  await reason.fill('Typed before the line dropped')
  await typed
  await page.route('**/reject.data*', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  )
  await reason.pressSequentially('.')
  await dialog(page).getByRole('button', { name: 'Reject application' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('There was no connection')
  const closedAgain = saved()
  await page.keyboard.press('Escape')
  await closedAgain
  await openScripted(page, rejecting)
  await expect(reason).toHaveValue('Typed before the line dropped.')
})

test('opening another document while a decision is being sent keeps the text of the decision', async ({ page }) => {
  const { reason } = await openFirstRejection(page)
  await reason.fill('Still on its way')
  await page.route('**/reject.data*', (route) => (route.request().method() === 'POST' ? undefined : route.continue()))
  const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/reject'))
  await dialog(page).getByRole('button', { name: 'Reject application' }).click()
  await sending
  const read = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().includes('.data'),
  )
  const other = page.locator('.desk-tab:not([aria-current="true"])').first()
  const name = await other.innerText()
  await other.click()
  await read
  await expect(page.locator('.desk-tab[aria-current="true"]')).toHaveText(name)
  await expect(reason).toHaveValue('Still on its way')
})

test('a partner’s setup step saved in a second tab is reported in the first, which keeps its text', async ({
  page,
}) => {
  const own = await signInPartner(page)
  await openScripted(page, `${own}/setup/basic`)
  await page.getByLabel('Address').fill('Typed in the first tab')
  const other = await page.context().newPage()
  await openScripted(other, `${own}/setup/basic`)
  await other.getByLabel('Legal name').fill('Saved in the second')
  await other.getByRole('button', { name: 'Save' }).click()
  await closeToast(other, 'Saved')
  await other.close()
  await comeBack(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'another window' })).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('Typed in the first tab')
})

test('a form that loses the connection says so, keeps its text and can be sent again', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(
    page,
    '/verifications/?status=under_review&type=business_license_renewal&type=tax_registration_renewal',
  )
  await page.locator('tbody a').first().click()
  await expect(page).toHaveURL(/[0-9a-f-]{36}/)
  const { pathname } = new URL(page.url())
  await openDecision(page, 'reject')
  const reason = dialog(page).getByLabel('Rejection reason')
  await reason.fill('The licence has run out')
  let sent = 0
  await page.route('**/reject.data*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    return sent === 1 ? route.abort('connectionreset') : route.fulfill({ status: 503, body: 'away' })
  })
  const send = dialog(page).getByRole('button', { name: 'Reject application' })
  await send.click()
  await expect(dialog(page).getByRole('alert')).toContainText('Not sent. Try again.')
  await expect(dialog(page).getByRole('alert')).toContainText('There was no connection')
  await expect(reason).toHaveValue('The licence has run out')
  await send.click()
  await expect(dialog(page).getByRole('alert')).toContainText('could not accept it')
  await expect(reason).toHaveValue('The licence has run out')
  expect(sent).toBe(2)
  await page.unroute('**/reject.data*')
  await send.click()
  await closeToast(page, 'Application rejected')
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe(pathname)
  await expect(dialog(page)).toBeHidden()
})

/** Types a text and waits until the draft is saved or refused. */
async function type(page: Page, text: string) {
  const answered = page.waitForResponse((response) => response.url().includes('/drafts'))
  await dialog(page).getByLabel('Rejection reason').fill(text)
  await answered
}

async function openRejection(page: Page, type: string) {
  await openScripted(page, `/verifications/?status=under_review&type=${type}&sort=newest`)
  await page.locator('tbody a').first().click()
  await openDecision(page, 'reject')
  await expect(dialog(page).getByLabel('Rejection reason')).toHaveValue('')
}

test('two windows of one form keep a draft each, and neither overwrites the other', async ({ page }) => {
  await signIn(page, ADMIN)
  await openRejection(page, 'business_license_renewal')
  await type(page, 'First')
  const other = await page.context().newPage()
  await openScripted(other, page.url())
  await expect(dialog(other).getByLabel('Rejection reason')).toHaveValue('First')
  await type(other, 'Second')
  await type(page, 'First, and more')
  await openScripted(other, page.url())
  const reason = dialog(other).getByLabel('Rejection reason')
  await expect(reason).toHaveValue('First, and more')
  await dialog(other).getByRole('button', { name: 'Show that one' }).click()
  await expect(reason).toHaveValue('Second')
  await dialog(other).getByRole('button', { name: 'Discard' }).click()
  await expect(reason).toHaveValue('First, and more')
  await expect(dialog(other).getByRole('button', { name: 'Show that one' })).toHaveCount(0)
  await dialog(other).getByRole('button', { name: 'Discard' }).click()
  await expect(reason).toHaveValue('')
})

test('a form whose draft cannot be saved says why: too long, signed out or session ended', async ({ page }) => {
  await signIn(page, ADMIN)
  await openRejection(page, 'bank_account_update')
  const note = dialog(page).getByRole('alert')
  await type(page, 'x'.repeat(170_000))
  await expect(note).toContainText('too long to be saved')
  await type(page, 'Short')
  await expect(note).toHaveCount(0)
  await page.context().clearCookies({ name: 'auth-storage' })
  await type(page, 'Shorter')
  await expect(note).toContainText('Nobody is signed in')
  const other = await page.context().newPage()
  await signInThroughPages(other, ADMIN)
  await type(page, 'Shortest')
  await expect(note).toHaveCount(0)
  await other.close()
  moveClock(2 * 3_600_000)
  await type(page, 'Typed long after')
  await expect(note).toContainText('Your session has ended')
  await type(page, 'Typed long after, twice')
  await note.getByRole('link', { name: 'Sign in to send it' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  resetClock()
  const mark = outboxPosition()
  await page.getByLabel('Phone number').fill(ADMIN)
  await page.getByRole('button', { name: 'Send code' }).click()
  await enterCode(page, await codeSentTo(ADMIN, mark), 'Verify')
  await expect(dialog(page).getByLabel('Rejection reason')).toHaveValue('Typed long after, twice')
})

test('a change of language keeps the text of a request for more information', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=under_review&type=initial_registration')
  await page.locator('tbody a').first().click()
  await openDecision(page, 'request-info')
  await dialog(page).getByLabel('Item 1', { exact: true }).fill('The lease, readable')
  // The dialog covers the menu, so the click is dispatched, as a screen reader would.
  await page.locator('button[name="language"][value="ru"]').dispatchEvent('click')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(dialog(page).getByRole('textbox').first()).toHaveValue('The lease, readable')
  await openScripted(page, `${page.url()}&lng=en`)
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page).getByLabel('Item 1', { exact: true })).toHaveValue('')
})

test('arrow keys never leave the application, with or without a document open; j does', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=pending&type=initial_registration')
  await page.locator('tbody a').first().click()
  await page.getByRole('link', { name: /^1\. / }).first().click()
  await expect(page).toHaveURL(/document=/)
  const { pathname } = new URL(page.url())
  await page.keyboard.press('ArrowRight')
  await page.locator('h1').click()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(pathname)
  await page.keyboard.press('j')
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(pathname)
})

test('arrow keys move the caret or scroll the focused frame, and never leave the application', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=pending&type=initial_registration')
  await page.locator('tbody a').first().click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  const { pathname } = new URL(page.url())
  const field = page.getByRole('searchbox').first()
  await field.fill('Steppe')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('x')
  await expect(field).toHaveValue('Steppxe')
  await page.evaluate(() => {
    const frame = document.createElement('div')
    frame.tabIndex = 0
    frame.style.cssText = 'inline-size: 6rem; overflow-x: auto'
    const wide = frame.appendChild(document.createElement('div'))
    wide.style.inlineSize = '60rem'
    wide.textContent = 'What is wider than its frame'
    document.querySelector('main')?.prepend(frame)
    frame.focus()
  })
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.evaluate(() => document.activeElement?.scrollLeft ?? 0)).toBeGreaterThan(0)
  expect(new URL(page.url()).pathname).toBe(pathname)
})

test('a page whose script is gone is loaded as a full document', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/')
  let refused = 0
  await page.route('**/assets/palette-*', (route) => {
    refused += 1
    return route.abort()
  })
  await page.keyboard.press('Control+k')
  await expect
    .poll(() => refused)
    .toBeGreaterThan(0)
    .catch(async (error: unknown) => {
      const isOpen = await page.locator('dialog.palette').isVisible()
      throw new Error(isOpen ? 'The palette opened: its script was there already' : 'The key did nothing', {
        cause: error,
      })
    })
  await expect(page).toHaveURL('/search')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await openScripted(page, '/glossary')
  let missing = 0
  await page.route('**/assets/list-*', (route) => (missing++ < 1 ? route.abort() : route.continue()))
  // As in a busy browser: the script is known to be missing before React has drawn the pending state.
  await page.evaluate(() => {
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => post.call(this, message), 1_000)
    }
  })
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/users/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Users')

  await openScripted(page, '/users/')
  missing = 0
  await page.route('**/assets/page-*', (route) => (missing++ < 1 ? route.abort() : route.continue()))
  const search = page.getByRole('banner').getByRole('searchbox')
  await search.fill('Blue')
  await search.press('Enter')
  await expect(page).toHaveURL('/search?q=Blue')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
