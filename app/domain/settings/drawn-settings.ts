import { DEFAULT_PAGE_SIZE } from '../../lists/paging'

/** The actor's own account as it is stored. */
export type OwnAccount = {
  username: string
  email: string | null
  language: string
  timeZone: string
  pageSize: number | null
  density: string | null
  startPage: string | null
  hasShortcuts: boolean
  version: number
}

/** The fields of one settings form as they are sent; an unticked box is not sent and is '' here. */
type DrawnFields = Readonly<Record<string, string>>
export type FieldsOf = (account: OwnAccount) => DrawnFields
type Typed = Readonly<Record<string, unknown>>

export const accountFields = ({ username, email, language, timeZone }: OwnAccount) => ({
  username,
  email: email ?? '',
  language,
  timeZone,
})

export const displayFields = ({ pageSize, density, startPage, hasShortcuts }: OwnAccount) => ({
  pageSize: String(pageSize ?? DEFAULT_PAGE_SIZE),
  density: density ?? 'comfortable',
  startPage: startPage ?? 'dashboard',
  hasShortcuts: hasShortcuts ? 'on' : '',
})

const isDrawn = (read: unknown): read is DrawnFields =>
  typeof read === 'object' && read !== null && Object.values(read).every((value) => typeof value === 'string')

/** The fields that a form was drawn with, from its hidden field `seen`; empty when it is missing, as in forms of the previous release. */
export function fieldsIn(seen: unknown): DrawnFields {
  try {
    const read: unknown = JSON.parse(String(seen))
    return isDrawn(read) ? read : {}
  } catch {
    return {}
  }
}

/**
 * Merges a form onto newer settings: a field that the form did not change takes the value saved `now`, one that it changed keeps what was
 * typed. `newer` holds the fields whose saved value differs both from what the form was drawn with and from what was typed.
 */
export function mergeOntoNewer(now: DrawnFields, typed: Typed) {
  const drawn = fieldsIn(typed.seen)
  const typedIn = (name: string) => String(typed[name] ?? '')
  const newer = Object.keys(now).filter((name) => now[name] !== drawn[name] && now[name] !== typedIn(name))
  const taken = newer.filter((name) => typedIn(name) === drawn[name])
  return {
    newer: Object.fromEntries(newer.map((name) => [name, now[name] ?? ''])),
    typed: { ...typed, ...Object.fromEntries(taken.map((name) => [name, now[name]])) },
  }
}
