export const SEARCH_MAX_LENGTH = 100
const MEMBERS_MAX = 50

/** How one search parameter is read from and written to an address. */
export type ListField<Value> = {
  read(values: readonly string[]): Value
  /** Nothing for the default. */
  write(value: Value): readonly string[]
  without(value: Value, member: string): Value
  /** The members by which this value narrows the list. */
  narrows(value: Value): readonly string[]
}

/** Any number of members of a closed list, in the list's own order; unknown members are dropped. */
export function members<const Member extends string>(all: readonly Member[]): ListField<Member[]> {
  return {
    read: (values) => {
      const given = new Set(spread(values))
      return all.filter((member) => given.has(member))
    },
    write: (value) => value,
    without: (value, gone) => value.filter((member) => member !== gone),
    narrows: (value) => value,
  }
}

/** Up to `MEMBERS_MAX` values that match `shape`, such as ids; others are dropped. */
export function matching(shape: RegExp): ListField<string[]> {
  return {
    read: (values) => [...new Set(spread(values).filter((value) => shape.test(value)))].slice(0, MEMBERS_MAX),
    write: (value) => value,
    without: (value, gone) => value.filter((member) => member !== gone),
    narrows: (value) => value,
  }
}

/** One of a closed list; the first is the default. */
export function choice<const Member extends string>(all: readonly [Member, ...Member[]]): ListField<Member> {
  const [fallback] = all
  return {
    read: (values) => (values.length === 1 ? all.find((member) => member === values[0]) : undefined) ?? fallback,
    write: (value) => (value === fallback ? [] : [value]),
    without: () => fallback,
    narrows: () => [],
  }
}

/** A field whose every value but the default narrows the list. */
export const narrowing = <Value>(field: ListField<Value>): ListField<Value> => ({ ...field, narrows: field.write })

/** Words to search for, as {@link searchWords} reads them; empty by default. */
export function text(): ListField<string> {
  return {
    read: (values) => (values.length === 1 ? searchWords(values[0] ?? '') : ''),
    write: (value) => (value ? [value] : []),
    without: () => '',
    narrows: (value) => (value ? [value] : []),
  }
}

/**
 * Returns the text of a search box, trimmed, at most {@link SEARCH_MAX_LENGTH} characters, without NUL and invisible characters:
 * address books and web pages put those around numbers and addresses, where nobody sees them.
 */
export const searchWords = (typed: string): string =>
  Array.from(typed.replaceAll(/\0|\p{Cf}/gu, '').trim())
    .slice(0, SEARCH_MAX_LENGTH)
    .join('')
    .trim()

/** Splits repeated keys, the comma form and a JSON array into values. */
function spread(values: readonly string[]): string[] {
  return values.flatMap((value) => jsonStrings(value) ?? value.split(',')).map((value) => value.trim())
}

function jsonStrings(value: string): string[] | null {
  if (!value.startsWith('[')) return null
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed.filter((member) => typeof member === 'string') : null
  } catch {
    return null
  }
}
