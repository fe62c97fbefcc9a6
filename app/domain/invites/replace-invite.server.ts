import { lockInvite, replaceInvite, withdrawMessages } from '../../db/invite-changes'
import type { Services } from '../../services.server'
import type { InviteStatus } from '../../vocabulary'
import { recordAudit } from '../audit/audit.server'
import { lacksProof, type Dated } from '../fresh-proof'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { addInvite, type Made } from './create-invite.server'
import { isInviteId } from './input'
import { inviteStatus } from './invite'
import { mayCreate, mayDelete } from './invite-rules'

/** Only a code that can be used is replaced or sent again. */
export type NotActive = { because: 'status'; status: InviteStatus }

/** Deletes a leaked code and makes another one with what is left of it. */
export async function replaceLeaked(
  services: Services,
  permit: Dated<'invites.deleteOwn'>,
  id: string,
  newId: string,
  requestId: string,
): Promise<Outcome<Made, NotActive>> {
  if (!isInviteId(id)) return missing
  const { actor } = permit
  return services.db.transaction(async (tx): Promise<Outcome<Made, NotActive>> => {
    const leaked = await lockInvite(tx, id)
    if (!leaked) return missing
    if (!mayDelete(actor, leaked) || !mayCreate(actor, leaked.type, leaked.role)) return forbidden
    if (lacksProof(permit, 'invite.make', leaked.role)) return forbidden
    if (leaked.deletedAt) return leaked.replacedBy === newId ? unchanged : missing
    const at = services.now()
    const status = inviteStatus(leaked, at)
    if (status !== 'active') return conflict({ because: 'status', status })
    const { type, role, organizationId, expiresAt, timeZone, notes, channel, recipient, language, customMessage } =
      leaked
    const made = await addInvite(
      tx,
      services,
      actor,
      {
        id: newId,
        maximumUses: leaked.maximumUses - leaked.usedCount,
        type,
        role,
        organizationId,
        expiresAt,
        timeZone,
        notes,
        channel,
        recipient,
        language,
        customMessage,
      },
      'invite.create',
      requestId,
    )
    if (!made) return unchanged
    await replaceInvite(tx, id, newId, at)
    await withdrawMessages(tx, [id], 'invite replaced')
    await recordAudit(tx, {
      at,
      actor,
      act: 'invite.replace',
      objectType: 'invite',
      objectId: id,
      after: { replacedBy: newId },
      requestId,
    })
    return done(made)
  })
}
