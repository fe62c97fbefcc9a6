import type { BrowserContext, Page } from '@playwright/test'

/** The delay from a new address to its drawing: longer than an expectation's polling interval, so the previous page's controls are still there. */
const DRAWING_MS = 1500
/** The delay from a server answer until the page gets it. */
const ANSWER_MS = 300
/** The delay of each script of a page. */
const SCRIPT_MS = 500

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** With `LATE=1` pages start, receive and draw late, so that a journey that does not wait for what it uses fails every time. */
export async function delayAll(context: BrowserContext): Promise<BrowserContext> {
  if (!process.env.LATE) return context
  await context.route('**/*', async (route) => {
    const kind = route.request().resourceType()
    if (kind === 'script') await wait(SCRIPT_MS)
    if (kind === 'document') await wait(ANSWER_MS)
    await route.fallback().catch(() => undefined)
  })
  await context.addInitScript((answerMs) => {
    const { fetch, setTimeout } = window
    window.fetch = async (...request) => {
      const answer = await fetch(...request)
      await new Promise((resolve) => setTimeout(resolve, answerMs))
      return answer
    }
  }, ANSWER_MS)
  await drawLate(context)
  return context
}

/** Delays React's turn after each change of address, as on a slow machine. */
export function drawLate(where: BrowserContext | Page, ms = DRAWING_MS) {
  return where.addInitScript((drawingMs) => {
    const { setTimeout } = window
    let drawsAt = 0
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
      const early = drawsAt - Date.now()
      if (early > 0) setTimeout(() => post.apply(this, message), early)
      else post.apply(this, message)
    } as typeof post

    for (const change of ['pushState', 'replaceState'] as const) {
      const original = history[change].bind(history)
      history[change] = (...entry) => {
        original(...entry)
        drawsAt = Date.now() + drawingMs
      }
    }
  }, ms)
}

/** Delays each of React's turns, so that a page's effects run long after its drawing. */
export const turnLate = (page: Page, ms: number) =>
  page.addInitScript((turnMs) => {
    const { setTimeout } = window
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
      setTimeout(() => post.apply(this, message), turnMs)
    } as typeof post
  }, ms)

declare global {
  interface Window {
    endHold?: () => void
    __reactRouterDataRouter?: { state: { loaderData: Record<string, { toasts: unknown[] } | undefined> } }
  }
}

/** Holds React's turns back, as in a busy browser, until the function that it returns is called. */
export async function holdTurns(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const held: (() => void)[] = []
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
      held.push(() => post.apply(this, message))
    } as typeof post
    window.endHold = () => {
      MessagePort.prototype.postMessage = post
      for (const turn of held) turn()
    }
  })
  return () => page.evaluate(() => window.endHold?.())
}
