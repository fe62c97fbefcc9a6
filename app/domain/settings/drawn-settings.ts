import { DEFAULT_PAGE_SIZE } from '../../lists/paging'

/** One's own account as it is saved. */
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

/** The fields of one form of one's own settings as they are sent; a box that is not ticked is not sent, which is empty here. */
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

/** What a form was drawn with, by its hidden field `seen`; nothing where it does not say, such as one of the release before. */
export function fieldsIn(seen: unknown): DrawnFields {
  try {
    const read: unknown = JSON.parse(String(seen))
    return isDrawn(read) ? read : {}
  } catch {
    return {}
  }
}

/**
 * A form onto newer settings: what was not changed in it takes what is saved `now`, and only what was is put on top of that. `newer`
 * has each field that is saved otherwise than the form was drawn with and than it was typed.
 */
export function ontoNewer(now: DrawnFields, typed: Typed) {
  const drawn = fieldsIn(typed.seen)
  const typedIn = (name: string) => String(typed[name] ?? '')
  const newer = Object.keys(now).filter((name) => now[name] !== drawn[name] && now[name] !== typedIn(name))
  const taken = newer.filter((name) => typedIn(name) === drawn[name])
  return {
    newer: Object.fromEntries(newer.map((name) => [name, now[name] ?? ''])),
    typed: { ...typed, ...Object.fromEntries(taken.map((name) => [name, now[name]])) },
  }
}
