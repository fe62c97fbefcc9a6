import { parseCodeStart } from '../invite-codes/invite-code'
import { organizationSearch, type OrganizationSearch } from '../organizations/organization-search'

/** Readings of the typed query, one for each kind of thing; null where it cannot be that kind. */
type SearchTerms = {
  text: string
  organization: OrganizationSearch
  /** The lowest and highest id that start with the typed text. */
  ids: { from: string; to: string } | null
  /** The start of an invite code. */
  codeStart: string | null
}

const ID_START = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i

/** Reads what was typed; null when it is empty. */
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
