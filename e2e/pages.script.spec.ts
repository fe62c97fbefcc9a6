import type { Browser, Page } from '@playwright/test'
import { LANGUAGES, type Language } from '../app/vocabulary'
import { everyPage, refetchPages, namedPages } from './support/every-page'
import { introduce, newPhone, verifyInvite } from './support/join'
import { expect, openScripted, test } from './support/journey'
import { firstRowOf } from './support/links'
import { ambiguousNames } from './support/names'
import { changeStored, ownConsole } from './support/own-console'
import { signInPartner } from './support/partner'
import {
  brokenBadges,
  brokenWords,
  deadButtons,
  formsLostByLanguage,
  headings,
  hiddenOrder,
  oddButtons,
  scrolledTables,
  tooSmall,
  tooWide,
  turnedRows,
  wideHyphens,
} from './support/layout-checks'
import { signIn, SUPERADMIN } from './support/sign-in'

declare global {
  interface Window {
    bodies: HTMLElement[]
    checks: ((sent: Document) => string[])[]
    measures: Measure[]
  }
}

type Measure = () => string[]

/** What is measured at which widths. */
const MEASURES: Record<number, Measure[]> = {
  320: [tooWide],
  360: [tooWide, oddButtons, tooSmall, brokenWords],
  640: [tooWide, brokenWords],
  768: [tooWide, scrolledTables, brokenWords, brokenBadges],
  1024: [tooWide, scrolledTables, brokenWords, brokenBadges],
  1152: [tooWide, scrolledTables, brokenWords, brokenBadges],
  1280: [
    tooWide,
    scrolledTables,
    tooSmall,
    ambiguousNames,
    turnedRows,
    brokenWords,
    brokenBadges,
    wideHyphens,
    hiddenOrder,
  ],
}

/** Russian and Kazakh have the longest words; what fits in them between two widths fits in the others. */
const WIDTHS: Record<Language, number[]> = {
  ru: [320, 360, 640, 768, 1024, 1152, 1280],
  kk: [320, 360, 768, 1024, 1152, 1280],
  en: [320, 768, 1280],
  zh: [320, 768, 1024],
}

/** Pages in states that the first record of a list does not have. */
const STATES: [list: string, ends: string[]][] = [
  ['/organizations/?status=approved', ['/activate', '/archive', '/setup', '/setup/basic', '/verification-status']],
  ['/organizations/?status=active', ['/suspend']],
  ['/organizations/?status=suspended', ['/reactivate']],
  ['/users/?who=staff&status=active&role=cashier', ['', '/role', '/suspend', '/deactivate']],
  ['/users/?status=suspended', ['/restore']],
  ['/users/?status=inactive', ['/reactivate']],
  ['/verifications/?status=need_more_info', ['?decide=resubmit']],
  ['/verifications/?status=under_review&type=initial_registration', ['', '?decide=reject']],
  ['/users/recovery', ['']],
]

/** A search page with results. */
const FOUND = '/search?q=zhibek'

async function inStates(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [list, ends] of STATES) {
    const path = await firstRowOf(page, list)
    found.push(...ends.map((end) => path + end))
  }
  return found
}

/** Each page is fetched and drawn on a stage page without scripts, which is faster than loading it at each width. */
type Visitor = { stage: Page; paths: string[] }

async function visitor(page: Page, from: readonly string[]): Promise<Visitor> {
  const stage = await page.context().newPage()
  await stage.context().addCookies([{ name: 'lng', value: 'en', url: ownConsole().origin }])
  await stage.goto('/terms')
  return { stage, paths: await everyPage(stage, from) }
}

async function visitors(page: Page, browser: Browser): Promise<Visitor[]> {
  await signIn(page, SUPERADMIN)
  // A saved view, because the demo has none.
  await changeStored('keepViews', SUPERADMIN, [{ name: 'Who is invited', address: '/users/?status=invited' }])
  const staff = await visitor(page, [FOUND, ...namedPages, ...(await inStates(page))])
  const partner = await (await browser.newContext()).newPage()
  const own = await signInPartner(partner)
  const ofPartner = await visitor(partner, [own + '/setup', own + '/setup/documents', own + '/verification-status'])
  const nobody = await (await browser.newContext()).newPage()
  const ofNobody = await visitor(nobody, ['/sign-in', '/verify', '/use-invite', '/forgot-password'])
  const newcomer = await (await browser.newContext()).newPage()
  await verifyInvite(newcomer, await changeStored('makeInvite', { type: 'invite_logistic_provider', uses: 1 }))
  await introduce(newcomer, 'Somebody', newPhone())
  await expect(newcomer).toHaveURL('/sign-up/code')
  return [staff, ofPartner, ofNobody, await visitor(newcomer, ['/sign-up', '/sign-up/code', '/onboarding'])]
}

