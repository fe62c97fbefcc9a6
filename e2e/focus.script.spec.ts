import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { expect, openScripted, test } from './support/journey'
import { recordedAnnouncements, recordAnnouncements, recordOnEveryPage } from './support/announcements'
import { ADMIN, MANAGER, signIn, openSession, SUPERADMIN } from './support/sign-in'
import { closeToast } from './support/toast'
import { holdTurns, turnLate } from './support/late'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The live region announces a change that cannot be seen. */
const said = (page: Page, words: string | RegExp) =>
  expect(page.locator('[data-toaster]').getByRole('status')).toContainText(words)

/** Cyrillic or Chinese words that an English voice would read, alone or within a sentence of the page. */
const misread = (page: Page) =>
  main(page).evaluate((place) => {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      const text = (textContent ?? '').trim()
      // A text that a person wrote may mix scripts and is read in one language; so is the content of a control.
      const isOneText = parentElement?.closest('bdi, [dir="auto"], option, textarea')
      const isForeign =
        /[\p{Script=Cyrillic}\p{Script=Han}]{2}/u.test(text) && !(isOneText && /\p{Script=Latin}/u.test(text))
      if (parentElement?.closest('[aria-hidden]')) continue
      if (isForeign && parentElement?.closest('[lang]')?.getAttribute('lang') === 'en') found.push(text)
    }
    return found
  })

/** Names shared by two controls of a page, which only their place tells apart. */
const twins = (page: Page) =>
  page.evaluate(() => {
    const names = [...document.querySelectorAll<HTMLElement>('button, summary, input, select, textarea')]
      .filter((control) => control.checkVisibility() && control.tabIndex >= 0)
      .map((control) => {
        const label = 'labels' in control ? (control.labels as NodeListOf<HTMLElement> | null)?.[0] : undefined
        return (control.ariaLabel ?? (label ?? control).textContent ?? '').trim()
      })
    return names.filter((name, index) => names.indexOf(name) !== index)
  })

/** Runs in the page: the window gets the focus again after a minute. */
function comeBack(now: number) {
  Date.now = () => now + 60_000
  window.dispatchEvent(new Event('focus'))
}

test('a new page focuses its heading; a list keeps the focus on its control and announces what was found', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/')
  await page.getByRole('link', { name: 'Organizations', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeFocused()

  const filter = main(page).getByRole('button', { name: 'Country' })
  await filter.click()
  await page.getByLabel('Kazakhstan').check()
  await page.getByRole('button', { name: 'Apply' }).locator('visible=true').first().press('Enter')
  await expect(page).toHaveURL(/country=KZ/)
  await expect(filter).toBeFocused()
  await said(page, /^\d+ found/)

  const search = main(page).getByRole('searchbox')
  await search.fill('zzzz')
  await search.press('Enter')
  await expect(page).toHaveURL(/q=zzzz/)
  await said(page, '0 found')
  await expect(search).toBeFocused()
  await page.goBack()
  await expect(search).toHaveValue('')

  await page.getByRole('link', { name: /^Remove filter: Country/ }).press('Enter')
  await expect(page).toHaveURL('/organizations/')
  await said(page, /^\d\d found/)
  await expect(main(page).locator(':focus')).toBeVisible()

  const next = page.getByRole('link', { name: 'Next' })
  await next.press('Enter')
  await said(page, /Page 2 of \d/)
  await expect(next).toBeFocused()
  const last = page.getByRole('link', { name: /^Page \d+$/ }).last()
  await last.click()
  await expect(last).toHaveAttribute('aria-current', 'page')
  await expect(last).toBeFocused()
  const end = page.url()
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Previous' }).press('Enter')
  await expect(next).not.toHaveAttribute('aria-disabled')
  await next.press('Enter')
  await expect(page).toHaveURL(end)
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await expect(next).toBeFocused()

  const column = page.getByRole('columnheader').getByRole('link').first()
  await column.press('Enter')
  await expect(page).toHaveURL(/sort=/)
  await expect(column).toBeFocused()
  await said(page, /^Sorted by /)

  const size = page.getByLabel('Rows per page')
  await size.focus()
  await size.selectOption('50')
  await expect(page).toHaveURL(/pageSize=50/)
  await expect(size).toBeFocused()

  expect(await misread(page)).toEqual([])
  await page.locator('.row-link').first().press('Enter')
  await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}/)
  await expect(heading(page)).toBeFocused()
  const tab = main(page)
    .getByRole('navigation')
    .getByRole('link', { name: /^Documents/ })
  await tab.press('Enter')
  await expect(page).toHaveURL(/tab=documents/)
  await expect(tab).toBeFocused()
  await said(page, 'Documents')
  await page.goBack()
  await page.goBack()
  await expect(heading(page)).toBeFocused()
})

