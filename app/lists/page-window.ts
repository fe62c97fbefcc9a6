export type PageStep = number | 'gap'

const PAGES_SHOWN_FULLY = 5

/**
 * Which page numbers a pagination shows (specification 9): all of up to five; otherwise the first, the current with its neighbours
 * and the last, with a `gap` where pages are left out. `page` is clamped to 1 … `pageCount`; no pages count as one.
 */
export function pageWindow(page: number, pageCount: number): PageStep[] {
  const last = Math.max(1, Math.trunc(pageCount))
  const current = Math.min(Math.max(1, Math.trunc(page)), last)
  if (last <= PAGES_SHOWN_FULLY) return span(1, last)
  if (current <= 3) return [...span(1, 4), 'gap', last]
  if (current >= last - 2) return [1, 'gap', ...span(last - 3, last)]
  return [1, 'gap', ...span(current - 1, current + 1), 'gap', last]
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
