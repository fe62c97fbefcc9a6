import { and, desc, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Queries } from './engine/database'
import { isAmong } from './engine/sql'
import { organizations } from './schema/organizations'
import { keyInitials, keyStartsWith } from './schema/columns'
import { users } from './schema/users'
import { containsSigns, isFewSigns } from './words'

/** Words folded like the search keys (see domain/names); they consist of letters and digits. */
export type FoldedSearch = {
  words: readonly string[]
  typed: readonly string[]
  consonants: readonly string[]
  /** Other readings of the words: regular expressions; a key must match all `patterns` of a reading. */
  readings: readonly { patterns: readonly string[] }[]
  /** First letters of all words of a name, in each way that they may be meant. */
  initials: readonly string[]
  isLoose: boolean
}

/** Shorter words are part of most names and have no trigrams: they are searched for at the beginning of words. */
const LETTERS_WITHIN = 3

function contains(key: AnyColumn, text: string): SQL {
  if (isFewSigns(text)) return containsSigns(key, text)
  if (text.length >= LETTERS_WITHIN) return sql`${key} like ${`%${text}%`}`
  return sql`(${key} like ${`%|${text}%`} or ${key} like ${`% ${text}%`})`
}
const containsAll = (key: AnyColumn, texts: readonly string[]): SQL | undefined =>
  and(...texts.map((text) => contains(key, text)))

/** True where a search key matches the words; undefined when there are none. */
export function keyMatches(key: AnyColumn, search: FoldedSearch): SQL | undefined {
  const { words, typed, consonants, isLoose } = search
  if (words.length === 0) return undefined
  if (!isLoose) return or(containsAll(key, words), meetsReading(key, search))
  return (
    or(
      hasHan(words) ? containsAll(key, words.flatMap(signsOf)) : alike(key, words),
      isTelling(typed) ? containsAll(key, typed) : undefined,
      isTelling(consonants) ? containsAll(key, consonants) : undefined,
      meetsReading(key, search),
    ) ?? sql`false`
  )
}

/** True where a key matches another reading of the words; undefined when there is none. */
const meetsReading = (
  key: AnyColumn,
  { readings, initials }: Pick<FoldedSearch, 'readings' | 'initials'>,
): SQL | undefined =>
  or(
    ...readings.map(({ patterns }) => and(...patterns.map((pattern) => sql`${key} ~ ${pattern}`))),
    initials.length > 0 ? isAmong(keyInitials(key), 'text', initials) : undefined,
  )

/** Orders keys by match: whole name, another reading, beginning of the name, beginning of a word, inside, similar. */
export function closeness(key: AnyColumn, search: FoldedSearch): SQL {
  const { words, isLoose } = search
  const text = words.join(' ')
  const isRead = meetsReading(key, search)
  if (isLoose) {
    const unlike = sql`1 - word_similarity(${text}, ${key})`
    return isRead ? sql`case when ${isRead} then 0 else 1 end + ${unlike}` : unlike
  }
  const joined = words.join('')
  return sql`case
    when ${key} like ${`%|${text}|%`} or ${key} like ${`%|${joined}|%`} then 0${isRead ? sql` when ${isRead} then 0.5` : sql``}
    when ${key} like ${`%|${text}%`} or ${key} like ${`%|${joined}%`} then 1
    when ${key} like ${`% ${text}%`} then 2
    else 3 end + least(length(${key}), 999) / 1000.0`
}

const builder = new QueryBuilder()

/** How many names of each kind of match are compared where only the first are shown. */
export const COMPARED = 100

/**
 * The ids to order by closeness: at most `atMost` each of the names that equal the words, begin with them, match another reading, or
 * match at all, within `narrowings`. The cost does not grow with the names that share a word. Without words, the newest ids.
 * A loose search returns all matches: which one is closest is not known before all are compared.
 */
export function nearest(
  table: typeof organizations | typeof users,
  search: FoldedSearch,
  atMost: number,
  match: SQL | undefined,
  ...narrowings: (SQL | undefined)[]
) {
  const { words, isLoose } = search
  const all = (met: SQL | undefined) =>
    builder
      .select({ id: table.id })
      .from(table)
      .where(and(met, ...narrowings))
  if (isLoose) return all(match)
  const some = (met: SQL | undefined) => all(met).limit(atMost)
  if (words.length === 0) return some(match).orderBy(desc(table.createdAt), desc(table.id))
  const text = words.join(' ')
  const isRead = meetsReading(table.searchKey, search)
  const closest = some(keyStartsWith(table.searchKey, `|${text}|`)).union(
    some(keyStartsWith(table.searchKey, `|${text}`)),
  )
  return (isRead ? closest.union(some(isRead)) : closest).union(some(match))
}

const alike = (key: AnyColumn, words: readonly string[]): SQL | undefined =>
  isTelling(words) ? sql`${words.join(' ')} <% ${key}` : undefined

/** Shorter words are similar to half of all names. */
const TELLING_LENGTH = 4
const isTelling = (words: readonly string[]): boolean => words.join('').length >= TELLING_LENGTH

const HAN = /\p{Script=Han}/u
const hasHan = (words: readonly string[]) => words.some((word) => HAN.test(word))
const signsOf = (word: string): string[] => (HAN.test(word) ? [...word] : [word])

type NewKey = { id: string; key: string }

/** The empty key is written into the statement: with a parameter the planner could not use the partial index. */
const hasNoKey = (table: typeof organizations | typeof users) => sql`${table.searchKey} = ''`

export const selectOrganizationsWithoutKey = (queries: Queries, limit: number) =>
  queries
    .select({ id: organizations.id, name: organizations.name, legalName: organizations.legalName })
    .from(organizations)
    .where(hasNoKey(organizations))
    .limit(limit)

export const selectUsersWithoutKey = (queries: Queries, limit: number) =>
  queries.select({ id: users.id, username: users.username }).from(users).where(hasNoKey(users)).limit(limit)

/**
 * Skips a row that somebody renamed meanwhile: a rename writes the key. The condition differs from that of the index on purpose: where
 * the server does not yet know of rows without a key, each batch would read the whole index.
 */
const fillKeys = (table: typeof organizations | typeof users) => async (queries: Queries, rows: readonly NewKey[]) => {
  await queries.execute(sql`
    update ${table} set search_key = fresh.key
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh (id uuid, key text)
    where ${table}.id = fresh.id and length(${table}.search_key) = 0`)
}

export const fillOrganizationKeys = fillKeys(organizations)
export const fillUserKeys = fillKeys(users)
