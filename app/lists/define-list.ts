import type { ListField } from './list-fields'
import { DEFAULT_PAGE_SIZE, readPage, readPageSize, type PageSize } from './paging'

type ListFields = Record<string, ListField<unknown>>

/** The state that a list's address holds, with every field present. */
export type ListState<Of extends ListFields> = {
  [Key in keyof Of]: Of[Key] extends ListField<infer Value> ? Value : never
} & {
  page: number
  pageSize: PageSize
  /**
   * The page size that an address without one means to its reader; links leave it out. Null when the address names one and the
   * reader is not known.
   */
  usualPageSize: PageSize | null
}

type Source = Request | URL | URLSearchParams

type MemberOf<Given> =
  Given extends ListField<infer Value> ? (Value extends readonly (infer One)[] ? One : Value) : never

/** A field's label, and the words for its members when the address's own word is not for people. */
type ChipTexts<Of extends ListFields> = {
  [Key in keyof Of]?: { label: string; member?: (member: MemberOf<Of[Key]>) => string }
}

/** One filter that a person has set, for removable chips. */
export type ActiveFilter<Of extends ListFields> = { key: keyof Of & string; value: string }

/**
 * A list whose state lives in its address (specification 2): wrong values silently become defaults, unknown members are dropped,
 * defaults are left out of links.
 */
export function defineList<const Of extends ListFields>(given: {
  path: string
  fields: Of
  pageSize?: PageSize
  /** By field: its name in older addresses. */
  formerly?: Partial<Record<keyof Of & string, string>>
}) {
  type State = ListState<Of>
  const ownPageSize = given.pageSize ?? DEFAULT_PAGE_SIZE
  const names = Object.keys(given.fields) as (keyof Of & string)[]
  const searches = new WeakMap<State, string>()

  /** Reads the state from an address. `usual` is the page size that a person chose for all lists; omitted when the address is only passed on. */
  function read(source: Source, usual?: PageSize | null): State {
    const params = paramsOf(source)
    const nameIn = (name: keyof Of & string) => (params.has(name) ? name : (given.formerly?.[name] ?? name))
    const own = names.map((name) => [name, given.fields[name]?.read(params.getAll(nameIn(name)))])
    const named = readPageSize(params.getAll('pageSize'))
    return {
      ...Object.fromEntries(own),
      page: readPage(params.getAll('page')),
      pageSize: named ?? usual ?? ownPageSize,
      usualPageSize: usual === undefined && named !== null ? null : (usual ?? ownPageSize),
    } as State
  }

  const empty = read(new URLSearchParams())

  /** The state as a query string with its question mark, or ''. A patch of anything but the page goes back to page 1. */
  function search(state: State, patch: Partial<State> = {}): string {
    const keys = Object.keys(patch)
    if (keys.length > 0)
      return write({ ...state, ...(keys.some((key) => key !== 'page') ? { page: 1 } : {}), ...patch })
    // Remembered, since each row of a page links to the list: a state never changes once it is made.
    const text = searches.get(state) ?? write(state)
    searches.set(state, text)
    return text
  }

  function write(state: State): string {
    const params = new URLSearchParams()
    for (const name of names)
      for (const value of given.fields[name]?.write(state[name]) ?? []) params.append(name, value)
    if (state.page !== 1) params.set('page', String(state.page))
    if (state.pageSize !== state.usualPageSize) params.set('pageSize', String(state.pageSize))
    const text = params.toString()
    return text && `?${text}`
  }

  function without(state: State, key: keyof Of & string, value?: string): State {
    const remaining = value === undefined ? empty[key] : given.fields[key]?.without(state[key], value)
    return { ...state, [key]: remaining, page: 1 }
  }

  /** The active filters in words, in the order of `texts`, each with the address that removes it. */
  function chips(state: State, texts: ChipTexts<Of>) {
    return (Object.keys(texts) as (keyof Of & string)[]).flatMap((key) =>
      (given.fields[key]?.narrows(state[key]) ?? []).map((value) => ({
        label: texts[key]?.label ?? key,
        value: texts[key]?.member?.(value as MemberOf<Of[typeof key]>) ?? value,
        removeHref: given.path + search(without(state, key, value)),
      })),
    )
  }

  return {
    path: given.path,
    definition: given.fields,
    fields: names,
    /** True when older addresses use other field names. */
    isRenamed: given.formerly !== undefined,
    empty,
    read,
    search,
    /** A link to the list, or to another path that carries its state. */
    href: (state: State, patch?: Partial<State>, path: string = given.path) => path + search(state, patch),
    /** The state without one member of a field, or without the whole field, at page 1. */
    without,
    chips,
    /** All active filters; order and paging are none. */
    activeFilters: (state: State): ActiveFilter<Of>[] =>
      names.flatMap((key) => (given.fields[key]?.narrows(state[key]) ?? []).map((value) => ({ key, value }))),
  }
}

function paramsOf(source: Source): URLSearchParams {
  if (source instanceof URLSearchParams) return source
  return source instanceof URL ? source.searchParams : new URL(source.url).searchParams
}
