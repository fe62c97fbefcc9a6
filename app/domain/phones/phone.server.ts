import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'
import { COUNTRIES, type Country } from '../../vocabulary'
import { boundedCache } from '../bounded-cache'
import { withPlainDashes } from '../written-text'
import { toInternationalDigits } from './trunk-prefix'

/** Numbers without a plus sign are read as Kazakh; a leading 8 works for both Kazakhstan and Russia. */
const HOME_COUNTRY = 'KZ'
const MAX_PHONE_LENGTH = 40
const PHONE_CHARACTERS = /^[\p{Nd}+\s.\-/]+$/u
const DIGITS = /^\d{4,15}$/
const REACHABLE_TYPES = ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE']

/** The E.164 form of a number in any spelling; null when it is malformed. */
export const normalisePhone = (typed: string): string | null => parsePhone(typed)?.number ?? null

/**
 * The same when the country of a number without a plus sign is known: ten digits must be a number of that country. Null for ten digits when
 * `country` is null.
 */
export function normaliseIn(country: Country | null, typed: string): string | null {
  const isWhole = !lacksCountry(plainSigns(typed))
  if (country === null) return isWhole ? normalisePhone(typed) : null
  const parsed = parsePhone(typed, country)
  return parsed && (isWhole || parsed.country === country) ? parsed.number : null
}

/**
 * The same, but null without a plus sign: ten digits may belong to another country, and what is sent to a number that a colleague typed
 * gives access.
 */
export const normaliseWithPlus = (typed: string): string | null =>
  /^\s*\+/.test(plainSigns(typed)) ? normalisePhone(typed) : null

/** True for ten digits without a plus sign: people in Kazakhstan and elsewhere take them for a whole number. */
export const lacksCountry = (typed: string): boolean => /^[^\p{Nd}+＋]*(\p{Nd}[^\p{Nd}]*){10}$/u.test(typed)

/** The whole numbers that search text may mean, in any spelling: without a plus sign, digits may start with any country code. */
export function phonesTyped(typed: string): string[] {
  const digits = plainSigns(typed).replaceAll(/[\s+./-]/g, '')
  const asTyped = DIGITS.test(digits) ? `+${toInternationalDigits(digits)}` : null
  return [...new Set([normalisePhone(typed), asTyped])].filter((phone) => phone !== null)
}

/** True for mobile and landline numbers of the countries to which codes may be sent. */
export function mayReceiveCodes(phone: string, countries: readonly string[]): boolean {
  const parsed = parsePhone(phone)
  const type = parsed?.getType()
  return (
    parsed?.country !== undefined &&
    countries.includes(parsed.country) &&
    type !== undefined &&
    REACHABLE_TYPES.includes(type)
  )
}

/** The country of a number, if it is one of `COUNTRIES`, else null. */
export function countryOfPhone(phone: string): Country | null {
  const country = parsePhone(phone)?.country
  return COUNTRIES.find((known) => known === country) ?? null
}

/** Address books add invisible direction marks to a number; keyboards have their own brackets and dashes. */
const plainSigns = (typed: string): string => withPlainDashes(typed.normalize('NFKC')).replaceAll(/[()]/g, ' ')

function parsePhone(typed: string, defaultCountry: Country = HOME_COUNTRY): PhoneNumber | null {
  const text = plainSigns(typed).trim()
  if (text.length > MAX_PHONE_LENGTH || !PHONE_CHARACTERS.test(text)) return null
  const parsed = parsePhoneNumberFromString(text.replace(/^00/, '+'), { defaultCountry, extract: false })
  return parsed?.isValid() ? parsed : null
}

const formatted = boundedCache(2000)

/** A number for people to read, such as "+7 701 000 00 01". Cached, because lists show the same ones repeatedly. */
export function formatPhone(phone: string): string {
  const known = formatted.get(phone)
  if (known !== undefined) return known
  const text = parsePhone(phone)?.formatInternational()
  if (text === undefined || phone.length > MAX_PHONE_LENGTH) return text ?? phone
  formatted.set(phone, text)
  return text
}