test('a decision announces that it was taken and whose application comes next', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=pending&type=initial_registration&type=address_change')
  await firstUnreplaced(page).press('Enter')
  await expect(heading(page)).toBeFocused()
  await page.getByRole('button', { name: 'Claim' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  const reviewer = page.getByRole('region', { name: 'Who reviews it' })
  await expect(reviewer).toBeFocused()
  // The minutes since then are shown beside it but not announced.
  await expect(reviewer.getByText('You are reviewing it', { exact: true })).toBeVisible()
  await expect(reviewer.getByRole('time')).toBeVisible()
  await said(page, 'You are reviewing it')
  await closeToast(page, 'Review started')
  await page.getByRole('link', { name: 'Reject document' }).press('Enter')
  await said(page, /^Reject document$/)
  const judged = await page.locator('.desk-tab-link[aria-current]').getAttribute('aria-label')
  const [kindJudged, fileJudged] = judged?.replace(/^\d+\. /, '').split(': ') ?? []
  await expect(page.getByLabel('Why the document is rejected')).toHaveAccessibleDescription(
    new RegExp(`${kindJudged} ${fileJudged}`),
  )
  await page.keyboard.press('Escape')
  const verify = page.getByRole('button', { name: 'Verify document' })
  await expect(verify).toHaveAccessibleDescription(`${kindJudged} ${fileJudged}`)
  await verify.press('Enter')
  await closeToast(page, `Document verified: ${fileJudged}`)
  await expect(page.locator('.desk-tab-link[aria-current]')).not.toHaveAttribute('aria-label', judged ?? '')
  const documentTab = page.locator('.desk-tab-link:not([aria-current])').first()
  const kind = (await documentTab.innerText()).replace(/^\d+\. /, '')
  await expect(documentTab).toHaveAccessibleName(new RegExp(`^\\d+\\. ${kind}: \\S`))
  await expect(documentTab).toHaveAccessibleDescription(/^(Pending|Verified|Rejected)/)
  await documentTab.press('Enter')
  await said(page, new RegExp(`^${kind}: \\S`))

  await page.locator('a[data-act="reject"]').press('Enter')
  await said(page, /^Reject application$/)
  const form = page.getByRole('region', { name: 'Reject application', exact: true })
  const reason = form.getByLabel('Rejection reason')
  await expect(reason).toBeFocused()
  await form.getByRole('button', { name: 'Reject application' }).press('Enter')
  await expect(reason).toHaveAccessibleDescription(/This field is required/)
  await expect(reason).toBeFocused()
  await form.getByLabel('Template').selectOption({ index: 1 })
  await form.getByRole('button', { name: 'Insert template' }).press('Enter')
  await said(page, 'Template inserted')
  await expect(reason).toHaveAccessibleDescription(/In your language: \S/)
  // The region exists before its text, so that the text is announced.
  const warning = form.getByRole('status')
  await expect(warning).toHaveText('')
  await reason.fill('执照已经过期，请上传新的执照')
  await expect(warning).toHaveText(/^The applicant’s language is .* in another script/)
  await expect(reason).toHaveAccessibleDescription(/in another script/)
  await reason.fill('The licence has expired')
  await form.getByRole('button', { name: 'Reject and open the next' }).press('Enter')
  await said(page, 'Application rejected')
  await expect(heading(page)).toBeFocused()
  const next = (await heading(page).innerText()).trim()
  await said(page, new RegExp(`^.*Next: ${next}, .*\\. Undo: Ctrl\\+Z until \\d`))
  // Names are marked with their own language.
  await expect(page.locator('[data-line] bdi')).toHaveText(next)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAccessibleDescription(/^Rejected /)

  await page.goBack()
  await expect(heading(page)).not.toHaveText(next)
  await expect(page.getByText('Already decided. No action is needed.')).toBeVisible()
  await expect(form).toHaveCount(0)
})

test('the next application is announced in a slow browser too', async ({ page }) => {
  await turnLate(page, 100)
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=pending&type=initial_registration&type=address_change')
  await page.locator('.row-link').first().press('Enter')
  await expect(heading(page)).toBeFocused()
  await page.getByRole('button', { name: 'Claim' }).press('Enter')
  await page.locator('a[data-act="reject"]').press('Enter')
  const form = page.getByRole('region', { name: 'Reject application', exact: true })
  await form.getByLabel('Rejection reason').fill('The licence has expired')
  await form.getByRole('button', { name: 'Reject and open the next' }).press('Enter')
  await said(page, /Next: .*\. Undo: Ctrl\+Z until \d/)
  await expect(heading(page)).toBeFocused()
})

test('a page opened from far down a list starts at its top, and Back returns to the row', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.setViewportSize({ width: 1280, height: 600 })
  await openScripted(page, '/organizations/?pageSize=50')
  const row = page.locator('.row-link').nth(30)
  await row.click()
  await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}/)
  await expect(heading(page)).toBeFocused()
  await expect(heading(page)).toBeInViewport()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/organizations/?pageSize=50')
  await expect(row).toBeInViewport()
})

