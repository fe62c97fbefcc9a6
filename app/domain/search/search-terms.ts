import { parseCodeStart } from '../invite-codes/invite-code'
import { organizationSearch, type OrganizationSearch } from '../organizations/organization-search'

/** What the typed query may be, one reading for each kind of thing; null where they cannot be that. */
type SearchTerms = {
  text: string
  organization: OrganizationSearch
  /** The lowest and the highest id that begins with what was typed. */
  ids: { from: string; to: string } | null
  /** How a code begins. */
  codeStart: string | null
}

const ID_START = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i

/** Reads what was typed; null for nothing. */
export function searchTerms(typed: string, mayReadContacts: boolean): SearchTerms | null {
  const text = typed.normalize('NFKC').trim()
  const organization = organizationSearch(text, mayReadContacts)
  if (!organization) return null
  return {
    text,
    organization,
    ids: ID_START.test(text) ? idRange(text) : null,
    codeStart: parseCodeStart(text),
  }
}

function idRange(start: string): { from: string; to: string } {
  const digits = start.replaceAll('-', '').toLowerCase().slice(0, 32)
  const id = (filler: string) =>
    digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { from: id('0'), to: id('f') }
}
