export const PAGE_SIZES = [10, 20, 30, 40, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]
export const DEFAULT_PAGE_SIZE: PageSize = 10
const PAGE_MAX = 1_000_000

const wholeNumber = (values: readonly string[]) =>
  values.length === 1 && /^\d+$/.test(values[0] ?? '') ? Number(values[0]) : Number.NaN

/** A page from 1 on, past a million the millionth, which is past the end as well; anything else is page 1. */
export function readPage(values: readonly string[]): number {
  const page = wholeNumber(values)
  return page >= 1 ? Math.min(page, PAGE_MAX) : 1
}

/** One of {@link PAGE_SIZES}, else null. */
export function readPageSize(values: readonly string[]): PageSize | null {
  const size = wholeNumber(values)
  return PAGE_SIZES.find((known) => known === size) ?? null
}

/** The page that is shown when so many rows exist: past the end it is the last one. */
export const pageWithin = (page: number, pageSize: number, total: number) =>
  Math.min(page, Math.max(1, Math.ceil(total / pageSize)))

/** The page that is shown of what was found, and its rows by place; `total` is `Infinity` where not all were counted. */
export function pageOf(asked: { page: number; pageSize: number }, found: { total: number; isMore: boolean }) {
  const page = pageWithin(asked.page, asked.pageSize, found.total)
  const place = { limit: asked.pageSize, offset: (page - 1) * asked.pageSize }
  return { page, place: { ...place, total: found.isMore ? Infinity : found.total } }
}

/** The search params of a list's address as pairs for hidden fields, all but the named ones. */
export const otherParams = (search: string, but: readonly string[]): [name: string, value: string][] =>
  [...new URLSearchParams(search)].filter(([name]) => !but.includes(name))
