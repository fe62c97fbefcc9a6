import { countThese, deleteInvites, deleteMatchingInvites, lockInvite } from '../../db/invite-changes'
import { countInvites } from '../../db/invites'
import { insertAuditRows } from '../../db/audit'
import type { Services } from '../../services.server'
import type { Actor, Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { isInviteId, inviteList, type Chosen } from './input'
import { deletable, mayDelete } from './invite-rules'
import { deletableFilterFor } from './invites.server'

const creatorLimit = (actor: Actor) => (deletable(actor) === 'own' ? { createdBy: actor.id } : {})

/** Deletes one code; it then answers as unknown, and its redemptions stay. */
export async function deleteInvite(
  services: Services,
  { actor }: Permit<'invites.deleteOwn'>,
  id: string,
  requestId: string,
): Promise<Outcome> {
  if (!isInviteId(id)) return missing
  return services.db.transaction(async (tx): Promise<Outcome> => {
    const invite = await lockInvite(tx, id)
    if (!invite) return missing
    if (!mayDelete(actor, invite)) return forbidden
    if (invite.deletedAt) return unchanged
    const at = services.now()
    await deleteInvites(tx, { ids: [id], at })
    await recordAudit(tx, { at, actor, act: 'invite.delete', objectType: 'invite', objectId: id, requestId })
    return done(undefined)
  })
}

/** How many codes are chosen that this person may delete; others are left alone. */
export async function countChosen(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor }: Permit<'invites.deleteOwn'>,
  chosen: Chosen,
): Promise<number> {
  if (chosen.all) return countInvites(db, deletableFilterFor(actor, chosen.state), now())
  return chosen.ids.length ? countThese(db, chosen.ids, creatorLimit(actor).createdBy) : 0
}

/**
 * Deletes the chosen codes; gives how many they were. `upTo` leaves codes alone that were made after the question was
 * asked. One audit entry for each code by id, one with the filter for all that match.
 */
export async function deleteChosen(
  services: Services,
  { actor }: Permit<'invites.deleteOwn'>,
  chosen: Chosen,
  upTo: Date,
  requestId: string,
): Promise<Outcome<number>> {
  const at = services.now()
  const deleted = await services.db.transaction(async (tx) => {
    if (!chosen.all) {
      if (chosen.ids.length === 0) return 0
      const ids = await deleteInvites(tx, { ids: chosen.ids, ...creatorLimit(actor), at })
      const entry = { at, actorId: actor.id, role: actor.role, act: 'invite.delete', objectType: 'invite', requestId }
      if (ids.length > 0)
        await insertAuditRows(
          tx,
          ids.map((objectId) => ({ ...entry, objectId })),
        )
      return ids.length
    }
    const total = await deleteMatchingInvites(tx, { ...deletableFilterFor(actor, chosen.state), createdUpTo: upTo }, at)
    if (total > 0)
      await recordAudit(tx, {
        at,
        actor,
        act: 'invite.deleteMatching',
        objectType: 'invites',
        objectId: inviteList.search({ ...chosen.state, page: 1 }) || 'all',
        after: { total, createdUpTo: upTo.toISOString() },
        requestId,
      })
    return total
  })
  return deleted > 0 ? done(deleted) : unchanged
}
