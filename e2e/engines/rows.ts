import { until, type Point } from './engine'
import type { Person } from './person'

/** What a link covers: the rows of a table, or the cards of a page. */
export type Covered = { rows: string; link: string }
export const TABLE: Covered = { rows: 'tbody tr:has(.row-link)', link: '.row-link' }

/** Engines may tell of a click before the page has heard it. */
const CLICK_LIMIT_MS = 5000

type Row = {
  href: string
  /** Where to click it: on its link and on its last part that has no control of its own. */
  points: Point[]
  /** What a click there would reach. */
  reached: string[]
  /** Parts whose middle belongs to another row, and controls that a link hides. */
  strange: string[]
}

/** Looks at every row, and clicks on the first and the last; `wrong` is empty when all of each row was its own. */
export async function clickRows(person: Person, covered: Covered): Promise<{ rows: number; wrong: string[] }> {
  await person.evaluate(noteClicks)
  const rows = await person.evaluate(lookAtRows, covered, null)
  const wrong = rows.flatMap(({ href, reached, strange }, index) => [
    ...strange.map((what) => `row ${index + 1}: ${what} is not its own`),
    ...reached.filter((other) => other !== href).map((other) => `row ${index + 1} shows ${other}, not ${href}`),
  ])
  for (const index of new Set([0, rows.length - 1])) {
    const [row] = await person.evaluate(lookAtRows, covered, index)
    for (const point of row?.points ?? []) {
      await person.click(point)
      let reached = 'nothing'
      const isNoted = async () => (reached = await person.evaluate(takeNotedClick)) !== 'nothing'
      await until(isNoted, 'a click', CLICK_LIMIT_MS).catch(() => undefined)
      if (reached !== row?.href) wrong.push(`row ${index + 1} leads to ${reached}, not to ${row?.href}`)
    }
  }
  return { rows: rows.length, wrong }
}

/** Scrolls so far that the head of the table stands over rows; what a click on the head would reach. */
export const headStandsOver = () => {
  const head = document.querySelector('thead')
  window.scrollBy({ top: (head?.getBoundingClientRect().top ?? 0) + 40, behavior: 'instant' })
  const cell = head?.querySelector('th:not(:has(.sr-only))')
  const box = cell?.getBoundingClientRect()
  const hit = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  return { isStuck: (box?.top ?? -1) >= 0, isOnTop: Boolean(hit && head?.contains(hit)) }
}

/**
 * Clicks on links are noted and go nowhere, so that one page is enough for all of its rows. What they point at is not fetched
 * ahead: WebKit ends that when the page is left for another, and the router takes it for a script that is gone.
 */
const noteClicks = () => {
  for (const type of ['mouseover', 'mouseout', 'focusin'])
    window.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true })
  window.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      document.documentElement.dataset.noted = link?.getAttribute('href') ?? String(event.target)
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}

const takeNotedClick = () => {
  const { noted } = document.documentElement.dataset
  delete document.documentElement.dataset.noted
  return noted ?? 'nothing'
}

/** All rows, or one of them, which is then in view. */
const lookAtRows = (covered: Covered, only: number | null): Row[] => {
  const middleOf = (element: Element) => {
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const hit = (element: Element) => document.elementFromPoint(middleOf(element).x, middleOf(element).y)
  const look = (row: Element): Row[] => {
    const link = row.querySelector(covered.link)
    if (!link) return []
    row.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    // A table wider than its frame is scrolled; what lies beyond the edge, or on it, cannot be clicked yet.
    const frame = row.closest('.table-box')?.getBoundingClientRect()
    const edge = 4
    const edges = {
      start: Math.max(frame?.left ?? 0, 0) + edge,
      end: Math.min(frame?.right ?? Infinity, window.innerWidth) - edge,
    }
    const isShown = (element: Element) =>
      element.getClientRects().length > 0 && middleOf(element).x > edges.start && middleOf(element).x < edges.end
    const parts = [...row.children].filter(isShown)
    const controls = [...row.querySelectorAll('a, button, label')].filter(
      (control) => isShown(control) && control !== link && !control.closest('[popover]'),
    )
    const far = parts.findLast((part) => !part.querySelector('a, button, label, input, summary'))
    const clicked = [link, ...(far ? [far] : [])]
    return [
      {
        href: link.getAttribute('href') ?? '',
        points: clicked.map(middleOf),
        reached: clicked.map((element) => hit(element)?.closest('a[href]')?.getAttribute('href') ?? 'nothing'),
        strange: [
          ...parts.filter((part) => !row.contains(hit(part))).map((part) => `"${part.textContent}"`),
          ...controls.filter((control) => !control.contains(hit(control))).map((control) => `"${control.textContent}"`),
        ],
      },
    ]
  }
  return [...document.querySelectorAll(covered.rows)].filter((_, at) => only === null || at === only).flatMap(look)
}
