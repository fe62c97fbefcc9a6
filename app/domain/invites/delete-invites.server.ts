import {
  countThese,
  deleteInvites,
  deleteMatchingInvites,
  listOfOthers,
  lockInvite,
} from '../../db/invites/invite-changes'
import { countInvites } from '../../db/invites/invites'
import { hasEnded } from '../../db/sessions'
import type { Services } from '../../services.server'
import type { Actor, Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { withoutPhones } from '../audit/without-phones'
import { lacksProof, type Dated } from '../fresh-proof'
import { done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { inviteList, type InviteListState } from './invite-list'
import { deletionScope, mayDelete } from '../invite-codes/invite-rules'
import { deletableFilterFor } from './invites.server'
import { searchWithoutCode, showCode } from '../invite-codes/show-code.server'
import { isUuid } from '../../uuid'
import type { InvitesToDelete } from './invites-to-delete'

const creatorLimit = (actor: Actor) => (deletionScope(actor) === 'own' ? { createdBy: actor.id } : {})

/** Deletes one code; it then answers as unknown, and its redemptions stay. */
export async function deleteInvite(
  services: Services,
  { actor }: Permit<'invites.deleteOwn'>,
  id: string,
  requestId: string,
): Promise<Outcome> {
  if (!isUuid(id)) return missing
  return services.db.transaction(async (tx): Promise<Outcome> => {
    const invite = await lockInvite(tx, id)
    if (!invite) return missing
    if (!mayDelete(actor, invite)) return forbidden
    if (invite.deletedAt) return unchanged
    const at = services.now()
    await deleteInvites(tx, { ids: [id], at })
    await recordAudit(tx, { at, actor, action: 'invite.delete', objectType: 'invite', objectId: id, requestId })
    return done(undefined)
  })
}

/** The number of chosen codes that this person may delete; others are left alone. */
export async function countChosen(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor }: Permit<'invites.deleteOwn'>,
  chosen: InvitesToDelete,
): Promise<number> {
  if (chosen.all) return countInvites(db, deletableFilterFor(actor, chosen.state), now())
  return chosen.ids.length ? countThese(db, chosen.ids, creatorLimit(actor).createdBy) : 0
}

/** The codes chosen by id that this person may not delete, except codes that are deleted already. */
export async function listUndeletable(
  { db }: Pick<Services, 'db'>,
  { actor }: Permit<'invites.deleteOwn'>,
  chosen: InvitesToDelete,
): Promise<{ id: string; code: string; creator: string | null }[]> {
  if (chosen.all || chosen.ids.length === 0 || deletionScope(actor) === 'any') return []
  const rows = await listOfOthers(db, chosen.ids, actor.id)
  return rows.map(({ id, creator, ...row }) => ({ id, creator, code: showCode(actor, row) }))
}

/** As many as one statement deletes well within its time limit. */
const BLOCK_ROWS = 1000
/** How long a person waits at most; they can ask again to delete what is left then. */
const PATIENCE_MS = 20_000

/** How many were deleted, and whether the time ran out before all were. */
type Deleted = { deleted: number; isUnfinished: boolean }

/**
 * Deletes the chosen codes. `upTo` spares codes created after the question was asked. Codes chosen by id get one audit entry each. For all
 * that match, which needs fresh proof, every thousand get one entry with the filter; it stops when the actor is signed out.
 */
export async function deleteChosen(
  services: Services,
  permit: Dated<'invites.deleteOwn'>,
  chosen: InvitesToDelete,
  upTo: Date,
  requestId: string,
): Promise<Outcome<Deleted>> {
  const { actor } = permit
  if (chosen.all && lacksProof(permit, 'invite.deleteMatching')) return forbidden
  const gone = chosen.all
    ? await deleteAllMatching(services, actor, chosen.state, upTo, requestId)
    : { deleted: await deleteThese(services, actor, chosen.ids, requestId), isUnfinished: false }
  if (gone === null) return forbidden
  return gone.deleted > 0 ? done(gone) : unchanged
}

const deleteThese = (services: Services, actor: Actor, chosenIds: string[], requestId: string): Promise<number> =>
  services.db.transaction(async (tx) => {
    if (chosenIds.length === 0) return 0
    const at = services.now()
    const ids = await deleteInvites(tx, { ids: chosenIds, ...creatorLimit(actor), at })
    const entry = { at, actor, action: 'invite.delete', objectType: 'invite', requestId } as const
    await recordAudit(tx, ...ids.map((objectId) => ({ ...entry, objectId })))
    return ids.length
  })

/** Null once the actor was signed out, as by a suspension; what was deleted until then stays deleted. */
async function deleteAllMatching(
  services: Services,
  actor: Actor,
  state: InviteListState,
  upTo: Date,
  requestId: string,
): Promise<Deleted | null> {
  const filter = { ...deletableFilterFor(actor, state), createdUpTo: upTo }
  const { page, pageSize, usualPageSize } = inviteList.empty
  const search = withoutPhones(searchWithoutCode(inviteList.search({ ...state, page, pageSize, usualPageSize })))
  const at = services.now()
  const nextBatch = () =>
    services.db.transaction(async (tx) => {
      const total = await deleteMatchingInvites(tx, filter, { at, atMost: BLOCK_ROWS })
      if (total > 0)
        await recordAudit(tx, {
          at,
          actor,
          action: 'invite.deleteMatching',
          objectType: 'invites',
          objectId: search || 'all',
          after: { total, createdUpTo: upTo.toISOString() },
          requestId,
        })
      return total
    })
  let deleted = 0
  // A short batch is not the end: a code changed meanwhile is missing from it, and others may be left.
  for (;;) {
    const batch = await nextBatch()
    deleted += batch
    if (batch === 0) return { deleted, isUnfinished: false }
    if (services.now().getTime() - at.getTime() >= PATIENCE_MS)
      return { deleted, isUnfinished: (await countInvites(services.db, filter, at)) > 0 }
    if (await hasEnded(services.db, actor.sessionId)) return null
  }
}
