import { isNumberOf, moveToSms, type MessageRow } from '../../db/messages/messages'
import type { Services } from '../../services.server'
import { CODE_MESSAGE } from './code-message.server'

/** Tells a number that it is about to change, on every channel of a phone. */
export const NUMBER_WARNING = 'phone_will_change'
const ON_ITS_CHANNEL_ALONE = [CODE_MESSAGE, NUMBER_WARNING]

/** Whether a message goes by SMS where WhatsApp does not take it; a code and an invite go where somebody asked for. */
const mayGoBySms = ({ channel, kind, inviteId }: Pick<MessageRow, 'channel' | 'kind' | 'inviteId'>): boolean =>
  channel === 'whatsapp' && !ON_ITS_CHANNEL_ALONE.includes(kind) && inviteId === null

/** What an organization was told stays readable for a while, sealed; everything else may hold a code. */
export const isTextKept = ({ organizationId, kind }: Pick<MessageRow, 'organizationId' | 'kind'>): boolean =>
  organizationId !== null && kind !== CODE_MESSAGE

/** What becomes of the words of a message that its provider took: it may tell later that WhatsApp does not take it. */
export const keptWhenSent = ({ messages }: Pick<Services, 'messages'>, message: MessageRow): { text?: '' } =>
  isTextKept(message) || (messages.whatsapp.readNotice !== undefined && mayGoBySms(message)) ? {} : { text: '' }

/**
 * Puts what WhatsApp did not take for good back into the outbox as an SMS; false when it has to fail, as where the number is no
 * longer one of the organization that it tells.
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
