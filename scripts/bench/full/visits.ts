import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { median } from '../measure'
import { FIRST, type Line, type Scale } from './scales'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const SLOW_4G = { latency: 562, bitsASecond: 1_440_000 }
const FAST_4G = { latency: 165, bitsASecond: 8_100_000 }
const PROCESSOR_SLOWED = 4
const SCREEN = { width: 1280, height: 900 }
/** After so long without a request nothing more comes of a visit. */
const SETTLED_MS = 1000

type Seen = { usableMs: number; blockedMs: number; shift: number }
type Turn = { turnMs: number; turnBytes: number }

/** Figures 7 and 8: the first page of the invites in a browser, first and again, and the next page of it. */
export async function measureVisits({ server, cookie }: Scale, rounds: number): Promise<Line[]> {
  const browser = await openBrowser()
  const first: Seen[] = []
  const repeat: Seen[] = []
  const turns: Turn[] = []
  if (browser)
    try {
      for (let round = 0; round < rounds; round += 1) {
        const context = await browser.newContext({ viewport: SCREEN, locale: 'en-US' })
        await context.addCookies(cookiesOf(cookie, server.origin))
        first.push((await visit(context, server.origin, SLOW_4G)).seen)
        const again = await visit(context, server.origin, FAST_4G)
        repeat.push(again.seen)
        turns.push(await turn(again.page, again.line))
        await context.close()
      }
    } finally {
      await browser.close()
    }
  const middle = <Of>(all: readonly Of[], figure: (one: Of) => number, digits = 0) =>
    median(all.map(figure)).toFixed(digits)
  const said = (words: string) => (browser ? words : 'not run: no Chromium')
  return [
    {
      figure: '7. first visit, slow 4G: table usable, ms; blocked (TBT), ms; shift (CLS)',
      goal: '1200; 100; 0.01',
      found: said(
        `${middle(first, (one) => one.usableMs)}; ${middle(first, (one) => one.blockedMs)}; ${middle(first, (one) => one.shift, 3)}`,
      ),
    },
    {
      figure: '8. fast 4G: table usable on a repeat visit, ms; page turn, ms and KB',
      goal: '540; 4 KB',
      found: said(
        `${middle(repeat, (one) => one.usableMs)}; ${middle(turns, (one) => one.turnMs)} and ${middle(turns, (one) => one.turnBytes / 1000, 1)} KB`,
      ),
    },
  ]
}

/** Null where no browser starts, or the packages of development are not there. */
async function openBrowser(): Promise<Browser | null> {
  try {
    const { chromium } = await import('@playwright/test')
    const places = [process.env.CHROMIUM, ...PLACES, chromium.executablePath()]
    const executablePath = places.find((file) => file && fs.existsSync(file))
    if (!executablePath) return null
    return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  } catch (error) {
    process.stderr.write(`${String(error)}\n`)
    return null
  }
}

const cookiesOf = (cookie: string, url: string) =>
  cookie
    .split('; ')
    .map((one) => ({ name: one.slice(0, one.indexOf('=')), value: one.slice(one.indexOf('=') + 1), url }))

async function visit(context: BrowserContext, origin: string, net: typeof SLOW_4G) {
  const page = await context.newPage()
  await page.addInitScript(watch)
  const line = await context.newCDPSession(page)
  const bytesASecond = net.bitsASecond / 8
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: net.latency,
    downloadThroughput: bytesASecond,
    uploadThroughput: bytesASecond,
  })
  await line.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWED })
  await page.goto(origin + FIRST.address, { waitUntil: 'networkidle', timeout: 60_000 })
  await page.waitForFunction(isTaken)
  await wait(SETTLED_MS)
  return { page, line, seen: await page.evaluate(() => Reflect.get(window, 'seen') as Seen) }
}

/** Runs in the page: whether React has taken the links that the server drew. */
const isTaken = () =>
  Object.keys(document.querySelector('a[rel=next]') ?? {}).some((name) => name.startsWith('__reactProps'))

/** Runs in the page from its first moment: when ten rows were painted, how long scripts blocked it, how far it moved. */
function watch() {
  const seen = { usableMs: 0, blockedMs: 0, shift: 0 }
  Reflect.set(window, 'seen', seen)
  const look = () => {
    if (document.querySelectorAll('tbody tr').length < 10) return void requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => (seen.usableMs = performance.now())))
  }
  requestAnimationFrame(look)
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('longtask', ({ duration }) => (seen.blockedMs += duration - 50))
  on('layout-shift', (entry) => (seen.shift += Number(Reflect.get(entry, 'value'))))
}

/** Until the rows of the next page are painted, and all that came over the line for it, headers too. */
async function turn(page: Page, line: CDPSession): Promise<Turn> {
  let turnBytes = 0
  line.on('Network.loadingFinished', ({ encodedDataLength }) => (turnBytes += encodedDataLength))
  const turnMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const rows = () => document.querySelector('tbody')?.textContent
        const before = rows()
        const startedMs = performance.now()
        document.querySelector<HTMLElement>('a[rel=next]')?.click()
        const look = () =>
          rows() === before
            ? requestAnimationFrame(look)
            : requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedMs)))
        look()
      }),
  )
  await wait(SETTLED_MS)
  return { turnMs, turnBytes }
}