test('text that people wrote is marked with its language, and no two controls of a page share a name', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  const addresses = ['/', '/users/', '/invites/', '/audit', '/inbox', '/verifications/']
  const opened = async (list: string) => {
    await page.goto(list)
    const links = await page.locator('.row-link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    addresses.push(...links.flatMap((link) => link ?? []).slice(0, 4))
  }
  await opened('/verifications/?status=rejected&status=need_more_info')
  await opened('/organizations/')
  addresses.push(...addresses.slice(-4).map((address) => `${address.split('?')[0]}?tab=documents`))
  await opened('/users/')
  for (const address of addresses) {
    await page.goto(address)
    const seen = { address, misread: await misread(page), twins: await twins(page) }
    expect.soft(seen).toEqual({ address, misread: [], twins: [] })
  }
})

test('a layer over the page takes the focus, announces an empty result, and returns the focus when it closes', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/invites/')
  const row = page.locator('.row-link').first()
  await row.press('Enter')
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/invites/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await row.focus()

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and actions' })
  await palette.getByRole('combobox').fill('zzzzqq')
  await expect(palette.getByRole('status')).toHaveText('No results')
  await expect(palette.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false')
  await expect(palette.getByRole('listbox')).toHaveCount(0)
  await expectAccessible(page, { part: 'dialog' })
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByRole('group', { name: 'Keyboard shortcuts' })).toHaveAttribute('tabindex', '0')
  await expectAccessible(page, { part: 'dialog' })
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()

  await main(page).getByText('Status', { exact: true }).first().click()
  await expect(main(page).getByRole('checkbox', { name: 'Active' })).toBeVisible()
  await expectAccessible(page, { part: 'main' })

  await openScripted(page, '/settings/display')
  const save = main(page).getByRole('button', { name: 'Save' })
  await save.press('Enter')
  await said(page, /./)
  await expect(save).toBeFocused()
})

