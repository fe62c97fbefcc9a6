import { searchInvites, searchOrganizations, searchUsers, searchVerifications } from '../../db/search'
import type { Services } from '../../services.server'
import { can, type Permit } from '../access'
import { inviteStatus } from '../invites/invite'
import { loosenSearch } from '../names/loosened.server'
import { codesSeenBy, sealTyped, showCode } from '../invite-codes/show-code.server'
import { phonesTyped } from '../phones/phone.server'
import { searchTerms } from './search-terms'

const SHOWN = 5

/**
 * One search over organizations, applications, invite codes and users by name, id, code and phone: the first five of each kind that the
 * actor may read. One statement per kind, run together. Null for an empty query. When nothing matches, organizations and users with similar
 * names (`isLoose`).
 */
export async function searchEverywhere(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor }: Permit<'dashboard.read'>,
  typed: string,
) {
  const mayReadContacts = can(actor, 'contacts.read')
  const terms = searchTerms(typed, mayReadContacts)
  if (!terms) return null
  const at = now()
  const phones = mayReadContacts ? phonesTyped(terms.text) : []
  const wanted = { ...terms, phones, code: sealTyped(terms.text), codesByPart: codesSeenBy(actor) }
  const named = (organization: typeof terms.organization) =>
    [
      can(actor, 'organizations.read') ? searchOrganizations(db, { ...wanted, organization }, SHOWN + 1) : [],
      can(actor, 'users.read') ? searchUsers(db, { ...wanted, organization }, SHOWN + 1) : [],
    ] as const
  const [verifications, invites, ...exact] = await Promise.all([
    can(actor, 'verifications.read') ? searchVerifications(db, wanted, SHOWN + 1) : [],
    can(actor, 'invites.read') ? searchInvites(db, wanted, SHOWN + 1) : [],
    ...named(terms.organization),
  ])
  const isLoose =
    terms.organization.words.length > 0 && [verifications, invites, ...exact].every((rows) => rows.length === 0)
  const near = { ...terms.organization, ...loosenSearch(terms.organization, terms.text) }
  const [organizations, users] = isLoose ? await Promise.all(named(near)) : exact
  return {
    isLoose,
    organizations: firstOf(organizations),
    verifications: { ...firstOf(verifications), types: verifications.map(({ type }) => type) },
    invites: firstOf(
      invites.map((invite) => ({ ...invite, code: showCode(actor, invite), status: inviteStatus(invite, at) })),
    ),
    users: firstOf(users),
  }
}

const firstOf = <Row>(rows: Row[]) => ({ rows: rows.slice(0, SHOWN), hasMore: rows.length > SHOWN })
