import { isNumberOf, moveToSms, type MessageRow } from '../../db/messages/messages'
import type { Services } from '../../services.server'
import { CODE_MESSAGE } from './code-message.server'

/** The kind of message that warns a number, on every phone channel, that it is about to change. */
export const NUMBER_WARNING = 'phone_will_change'
const ON_ITS_CHANNEL_ALONE = [CODE_MESSAGE, NUMBER_WARNING]

/** Whether a message may go by SMS when WhatsApp refuses it; codes, number warnings and invites stay on their own channel. */
const mayGoBySms = ({ channel, kind, inviteId }: Pick<MessageRow, 'channel' | 'kind' | 'inviteId'>): boolean =>
  channel === 'whatsapp' && !ON_ITS_CHANNEL_ALONE.includes(kind) && inviteId === null

/** Whether the text is kept, sealed, after delivery: only what an organization was told. Any other text may hold a code. */
export const isTextKept = ({ organizationId, kind }: Pick<MessageRow, 'organizationId' | 'kind'>): boolean =>
  organizationId !== null && kind !== CODE_MESSAGE

/**
 * Erases the text of a sent message unless it is kept, or may still have to go by SMS because the provider reports later that WhatsApp
 * refused it.
 */
export const erasedTextUnlessKept = ({ messages }: Pick<Services, 'messages'>, message: MessageRow): { text?: '' } =>
  isTextKept(message) || (messages.whatsapp.readNotice !== undefined && mayGoBySms(message)) ? {} : { text: '' }

/**
 * Puts a message that WhatsApp finally refused back into the outbox as an SMS. Returns false when it has to fail, for example because the
 * number is no longer the organization's.
 */
export async function sendBySms(services: Services, message: MessageRow, reason: string): Promise<boolean> {
  const { id, kind, channel, to, attempts, text, expiresAt, organizationId } = message
  const now = services.now()
  if (!mayGoBySms(message) || text === '' || expiresAt <= now) return false
  if (organizationId !== null && !(await isNumberOf(services.db, organizationId, to))) return false
  if (!(await moveToSms(services.db, message, now))) return false
  services.log.warn({ messageId: id, kind, channel, attempts, reason }, 'message goes by SMS instead')
  return true
}