test('a form corrected and sent again shows no error while it is being sent', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/')
  await page.getByRole('link', { name: 'Create invite code' }).first().press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toBeVisible()
  await expect(page.locator('[data-toaster]').getByRole('status')).not.toContainText('Found')
  const create = dialog.getByRole('button', { name: 'Create code' })
  await create.press('Enter')
  await expect(dialog.getByLabel('Organization', { exact: true })).toHaveAccessibleDescription(/This field is required/)
  await dialog.getByRole('radio', { name: 'Logistics provider' }).press('Space')

  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/invites/new.data*', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await create.press('Enter')
  await expect(create).toHaveAttribute('aria-busy', 'true')
  await expect(dialog.getByText('This field is required')).toHaveCount(0)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  const line = page.locator('[data-line]')
  await expect(line).toHaveText('Loading')
  letGo()
  await said(page, 'Invite code created')
  await expect(line).not.toHaveText('Loading')
})

/** The first application in which no document was replaced, so that a verdict moves on to another document. */
const firstUnreplaced = (page: Page) =>
  page.locator('tbody tr').filter({ hasNotText: 'resubmitted' }).locator('.row-link').first()

/** Opens the first such application that nobody reviews. */
async function openUnclaimed(page: Page, query: string): Promise<void> {
  await openScripted(page, `/verifications/?${query}`)
  await firstUnreplaced(page).click()
  await expect(page.getByRole('button', { name: 'Claim' })).toBeVisible()
}

test('a verdict and the next document are announced together, once the server has answered', async ({ page }) => {
  await signIn(page, ADMIN)
  await openUnclaimed(page, 'view=claimable&country=KZ')
  const open = page.locator('.desk-tab-link[aria-current]')
  const nameOf = async () => (await open.getAttribute('aria-label'))?.replace(/^\d+\. /, '').split(': ') ?? []
  const [kind, file] = await nameOf()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/verify.data*', async (route) => {
    await held
    await route.continue()
  })
  await recordAnnouncements(page)
  // If the next document takes a second to load, that is announced too.
  const ofVerdict = async () => (await recordedAnnouncements(page)).filter((line) => line !== 'Loading')
  await page.getByRole('button', { name: 'Verify document' }).press('Enter')
  await expect(open).not.toHaveAttribute('aria-label', new RegExp(`${kind}: ${file}`))
  const [nextKind, nextFile] = await nameOf()
  expect(await ofVerdict()).toEqual([])
  letGo()
  await closeToast(page, `Document verified: ${file}`)
  expect(await ofVerdict()).toEqual([`Document verified: ${file}. Next document: ${nextKind}, ${nextFile}`])
})

