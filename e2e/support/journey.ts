import { expect, test as base, type ConsoleMessage, type Page } from '@playwright/test'
import { consoleOf, leaveConsole, resetClock } from './own-console'
import { delayAll } from './late'
import { holdRoutes } from './routes-in-force'
import { keepToasts } from './still-toasts'
import { holdSizes } from './sizes-in-force'
import { expectNoUnreadToasts } from './toast'

export { expect }

const START_LIMIT_MS = 240_000

/**
 * `test` of every journey.
 *
 * Data: each file of journeys has a console of its own, started on a copy of the demo data, so nothing another file does is
 * seen here. Journeys of one file share it and run one after the other, and a failed one is followed by a fresh copy: a
 * journey may rely on the demo data only, never on what a journey before it left. So take records that no other journey in
 * the file takes (another country, type or status), or make them; look for what was made by its name, not by its place.
 *
 * No page may ask for what its own policy forbids: that is looked at in every journey.
 *
 * Waiting: for what a person would see. Motion is off; keys are heard after `openScripted`; messages stay until `closeToast`
 * has seen and closed them.
 */
export const test = base.extend<{ console: string; rightTime: void }, { lastConsole: void }>({
  lastConsole: [
    async ({ browserName: _ }, use) => {
      await use()
      await leaveConsole()
    },
    { scope: 'worker', auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => delayAll(holdSizes(keepToasts(await open(options))))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  page: async ({ page, browser }, use) => {
    const refused: string[] = []
    page.context().on('console', (message) => isOfPolicy(message) && refused.push(message.text()))
    await use(holdRoutes(page))
    expect(refused, 'what the policy of a page forbids it').toEqual([])
    await expectNoUnreadToasts(page)
    // A page left open would go on sending requests to the next journey's console.
    for (const context of browser.contexts()) if (context !== page.context()) await context.close()
  },
  console: [async ({ browserName: _ }, use, { file }) => use(await consoleOf(file)), { timeout: START_LIMIT_MS }],
  baseURL: async ({ console }, use) => use(console),
  rightTime: [
    async ({ console: _ }, use) => {
      await use()
      resetClock()
    },
    { auto: true },
  ],
})

const isOfPolicy = (message: ConsoleMessage) => message.text().includes('Content Security Policy')

export const hasScripts = () => test.info().project.name === 'script'

/** Opens a page and waits until its scripts handle keys and clicks; without scripts it is ready at once. */
export async function openScripted(page: Page, path: string): Promise<void> {
  await page.goto(path)
  if (hasScripts()) await expect(page.locator('html')).toHaveAttribute('data-scripted', '')
}
