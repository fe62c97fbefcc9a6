import type { Queries } from '../../../db/engine/database'
import type { Services } from '../../../services.server'
import type { InviteChannel } from '../../../vocabulary'
import { lacksProof, type Dated } from '../../fresh-proof'
import { consumeInviteLimits } from '../../limits/limits.server'
import { wakeOutbox } from '../../messages/outbox.server'
import { conflict, done, forbidden, type Outcome } from '../../outcome'
import { CREATED_ID, applyOnce } from '../../sent-form.server'
import { addInvite, findTargetOrganization, type CreateConflict, type CreatedInvite } from '../new-code.server'
import { mayCreate } from '../../invite-codes/invite-rules'
import { personalExpiry } from '../invite'
import { roleAndOrganizationOf } from '../invite-input'
import type { SendInput } from './send-input.server'
import { PERSONAL_USES, isSentByHand, enqueueInvitation } from './invitation.server'

/**
 * Creates a code for one person and puts its message into the outbox, in one transaction, once per form. Refusals: `forbidden` for a type
 * or role above the actor's own, else `conflict`.
 */
export async function sendInvite(
  services: Services,
  permit: Dated<'invites.create'>,
  channel: InviteChannel,
  input: SendInput,
  requestId: string,
): Promise<Outcome<CreatedInvite, CreateConflict>> {
  const { actor } = permit
  const { role, organizationId } = roleAndOrganizationOf(input)
  if (!mayCreate(actor, input.type, role) || lacksProof(permit, 'invite.create', role)) return forbidden
  const form = { id: input.id, userId: actor.id, content: { act: 'invite.send', channel, input }, answer: CREATED_ID }
  const send = async (tx: Queries): Promise<Outcome<CreatedInvite, CreateConflict>> => {
    const named = await findTargetOrganization(tx, input)
    if (named === 'closed') return conflict({ because: 'organization' })
    const waitMs = await consumeInviteLimits(tx, services, { senderId: actor.id, recipient: input.recipient })
    if (waitMs > 0) return conflict({ because: 'limit', waitMs })
    const { recipient, language, customMessage, id, type } = input
    const expiry = personalExpiry(type, services.now(), actor.timeZone)
    const invite = { id, type, role, organizationId, channel, recipient, language, customMessage, ...expiry }
    const byHand = isSentByHand(services, channel)
    const code = await addInvite(
      tx,
      services,
      actor,
      { ...invite, maximumUses: PERSONAL_USES, sentAt: byHand ? null : services.now() },
      'invite.send',
      requestId,
    )
    if (!code) return conflict({ because: 'sent', answer: { id } })
    if (!byHand)
      await enqueueInvitation(tx, services, invite, {
        ...invite,
        organizationName: named.name,
        inviter: actor.username,
        code,
        expiresAt: expiry.expiresAt,
        timeZone: actor.timeZone,
      })
    return done({ id })
  }
  const outcome = await services.db.transaction((tx) => applyOnce(tx, services, form, () => send(tx)))
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}
