/** A browser under a real mouse and real keys, whatever protocol it speaks. */
export type Engine = {
  /** Opens a page and waits until it and its scripts are there. */
  open: (address: string) => Promise<void>
  address: () => Promise<URL>
  evaluate: <Args extends unknown[], Result>(inPage: (...args: Args) => Result, ...args: Args) => Promise<Result>
  click: (point: Point) => Promise<void>
  type: (text: string) => Promise<void>
  widen: (width: number) => Promise<void>
  forgetCookies: () => Promise<void>
  close: () => Promise<void>
}

export type Point = { x: number; y: number }

export const HEIGHT = 900

/** Of one step, on a machine that has several browsers to serve. */
export const STEP_LIMIT_MS = 90_000
const PAGE_LIMIT_MS = 120_000

/** Goes to a page and waits until it and its scripts are there, whatever the protocol tells of its loading. */
export async function openPage(
  evaluate: Engine['evaluate'],
  address: string,
  go: () => Promise<unknown>,
): Promise<void> {
  // One page may still be giving way to the next.
  await until(() => evaluate(markLeft), 'a page to leave')
  await go()
  const isThere = async () =>
    !(await evaluate(isLeft)) && (await evaluate(isAt, address)) && (await evaluate(isWholePage))
  await until(isThere, `the scripts of ${address}`, PAGE_LIMIT_MS)
}

const markLeft = (): boolean => {
  document.documentElement.dataset.left = ''
  return true
}
const isLeft = () => document.documentElement.dataset.left !== undefined
const isAt = (address: string) => location.pathname === new URL(address).pathname

/** Loaded, and hearing clicks and keys where the page has scripts of its own: it brings its texts along. */
const isWholePage = () => {
  const { scripted } = document.documentElement.dataset
  const isDrawn = document.readyState === 'complete' && document.querySelector('h1') !== null
  return isDrawn && (scripted !== undefined || !document.getElementById('texts'))
}

/** A question asked while one page gives way to the next is never answered by some engines: it is asked again. */
const LONGEST_QUESTION_MS = 5000
const unanswered = () => new Promise<false>((resolve) => setTimeout(resolve, LONGEST_QUESTION_MS, false))

export async function until(holds: () => Promise<boolean>, what: string, limitMs = STEP_LIMIT_MS): Promise<void> {
  const startedMs = performance.now()
  let fault: unknown
  const isSo = () =>
    holds().catch((error: unknown) => {
      fault = error
      return false
    })
  while (!(await Promise.race([isSo(), unanswered()]))) {
    if (performance.now() - startedMs > limitMs)
      throw new Error(`Waited ${limitMs / 1000} s for ${what}`, { cause: fault })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
