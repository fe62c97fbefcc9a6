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
/** A visit is over after this time without a request. */
const SETTLED_MS = 1000
const LONG_TASK_MS = 50

/** A task that blocked the page, by the page's clock. */
type LongTask = { startedMs: number; endedMs: number }
type Seen = { usableMs: number; paintedMs: number; longTasks: LongTask[]; shift: number }
type Turn = { turnMs: number; turnBytes: number }

/**
 * Figures 7 and 8: the invites' first page in a browser, on a first, second and third visit, when its scripts come compiled, and a
 * turn to the next page. An open page is closed first: when throttled, it takes a core even while nothing happens in it.
 */
export async function measureVisits({ server, cookie }: Scale, rounds: number): Promise<Line[]> {
  const browser = await openBrowser()
  const first: Seen[] = []
  const repeat: Seen[] = []
  const third: Seen[] = []
  const turns: Turn[] = []
  if (browser)
    try {
      for (let round = 0; round < rounds; round += 1) {
        const context = await browser.newContext({ viewport: SCREEN, locale: 'en-US' })
        await context.addCookies(cookiesOf(cookie, server.origin))
        const fresh = await visit(context, server.origin, SLOW_4G)
        first.push(fresh.seen)
        await fresh.page.close()
        const again = await visit(context, server.origin, FAST_4G)
        repeat.push(again.seen)
        turns.push(await turn(again.page, again.line))
        await again.page.close()
        third.push((await visit(context, server.origin, FAST_4G)).seen)
        await context.close()
      }
    } finally {
      await browser.close()
    }
  const middle = <Of>(all: readonly Of[], figure: (one: Of) => number, digits = 0) =>
    median(all.map(figure)).toFixed(digits)
  const said = (words: string) => (browser ? words : 'not run: no Chromium')
  const blocked = (all: readonly Seen[]) =>
    `${middle(all, (one) => blockedMs(one, 0))} and ${middle(all, (one) => blockedMs(one, one.paintedMs))}`
  return [
    {
      figure:
        '7. first visit, slow 4G: table usable, ms; blocked, all and since the first paint (TBT), ms; shift (CLS)',
      goal: '1200; 100; 0.01',
      found: said(
        `${middle(first, (one) => one.usableMs)}; ${blocked(first)}; ${middle(first, (one) => one.shift, 3)}`,
      ),
    },
    {
      figure: '8. fast 4G: table usable on a repeat visit, ms; page turn, ms and KB',
      goal: '540; 4 KB',
      found: said(
        `${middle(repeat, (one) => one.usableMs)}; ${middle(turns, (one) => one.turnMs)} and ${middle(turns, (one) => one.turnBytes / 1000, 1)} KB`,
      ),
    },
    {
      figure:
        '8. fast 4G: blocked on a repeat visit, all and since the first paint, ms; table usable on a third visit, ms',
      goal: '',
      found: said(`${blocked(repeat)}; ${middle(third, (one) => one.usableMs)}`),
    },
  ]
}

/** The time of tasks beyond 50 ms each, counted from a moment on. */
const blockedMs = ({ longTasks }: Pick<Seen, 'longTasks'>, sinceMs: number): number =>
  longTasks.reduce(
    (sum, { startedMs, endedMs }) => sum + Math.max(0, endedMs - Math.max(startedMs, sinceMs) - LONG_TASK_MS),
    0,
  )

/** Null when no browser starts, or the development packages are missing. */
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

/** Runs in the page: whether React has hydrated the links that the server drew. */
const isTaken = () =>
  Object.keys(document.querySelector('a[rel=next]') ?? {}).some((name) => name.startsWith('__reactProps'))

/** Runs in the page from its start: records the first paint, the paint of ten rows, long tasks and layout shift. */
function watch() {
  const seen: Seen = { usableMs: 0, paintedMs: 0, longTasks: [], shift: 0 }
  Reflect.set(window, 'seen', seen)
  const look = () => {
    if (document.querySelectorAll('tbody tr').length < 10) return void requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => (seen.usableMs = performance.now())))
  }
  requestAnimationFrame(look)
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('longtask', ({ startTime, duration }) =>
    seen.longTasks.push({ startedMs: startTime, endedMs: startTime + duration }),
  )
  on('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (seen.paintedMs = startTime))
  on('layout-shift', (entry) => (seen.shift += Number(Reflect.get(entry, 'value'))))
}

/** Measures the time until the next page's rows are painted, and all bytes transferred for it, including headers. */
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
