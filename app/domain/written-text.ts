const PRINTS_NOTHING =
  /^[\s\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0]*$/u

/** True for nothing but spaces and invisible characters, such as zero-width ones. */
const isBlank = (value: string): boolean => PRINTS_NOTHING.test(value)

/** Trims a text and normalizes its line ends; '' when it is blank. */
export const trimmed = (value: string): string => (isBlank(value) ? '' : value.replaceAll('\r\n', '\n').trim())

/** Removes invisible characters and replaces every dash and minus with '-'. */
export const withPlainDashes = (value: string): string =>
  value.replaceAll(/\p{Cf}/gu, '').replaceAll(/[\p{Pd}\u2212]/gu, '-')

/** PostgreSQL cannot store NUL. */
export const hasNul = (value: string): boolean => value.includes('\0')

export const PERSON_NAME_MAX_LENGTH = 120
export const TEXT_MAX_LENGTH = 2000
export const ITEM_MAX_LENGTH = 500
/** Less than an item's limit, because the reason becomes an item after the name of its document. */
export const DOCUMENT_REASON_MAX_LENGTH = 400
export const ITEMS_MAX = 20

export const VIEW_NAME_MAX_LENGTH = 60
