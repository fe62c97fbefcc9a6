import puppeteer from 'puppeteer-core'
import { HEIGHT, isWholePage, until, type Engine } from './engine'

const ARGUMENTS = { chrome: ['--no-sandbox', '--disable-gpu'], firefox: [] }

/** Chromium and Firefox, both over WebDriver BiDi. */
export async function puppeteerEngine(browser: 'chrome' | 'firefox', executablePath: string): Promise<Engine> {
  const launched = await puppeteer.launch({
    browser,
    executablePath,
    protocol: 'webDriverBiDi',
    headless: true,
    args: ARGUMENTS[browser],
    defaultViewport: null,
  })
  const page = await launched.newPage()
  // How long a page may take is for the journey to say.
  page.setDefaultNavigationTimeout(0)
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]).catch(() => undefined)
  const evaluate: Engine['evaluate'] = (inPage, ...args) => page.evaluate(inPage as never, ...args)
  return {
    open: async (address) => {
      await page.goto(address)
      await until(() => evaluate(isWholePage), `the scripts of ${address}`)
    },
    address: async () => new URL(await evaluate(() => location.href)),
    evaluate,
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    widen: (width) => page.setViewport({ width, height: HEIGHT }),
    forgetCookies: async () => launched.deleteCookie(...(await launched.cookies())),
    close: () => launched.close(),
  }
}
