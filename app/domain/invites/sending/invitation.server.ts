import type { Queries } from '../../../db/engine/database'
import type { Services } from '../../../services.server'
import type { InviteChannel, Language } from '../../../vocabulary'
import { enqueueMessage } from '../../messages/enqueue.server'
import { INVITE_MESSAGES, writeFittingInvitation, type Invitation } from './invite-message.server'
import { DAY_MS } from '../../../durations'

/** How many can join with a code that is sent to one person. */
export const PERSONAL_USES = 1
const WITHOUT_GATEWAY: string = 'none'

/** True when nothing is sent on this channel, so that a person has to pass the invitation on. */
export const isSentByHand = ({ env }: Pick<Services, 'env'>, channel: InviteChannel): boolean =>
  (channel === 'email' ? env.emailGateway : env.whatsappGateway) === WITHOUT_GATEWAY

type Addressed = { id: string; channel: InviteChannel; recipient: string; language: Language }

/** Puts the message of an invite into the outbox; the message expires after a day, or with the code if that is earlier. */
export async function enqueueInvitation(
  tx: Queries,
  services: Services,
  { id, channel, recipient, language }: Addressed,
  invitation: Invitation,
): Promise<void> {
  const { subject, text } = writeFittingInvitation(services, language, channel, invitation)
  await enqueueMessage(tx, services, {
    channel,
    kind: INVITE_MESSAGES[channel],
    to: recipient,
    ...(channel === 'email' && { subject }),
    text,
    language,
    inviteId: id,
    ...(invitation.expiresAt && { expiresAt: worthSendingUntil(services.now(), invitation.expiresAt) }),
  })
}

const worthSendingUntil = (now: Date, expiresAt: Date): Date =>
  new Date(Math.min(now.getTime() + DAY_MS, expiresAt.getTime()))
