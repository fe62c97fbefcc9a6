import puppeteer from 'puppeteer-core'
import { HEIGHT, openPage, type Engine } from './engine'

const LAUNCH_LIMIT_MS = 120_000
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
    timeout: LAUNCH_LIMIT_MS,
  })
  const page = await launched.newPage()
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]).catch(() => undefined)
  const evaluate: Engine['evaluate'] = (inPage, ...args) => page.evaluate(inPage as never, ...args)
  return {
    // Of many pages on a busy machine Firefox is said to be loading one for ever that stands there whole.
    open: (address) => openPage(evaluate, address, async () => void page.goto(address).catch(() => undefined)),
    address: async () => new URL(await evaluate(() => location.href)),
    evaluate,
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    widen: (width) => page.setViewport({ width, height: HEIGHT }),
    forgetCookies: async () => launched.deleteCookie(...(await launched.cookies())),
    close: () => launched.close(),
  }
}