test('a verdict answered before the next document has loaded is shown in the list of documents', async ({ page }) => {
  await signIn(page, ADMIN)
  await openUnclaimed(page, 'view=claimable&country=RU')
  const judged = page.locator('.desk-tab-link[aria-current]')
  const name = (await judged.getAttribute('aria-label')) ?? ''
  await page.route(/\.data\?.*document=/, async (route) => {
    if (route.request().method() === 'GET') await page.getByText('Document verified: ').waitFor()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Verify document' }).press('Enter')
  await expect(judged).not.toHaveAttribute('aria-label', name)
  await expect(page.locator('.desk-tab').filter({ has: page.getByLabel(name, { exact: true }) })).toContainText(
    'Verified',
  )
})

test('claiming, releasing and a colleague’s claim are each announced once', async ({ page, browser }) => {
  await signIn(page, ADMIN)
  await openUnclaimed(page, 'view=claimable&country=UZ')
  const address = page.url()
  await recordAnnouncements(page)
  const ofClaim = async () =>
    (await recordedAnnouncements(page)).flatMap((line) => /[^.]* reviewing it\b/.exec(line)?.[0].trim() ?? [])
  await page.getByRole('button', { name: 'Claim' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  await expect.poll(ofClaim).toEqual(['You are reviewing it'])
  await page.getByRole('button', { name: 'Release' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Claim' })).toBeVisible()
  await expect.poll(ofClaim).toEqual(['You are reviewing it', 'Nobody is reviewing it'])

  const other = await (await browser.newContext()).newPage()
  await signIn(other, SUPERADMIN)
  await openScripted(other, address)
  await other.getByRole('button', { name: 'Claim' }).click()
  await expect(other.getByRole('button', { name: 'Release' })).toBeVisible()
  await page.evaluate(comeBack, Date.now())
  await expect.poll(async () => (await ofClaim()).slice(2)).toEqual([expect.stringMatching(/^\S.+ is reviewing it$/)])

  // Also in a busy browser, where the answer arrives before the pending state is drawn.
  await turnLate(page, 500)
  await openScripted(page, address)
  await recordAnnouncements(page)
  await other.getByRole('button', { name: 'Release' }).click()
  await expect(other.getByRole('button', { name: 'Claim' })).toBeVisible()
  await page.evaluate(comeBack, Date.now())
  await expect.poll(ofClaim).toEqual(['Nobody is reviewing it'])
})

test('a toast is shown and announced also when a busy browser never drew the data that it came with', async ({
  page,
}) => {
  // oxlint-disable-next-line no-underscore-dangle
  const toasts = () => page.evaluate(() => window.__reactRouterDataRouter?.state.loaderData.root?.toasts.length)
  await signIn(page, ADMIN)
  await openUnclaimed(page, 'view=claimable&country=UZ')
  await recordAnnouncements(page)
  const draw = await holdTurns(page)
  await page.getByRole('button', { name: 'Claim' }).press('Enter')
  await expect.poll(toasts).toBe(1)
  await page.evaluate(comeBack, Date.now())
  await expect.poll(toasts).toBe(0)
  await draw()
  await expect.poll(() => recordedAnnouncements(page)).toContainEqual(expect.stringContaining('Review started'))
  await closeToast(page, 'Review started')
})

test('a template is inserted as a new item when the first one already has its target chosen', async ({ page }) => {
  await signIn(page, ADMIN)
  await openUnclaimed(page, 'status=pending&type=initial_registration')
  await page.getByRole('button', { name: 'Claim' }).click()
  await page.locator('a[data-act="request-info"]').click()
  const part = (name: string) => page.locator(`[name="${name}"]`)
  await part('items[0].target').selectOption({ index: 1 })
  const chosen = await part('items[0].target').inputValue()
  await part('pick').selectOption({ index: 1 })
  await part('pickAbout').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Insert template' }).click()
  await expect(part('items[1].text')).not.toHaveValue('')
  await expect(part('items[0].text')).toHaveValue('')
  await expect(part('items[0].target')).toHaveValue(chosen)
})

test('a template that cannot be inserted is announced at every attempt', async ({ page }) => {
  await signIn(page, ADMIN)
  await openUnclaimed(page, 'status=pending&type=initial_registration')
  await page.getByRole('button', { name: 'Claim' }).click()
  await page.locator('a[data-act="reject"]').click()
  const insert = page.getByRole('button', { name: 'Insert template' })
  await expect(insert).toBeVisible()
  await recordAnnouncements(page)
  await insert.press('Enter')
  const fault = page.getByRole('group', { name: 'Ready texts' }).getByRole('alert')
  await expect(fault).toBeVisible()
  const words = await fault.innerText()
  await insert.press('Enter')
  await expect.poll(() => recordedAnnouncements(page)).toEqual([words, words])
})

test('signing out is announced', async ({ page }) => {
  await openSession(page, MANAGER)
  await openScripted(page, '/')
  await recordOnEveryPage(page)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await expect.poll(() => recordedAnnouncements(page)).toEqual(['You are signed out'])
})

test('the message that a new page arrives with is announced', async ({ page }) => {
  await openSession(page, MANAGER)
  await openScripted(page, '/')
  await recordOnEveryPage(page)
  const loaded = page.waitForEvent('load')
  await page.locator('button[name="language"][value="en"]').dispatchEvent('click')
  await loaded
  await expect.poll(() => recordedAnnouncements(page)).toContain('Settings saved')
})
