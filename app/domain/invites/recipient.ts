import type { InviteChannel } from '../../vocabulary'
import { can, type Actor } from '../access'

type Sent = { recipient: string | null; channel: InviteChannel | null; createdBy: string | null }

const SHOWN_END = 4

/** The recipient of an invite, in full for its creator and for people who may see contacts, else masked. */
export function shownRecipient(actor: Actor, { recipient, channel, createdBy }: Sent): string | null {
  if (recipient === null || createdBy === actor.id || can(actor, 'contacts.read')) return recipient
  return channel === 'email' ? `••• ${recipient.slice(recipient.indexOf('@'))}` : `••• ${recipient.slice(-SHOWN_END)}`
}
