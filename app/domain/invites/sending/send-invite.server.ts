import { z } from 'zod'
import type { Queries } from '../../../db/engine/database'
import type { TextKey } from '../../../i18n/keys'
import type { Services } from '../../../services.server'
import type { InviteChannel, Language } from '../../../vocabulary'
import { lacksProof, type Dated } from '../../fresh-proof'
import { consumeInviteLimits } from '../../limits/limits.server'
import { enqueueMessage } from '../../messages/enqueue.server'
import { wakeOutbox } from '../../messages/outbox.server'
import { conflict, done, forbidden, type Outcome } from '../../outcome'
import { MADE, takeOnce } from '../../sent-form.server'
import { mayReceiveCodes, normaliseWithPlus } from '../../phones/phone.server'
import { addInvite, findTargetOrganization, type CreateRefusal, type CreatedInvite } from '../create-invite.server'
import { INVITE_MESSAGES, writeFittingInvitation, type Invitation } from './invite-message.server'
import { mayCreate } from '../../invite-codes/invite-rules'
import { personalExpiry } from '../invite'
import { emailRecipient, invitationFields, roleAndOrganizationOf, requiredLine, target } from '../new-invite'
import { DAY_MS } from '../../../durations'

/** A number that can be sent codes to, because who joins has to enter one. */
const phoneRecipient = (countries: readonly string[]) =>
  requiredLine.transform((typed, context) => {
    const number = normaliseWithPlus(typed)
    const wrong: TextKey | null =
      number === null
        ? 'invites:error.phoneInvalid'
        : mayReceiveCodes(number, countries)
          ? null
          : 'invites:error.phoneUnreachable'
    if (number !== null && wrong === null) return number
    context.addIssue({ code: 'custom', message: wrong ?? 'invites:error.phoneInvalid' })
    return z.NEVER
  })

/** @param countries where codes may be sent */
export const sendInput = (channel: InviteChannel, countries: readonly string[]) =>
  z
    .object({ ...invitationFields, recipient: channel === 'email' ? emailRecipient : phoneRecipient(countries) })
    .and(target)

type SendInput = z.output<ReturnType<typeof sendInput>>

/** How many can join with a code that is sent to one person. */
export const PERSONAL_USES = 1
const WITHOUT_GATEWAY: string = 'none'

/** True when nothing is sent on this channel, so that a person has to pass the invitation on. */
export const isSentByHand = ({ env }: Pick<Services, 'env'>, channel: InviteChannel): boolean =>
  (channel === 'email' ? env.emailGateway : env.whatsappGateway) === WITHOUT_GATEWAY

/**
 * Makes a code for one person and puts its message into the outbox, in one transaction.
 * Once for a form. Refusals: `forbidden` for a type or role above one's own, else `conflict`.
 */
export async function sendInvite(
  services: Services,
  permit: Dated<'invites.create'>,
  channel: InviteChannel,
  input: SendInput,
  requestId: string,
): Promise<Outcome<CreatedInvite, CreateRefusal>> {
  const { actor } = permit
  const { role, organizationId } = roleAndOrganizationOf(input)
  if (!mayCreate(actor, input.type, role) || lacksProof(permit, 'invite.make', role)) return forbidden
  const form = { id: input.id, userId: actor.id, content: { act: 'invite.send', channel, input }, answer: MADE }
  const send = async (tx: Queries): Promise<Outcome<CreatedInvite, CreateRefusal>> => {
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
  const outcome = await services.db.transaction((tx) => takeOnce(tx, services, form, () => send(tx)))
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}

type Addressed = { id: string; channel: InviteChannel; recipient: string; language: Language }

/** Puts the message of an invite into the outbox; it is not worth sending once the code has expired. */
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
