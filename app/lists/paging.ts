export const PAGE_SIZES = [10, 20, 30, 40, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]
export const DEFAULT_PAGE_SIZE: PageSize = 10
const PAGE_MAX = 1_000_000

const wholeNumber = (values: readonly string[]) =>
  values.length === 1 && /^\d+$/.test(values[0] ?? '') ? Number(values[0]) : Number.NaN

/** Returns a page number from 1 to a million, which is past the end of any list; page 1 for anything that is not a positive whole number. */
export function readPage(values: readonly string[]): number {
  const page = wholeNumber(values)
  return page >= 1 ? Math.min(page, PAGE_MAX) : 1
}

/** One of {@link PAGE_SIZES}, else null. */
export function readPageSize(values: readonly string[]): PageSize | null {
  const size = wholeNumber(values)
  return PAGE_SIZES.find((known) => known === size) ?? null
}

/** The page to show when `total` rows exist: the last one when `page` is past the end. */
export const pageWithin = (page: number, pageSize: number, total: number) =>
  Math.min(page, Math.max(1, Math.ceil(total / pageSize)))

/** The page to show, and the limit and offset of its rows; `total` is `Infinity` when not all rows were counted. */
export function pageOf(asked: { page: number; pageSize: number }, found: { total: number; isMore: boolean }) {
  const page = pageWithin(asked.page, asked.pageSize, found.total)
  const place = { limit: asked.pageSize, offset: (page - 1) * asked.pageSize }
  return { page, place: { ...place, total: found.isMore ? Infinity : found.total } }
}

/** A list's search params as pairs for hidden fields, without those in `but`. */
export const otherParams = (search: string, but: readonly string[]): [name: string, value: string][] =>
  [...new URLSearchParams(search)].filter(([name]) => !but.includes(name))
