import { findJoinable, selectJoinable } from '../../db/invites/invite-detail'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { isInviteId } from './input'
import { mayCreate } from '../invite-codes/invite-rules'

const SHOWN = 8
const WORDS_MAX_LENGTH = 100

/** Organizations to choose from: the one chosen before, and those whose name or number has the words in it. */
export async function listJoinable(
  { db }: Pick<Services, 'db'>,
  { actor }: Permit<'invites.create'>,
  { words, chosenId }: { words: string; chosenId: string },
) {
  if (!mayCreate(actor, 'invite_to_organization', null)) return []
  const wanted = words.replaceAll('\0', '').trim().slice(0, WORDS_MAX_LENGTH)
  const chosen = isInviteId(chosenId) ? await findJoinable(db, chosenId) : null
  const found = wanted ? await selectJoinable(db, wanted, SHOWN) : []
  return [...(chosen ? [chosen] : []), ...found.filter(({ id }) => id !== chosen?.id)]
}
