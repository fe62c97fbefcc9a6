import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { timestamp, uuid } from 'drizzle-orm/pg-core'

export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
export const id = () => uuid('id').primaryKey().defaultRandom()

/** Indexes of words defer few entries: the writer who fills the list waits until all of them are merged. */
export const EVEN_WRITES = { gin_pending_list_limit: 256 }

/** Each Chinese character of a text and each pair of neighbours; searches and indexes must use exactly this expression. */
export const hanSigns = (column: SQLWrapper): SQL => sql`(han_signs(${column}))`

const HAN = String.raw`[\u2e80-\u2fdf\u3005-\u303b\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]`

/** True where a text contains Chinese characters, so that an index of them leaves out other texts. */
export const hasHan = (column: SQLWrapper): SQL => sql`${column} ~ '${sql.raw(HAN)}'`

/** A registration number as it is searched for and compared: dashes, slashes, dots, spaces and case make no difference. */
export const plainNumber = (number: SQLWrapper): SQL => sql`(lower(translate(${number}, ' ./-', '')))`

const KEY_START_LENGTH = 60

/** The beginning of a search key in byte order, so that keys are found by their beginning; fits an index however long names are. */
export const keyStart = (key: SQLWrapper): SQL => sql`left(${key}, ${sql.raw(String(KEY_START_LENGTH))}) collate "C"`
export const keyStartsWith = (key: SQLWrapper, start: string): SQL =>
  sql`${keyStart(key)} like ${`${start.slice(0, KEY_START_LENGTH)}%`}`

const INITIALS_KEPT = 9

/** The first letters of all words of the first name in a search key: 'jj' of '|jibek joli|…'. */
export const keyInitials = (key: SQLWrapper): SQL =>
  sql`left(regexp_replace(split_part(${key}, '|', 2), '([^ ])[^ ]* ?', '\\1', 'g'), ${sql.raw(String(INITIALS_KEPT))})`
