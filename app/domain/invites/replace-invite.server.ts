import type { Queries } from '../../db/engine/database'
import { findInvite, findJoinable } from '../../db/invites/invite-detail'
import { lockInvite, deleteReplacedInvite, withdrawMessages } from '../../db/invites/invite-changes'
import type { Services } from '../../services.server'
import { isUuid } from '../../uuid'
import { recordAudit } from '../audit/audit.server'
import { lacksProof, type Dated } from '../fresh-proof'
import { conflict, done, forbidden, missing, type Outcome } from '../outcome'
import { CREATED_ID, applyOnce, type SentBefore } from '../sent-form.server'
import { addInvite, type CreatedInvite } from './new-code.server'
import { inviteStatus, type NotActive, expiryTimeZone } from './invite'
import { mayCreate, mayDelete } from '../invite-codes/invite-rules'

/** Why a code cannot be replaced. */
type ReplaceConflict = NotActive | { because: 'organization' } | SentBefore<CreatedInvite>

/** Deletes a leaked code and creates one with the remaining uses, once per form. */
export async function replaceInvite(
  services: Services,
  permit: Dated<'invites.deleteOwn'>,
  id: string,
  newId: string,
  requestId: string,
): Promise<Outcome<CreatedInvite, ReplaceConflict>> {
  if (!isUuid(id)) return missing
  const { actor } = permit
  const form = { id: newId, userId: actor.id, content: { act: 'invite.replace', id }, answer: CREATED_ID }
  const replace = async (tx: Queries): Promise<Outcome<CreatedInvite, ReplaceConflict>> => {
    const leaked = await lockInvite(tx, id)
    if (!leaked) return missing
    if (!mayDelete(actor, leaked) || !mayCreate(actor, leaked.type, leaked.role)) return forbidden
    if (lacksProof(permit, 'invite.create', leaked.role)) return forbidden
    if (leaked.deletedAt) return leaked.replacedBy === newId ? done({ id: newId }) : missing
    const at = services.now()
    const status = inviteStatus(leaked, at)
    if (status !== 'active') return conflict({ because: 'status', status })
    const { type, role, organizationId, expiresAt, notes, channel, recipient, language, customMessage } = leaked
    if (organizationId && !(await findJoinable(tx, organizationId))) return conflict({ because: 'organization' })
    const creatorTimeZone = (await findInvite(tx, id))?.creatorTimeZone ?? null
    const code = await addInvite(
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
        // Keeps the same last day where the leaked code took its zone from its creator.
        timeZone: expiresAt && expiryTimeZone({ ...leaked, creatorTimeZone }, actor.timeZone),
        notes,
        channel,
        recipient,
        language,
        customMessage,
      },
      'invite.create',
      requestId,
    )
    if (!code) return conflict({ because: 'sent', answer: { id: newId } })
    await deleteReplacedInvite(tx, id, newId, at)
    await withdrawMessages(tx, [id], 'invite replaced')
    await recordAudit(tx, {
      at,
      actor,
      action: 'invite.replace',
      objectType: 'invite',
      objectId: id,
      after: { replacedBy: newId },
      requestId,
    })
    return done({ id: newId })
  }
  return services.db.transaction((tx) => applyOnce(tx, services, form, () => replace(tx)))
}