test('every page fits every width in every language, with nothing cut, too small, out of order or misnamed', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const all = await visitors(page, browser)
  expect.soft(all.flatMap(({ paths }) => paths).length).toBeGreaterThan(110)
  const dead: string[] = []
  const lost: string[] = []
  const untitled: string[] = []
  for (const { stage, paths } of all) {
    await stage.evaluate(`window.checks = [${deadButtons}, ${formsLostByLanguage}, ${headings}]`)
    const found = await stage.evaluate(() =>
      [...window.sent.values()].map((sent) => window.checks.map((check) => check(sent))),
    )
    for (const [at, path] of paths.entries()) {
      const [buttons = [], forms = [], titles = []] = found[at] ?? []
      dead.push(...buttons.map((button) => `${path}: ${button}`))
      if (titles.length !== 1) untitled.push(`${path} has ${titles.length} titles: ${titles.join()}`)
      // Passkeys need scripts, and with scripts the menu lies under the dialog.
      if (path !== '/settings/passkeys/new') lost.push(...forms.map((form) => `${path}: ${form}`))
    }
  }
  expect.soft(dead).toEqual([])
  expect.soft(lost).toEqual([])
  expect.soft(untitled).toEqual([])

  const faults: string[] = []
  for (const { stage, paths } of all)
    for (const language of LANGUAGES) {
      await stage.context().addCookies([{ name: 'lng', value: language, url: ownConsole().origin }])
      // They have already been fetched in English.
      if (language !== 'en') await refetchPages(stage, paths)
      await stage.evaluate(keepBodies)
      for (const width of WIDTHS[language]) {
        await stage.setViewportSize({ width, height: 800 })
        await stage.evaluate(`window.measures = [${MEASURES[width]?.map(String).join(',')}]`)
        const found = await stage.evaluate(measureAll)
        faults.push(...found.map(([at, fault]) => `${language} ${paths[at]} at ${width}: ${fault}`))
      }
    }
  expect(faults).toEqual([])
})

function keepBodies(): void {
  const sent = [...window.sent.values()]
  document.documentElement.lang = sent[0]?.documentElement.lang ?? ''
  window.bodies = sent.map(({ body }) => body)
  // What lies under a dialog is measured on its own page.
  for (const body of window.bodies) {
    const place = body.querySelector('.dialog-place')
    if (place) body.replaceChildren(...[body.querySelector('.overlay'), place].filter((part) => part !== null))
  }
  for (const body of window.bodies) for (const part of body.querySelectorAll('script, img')) part.removeAttribute('src')
}

function measureAll(): [number, string][] {
  return window.bodies.flatMap((body, at) => {
    document.body.replaceWith(body)
    return window.measures.flatMap((measure) => measure().map((fault): [number, string] => [at, fault]))
  })
}

test('the longest names without spaces break instead of widening the page', async ({ page }) => {
  const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(4).slice(0, 118)
  const { organizationId, verificationId, userId } = await changeStored('giveAllThisName', long)
  const [organization, person] = [`/organizations/${organizationId}`, `/users/${userId}`]
  const paths = [
    organization,
    ...['brands', 'contacts', 'documents'].map((tab) => `${organization}?tab=${tab}`),
    `/verifications/${verificationId}?decide=reject`,
    person,
    `${person}/suspend`,
    `${person}/role`,
    `/invites/?organization=${organizationId}`,
  ]
  await signIn(page, SUPERADMIN)
  const faults: string[] = []
  for (const path of paths)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await expect(page.getByText(long).first()).toBeAttached()
      // A dialog covers the page.
      const over = await page.evaluate(dialogTooWide)
      faults.push(...[...(await page.evaluate(tooWide)), ...over].map((fault) => `${path} at ${width}: ${fault}`))
    }
  expect(faults).toEqual([])
})

test('an organization with a long name without spaces breaks instead of widening the dialog that finds it', async ({
  page,
}) => {
  const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)
  await signIn(page, SUPERADMIN)
  await page.goto(`${await firstRowOf(page, '/organizations/?status=active')}/edit/basic`)
  await page.getByRole('textbox', { name: 'Organization name' }).fill(long)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(long)
  await page.setViewportSize({ width: 320, height: 800 })
  await openScripted(page, '/invites/new')
  await page.getByRole('radio', { name: 'To an organization' }).check()
  await page.getByRole('textbox', { name: 'Organization' }).fill('Donaudampf')
  await expect(page.getByRole('radio', { name: long }).first()).toBeVisible()
  expect(await page.evaluate(dialogTooWide)).toEqual([])
})

function dialogTooWide(): string[] {
  const dialog = document.querySelector('[role=dialog]')
  return dialog && dialog.scrollWidth > dialog.clientWidth ? ['the dialog'] : []
}
