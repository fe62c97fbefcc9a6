import type { Browser, Page } from '@playwright/test'
import { LANGUAGES, type Language } from '../app/vocabulary'
import { everyPage, namedPages } from './support/every-page'
import { expect, test } from './support/journey'
import { ambiguousNames } from './support/names'
import { changeStored } from './support/own-console'
import { signInPartner } from './support/partner'
import {
  brokenWords,
  deadButtons,
  formsLostByLanguage,
  oddButtons,
  scrolledTables,
  tooSmall,
  tooWide,
  turnedRows,
} from './support/reach'
import { signIn, SUPERADMIN } from './support/sign-in'

declare global {
  interface Window {
    bodies: HTMLElement[]
    measures: Measure[]
  }
}

type Measure = () => string[]

/** What is measured at which widths. */
const MEASURES: Record<number, Measure[]> = {
  320: [tooWide],
  360: [tooWide, oddButtons, tooSmall, brokenWords],
  640: [tooWide, brokenWords],
  768: [tooWide, scrolledTables, brokenWords],
  1024: [tooWide, scrolledTables, brokenWords],
  1152: [tooWide, scrolledTables, brokenWords],
  1280: [tooWide, scrolledTables, tooSmall, ambiguousNames, turnedRows, brokenWords],
}

/** Russian and Kazakh have the longest words; where they fit between two widths, the others do. */
const WIDTHS: Record<Language, number[]> = {
  ru: [320, 360, 640, 768, 1024, 1152, 1280],
  kk: [320, 360, 768, 1024, 1280],
  en: [320, 1280],
  zh: [320, 1024],
}

/** In states that the first record of a list is not in. */
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

/** A kept view, of which there are none. */
async function addView(page: Page) {
  await page.goto(`/views/new?address=${encodeURIComponent('/users/?status=invited')}`)
  await page.getByRole('dialog').getByLabel('Name').fill('Who is invited')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(page).toHaveURL('/users/?status=invited')
}

async function inStates(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [list, ends] of STATES) {
    const html = await (await page.request.get(list)).text()
    const [, path] = /class="row-link"[^>]*href="([^"?]*)/.exec(html) ?? []
    if (!path) throw new Error(`${list} is empty`)
    found.push(...ends.map((end) => path + end))
  }
  return found
}

/** Somebody's pages, each as it was sent. */
type Visitor = { page: Page; pages: Map<string, string> }

async function visitors(page: Page, browser: Browser): Promise<Visitor[]> {
  await signIn(page, SUPERADMIN)
  await addView(page)
  const staff = { page, pages: await everyPage(page, [...namedPages, ...(await inStates(page))]) }
  const partner = await (await browser.newContext()).newPage()
  const own = await signInPartner(partner)
  const ofPartner = await everyPage(partner, [own + '/setup', own + '/setup/documents', own + '/verification-status'])
  const nobody = await (await browser.newContext()).newPage()
  const ofNobody = await everyPage(nobody, ['/sign-in', '/verify', '/use-invite', '/forgot-password'])
  return [staff, { page: partner, pages: ofPartner }, { page: nobody, pages: ofNobody }]
}

test('every page fits every width in every language: nothing is scrolled sideways, cut, too small, out of order, or named as another thing', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000)
  const all = await visitors(page, browser)
  const paths = all.flatMap(({ pages }) => [...pages.keys()])
  const dead: string[] = []
  for (const { pages } of all)
    for (const [path, html] of pages)
      dead.push(...(await page.evaluate(deadButtons, html)).map((button) => `${path}: ${button}`))
  expect.soft(dead).toEqual([])
  const lost: string[] = []
  for (const { pages } of all)
    for (const [path, html] of pages)
      // Passkeys need a script, with which the menu lies under the dialog.
      if (path !== '/settings/passkeys/new')
        lost.push(...(await page.evaluate(formsLostByLanguage, html)).map((form) => `${path}: ${form}`))
  expect.soft(lost).toEqual([])
  expect.soft(paths.length).toBeGreaterThan(110)

  // Each page is drawn in one that has no script of its own, which is quicker than to load it at each width.
  const stage = await page.context().newPage()
  await stage.goto('/terms')
  const faults: string[] = []
  for (const language of LANGUAGES) {
    const sent: string[] = []
    for (const { page: by, pages } of all) {
      await by.context().addCookies([{ name: 'lng', value: language, url: baseURL ?? '' }])
      for (const path of pages.keys()) sent.push(await (await by.request.get(path)).text())
    }
    await stage.evaluate(keepBodies, sent)
    for (const width of WIDTHS[language]) {
      await stage.setViewportSize({ width, height: 800 })
      await stage.evaluate(`window.measures = [${MEASURES[width]?.map(String).join(',')}]`)
      const found = await stage.evaluate(measureAll)
      faults.push(...found.map(([at, fault]) => `${language} ${paths[at]} at ${width}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})

function keepBodies(sent: string[]): void {
  const parser = new DOMParser()
  const documents = sent.map((html) => parser.parseFromString(html, 'text/html'))
  document.documentElement.lang = documents[0]?.documentElement.lang ?? ''
  window.bodies = documents.map(({ body }) => body)
  // What lies under a dialog is measured without it.
  for (const body of window.bodies) {
    const place = body.querySelector('.dialog-place')
    if (place) body.replaceChildren(...[body.querySelector('.overlay'), place].filter((part) => part !== null))
  }
  for (const body of window.bodies) for (const part of body.querySelectorAll('script, img')) part.removeAttribute('src')
}

function measureAll(): [number, string][] {
  return window.bodies.flatMap((body, at) => {
    document.body.replaceWith(document.importNode(body, true))
    return window.measures.flatMap((measure) => measure().map((fault): [number, string] => [at, fault]))
  })
}

test('names as long as they may be, without a space, break before the page grows wider', async ({ page }) => {
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
  ]
  await signIn(page, SUPERADMIN)
  const faults: string[] = []
  for (const path of paths)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await expect(page.getByText(long).first()).toBeAttached()
      // A dialog is over the page.
      const over = await page.evaluate(() => {
        const dialog = document.querySelector('[role=dialog]')
        return dialog && dialog.scrollWidth > dialog.clientWidth ? ['the dialog'] : []
      })
      faults.push(...[...(await page.evaluate(tooWide)), ...over].map((fault) => `${path} at ${width}: ${fault}`))
    }
  expect(faults).toEqual([])
})
