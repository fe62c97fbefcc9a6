import {
  findDelivery,
  findInvite,
  findInviteOrDeleted,
  findSuccessor,
  listRedemptions,
  type InviteRow,
} from '../../db/invites/invite-detail'
import type { Services } from '../../services.server'
import type { Actor, Permit } from '../access'
import { inviteStatus, expiryTimeZone, newExpiryTimeZone } from './invite'
import { joinLink, writeInvitation } from './sending/invite-message.server'
import { mayChange, mayCreate, mayDelete, mayReadDeleted, voidReason } from '../invite-codes/invite-rules'
import { shownRecipient } from './recipient'
import { pauseLeftMs } from './sending/resend-invite.server'
import { isSentByHand } from './sending/invitation.server'
import { maySeeCode, showCode } from '../invite-codes/show-code.server'
import { isUuid } from '../../uuid'

const REDEMPTIONS_SHOWN = 50

/** The time zone in which a new last day of a code would end. */
export async function readNewExpiryTimeZone(
  { db }: Pick<Services, 'db'>,
  { actor }: Permit<'invites.read'>,
  id: string,
): Promise<string> {
  const invite = isUuid(id) ? await findInvite(db, id) : null
  return invite ? newExpiryTimeZone(invite, actor.timeZone) : actor.timeZone
}

/** The role that a code gives; null when it gives none or does not exist. */
export async function roleOfInvite({ db }: Pick<Services, 'db'>, _permit: Permit<'invites.read'>, id: string) {
  return (isUuid(id) ? await findInvite(db, id) : null)?.role ?? null
}

/**
 * One code with everything the console knows about it; null when it does not exist. With `orDeleted`, a deleted code is returned to people
 * who may read it, without a link and without any actions.
 */
export async function readInvite(
  services: Services,
  { actor }: Permit<'invites.read'>,
  id: string,
  { orDeleted = false }: { orDeleted?: boolean } = {},
) {
  const find = orDeleted ? findInviteOrDeleted : findInvite
  const invite = isUuid(id) ? await find(services.db, id) : null
  if (!invite || (invite.deletedAt && !mayReadDeleted(actor, invite))) return null
  const isThere = invite.deletedAt === null
  const at = services.now()
  const status = inviteStatus(invite, at)
  const isActive = isThere && status === 'active'
  const voidBecause = isActive ? voidReason({ ...invite, creator: invite.maker }) : null
  const isGood = isActive && voidBecause === null
  const changes = isThere && mayChange(actor, invite)
  const byHand = invite.channel !== null && isSentByHand(services, invite.channel)
  const opens = isThere && maySeeCode(actor, invite)
  const code = showCode(actor, invite)
  return {
    ...invite,
    code,
    recipient: shownRecipient(actor, invite),
    status,
    voidBecause,
    link: opens ? joinLink(services, code, invite.language ?? undefined) : null,
    delivery: invite.channel ? await findDelivery(services.db, id) : null,
    replacement: invite.replacedBy && (await findSuccessor(services.db, id)),
    redemptions: await listRedemptions(services.db, id, REDEMPTIONS_SHOWN),
    byHand: byHand && changes && isGood ? messageToSendByHand(services, actor, invite) : null,
    resendPauseMs: pauseLeftMs(invite.sentAt, at),
    may: {
      edit: changes,
      resend: changes && isGood && invite.recipient !== null && !byHand,
      replace:
        isActive &&
        voidBecause !== 'organization' &&
        mayDelete(actor, invite) &&
        mayCreate(actor, invite.type, invite.role),
      delete: isThere && mayDelete(actor, invite),
    },
  }
}

export type InviteDetail = NonNullable<Awaited<ReturnType<typeof readInvite>>>

/** The id of the code that replaced a deleted one; null when there is none. */
export const findReplacement = (
  { db }: Pick<Services, 'db'>,
  _permit: Permit<'invites.read'>,
  id: string,
): Promise<string | null> => (isUuid(id) ? findSuccessor(db, id) : Promise.resolve(null))

/** The message, and an address that opens it in the sender's own WhatsApp or mail program. */
function messageToSendByHand(services: Services, actor: Actor, invite: InviteRow) {
  const { channel, recipient, language } = invite
  if (channel === null || recipient === null || language === null) return null
  const { subject, text } = writeInvitation(services, language, {
    ...invite,
    inviter: invite.creator ?? actor.username,
    timeZone: expiryTimeZone(invite, actor.timeZone),
  })
  return {
    channel,
    text,
    href: channel === 'whatsapp' ? whatsappHref(recipient, text) : mailHref(recipient, subject, text),
  }
}

const whatsappHref = (phone: string, text: string) =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`

const mailHref = (address: string, subject: string, text: string) =>
  `mailto:${encodeURIComponent(address)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
