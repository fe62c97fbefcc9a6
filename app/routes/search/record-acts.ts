/** One action that the current page offers: its label, and how to trigger it. */
type RecordAct = { label: string; press: () => void }

const ACTS = [
  '.page-head-actions :is(a[href], button)',
  '[data-acts] :is(a[href], button)',
  '[data-desk] :is(a[href], button)[aria-keyshortcuts]',
].join()

/** A record shown in a dialog over its list, without a form to write in. */
export const RECORD_OVER_LIST = '[role="dialog"]:has([data-acts])'

/** Shortcuts that submit or leave a form rather than start an action. */
const NO_ACT = /^(Escape|Control\+Enter)$/

/**
 * The actions on the current record: the page's own links and buttons, which are drawn only for those who may use them. They are
 * clicked as by the pointer, so that the palette can do no more than the page.
 */
export function readRecordActs(): { title: string; acts: RecordAct[] } {
  const acts: RecordAct[] = []
  const record = document.querySelector(RECORD_OVER_LIST) ?? document.querySelector('#main')
  for (const element of record?.querySelectorAll<HTMLElement>(ACTS) ?? []) {
    if (!element.checkVisibility() || element.matches('[disabled], [aria-disabled="true"]')) continue
    if (NO_ACT.test(element.getAttribute('aria-keyshortcuts') ?? '')) continue
    const label = labelOf(element)
    if (label && !acts.some((act) => act.label === label)) acts.push({ label, press: () => element.click() })
  }
  return { title: labelOf(record?.querySelector('h1, h2') ?? null), acts }
}

function labelOf(element: Element | null): string {
  if (!element) return ''
  const copy = element.cloneNode(true) as Element
  for (const part of copy.querySelectorAll('kbd, svg, .count')) part.remove()
  return (copy.textContent ?? '').trim() || (element.getAttribute('aria-label') ?? '')
}
