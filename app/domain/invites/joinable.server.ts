import { findClosed, findJoinable, selectJoinable } from '../../db/invites/invite-detail'
import { searchWords } from '../../lists/list-fields'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { mayCreate } from '../invite-codes/invite-rules'
import { organizationSearch } from '../organizations/organization-search'
import { isUuid } from '../../uuid'

const SHOWN = 8

/**
 * Organizations to choose from: the one chosen before, and those whose name or number matches the words. If there are none, the closest
 * suspended or archived one, so that the page can say why it cannot be chosen.
 */
export async function listJoinable(
  { db }: Pick<Services, 'db'>,
  { actor }: Permit<'invites.create'>,
  { words, chosenId }: { words: string; chosenId: string },
) {
  if (!mayCreate(actor, 'invite_to_organization', null)) return []
  const search = organizationSearch(searchWords(words), false)
  const chosen = isUuid(chosenId) ? await findJoinable(db, chosenId) : null
  const found = search ? await selectJoinable(db, search, SHOWN) : []
  const offered = [...(chosen ? [chosen] : []), ...found.filter(({ id }) => id !== chosen?.id)]
  const closed = search && offered.length === 0 ? await findClosed(db, search) : null
  return closed ? [closed] : offered
}
