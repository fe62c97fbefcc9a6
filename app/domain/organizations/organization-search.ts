import { hasPhone } from '../audit/without-phones'
import { nameSearch, type NameSearch } from '../names/name-search'
import { toInternationalDigits } from '../phones/trunk-prefix'
import { withPlainDashes } from '../written-text'

/** What the organization search box may match; null for kinds that the typed words cannot be. The number has no separators, as in the comparison. */
export type OrganizationSearch = NameSearch & { number: string | null; phone: string | null; email: string | null }

const NUMBER_MIN_LENGTH = 3
const PHONE_MIN_DIGITS = 4

/** The search for what was typed; null when that is empty. Contacts are matched only for people who may see them: a match would reveal them. */
export function organizationSearch(typed: string, mayReadContacts: boolean): OrganizationSearch | null {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  // Lowercased by the database, like the values that it is compared with: with ctype C it leaves Cyrillic capitals.
  const number = text.replaceAll(/[\s./\-‐‑–—]/g, '')
  const digits = text.replaceAll(/[\s()+.\-‐‑–—]/g, '')
  const isPhone = mayReadContacts && /^\d+$/.test(digits) && digits.length >= PHONE_MIN_DIGITS
  return {
    ...nameSearch(text),
    number: number.length >= NUMBER_MIN_LENGTH && /\d/.test(number) ? number : null,
    phone: isPhone ? toInternationalDigits(digits) : null,
    email: mayReadContacts && text.includes('@') ? text : null,
  }
}

/** Whether words meet contacts of those who may see them, or have a whole number in them. */
export function containsContact(typed: string): boolean {
  const text = withPlainDashes(typed.normalize('NFKC'))
  const asked = organizationSearch(text, true)
  return hasPhone(text) || (asked !== null && (asked.phone ?? asked.email) !== null)
}
