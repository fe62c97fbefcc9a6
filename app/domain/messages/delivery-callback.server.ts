import { z } from 'zod'
import { findTriedMessage, finishAttempt, recordDelivery } from '../../db/messages/messages'
import { voidCode } from '../../db/sign-in/sign-in'
import type { PostedNotice } from '../../gateways/ports'
import type { Services } from '../../services.server'
import { MESSAGE_CHANNELS } from '../../vocabulary'
import { erasedTextUnlessKept, sendBySms } from './by-sms.server'

const address = z.object({ channel: z.enum(MESSAGE_CHANNELS), id: z.uuid() })

/** `unknown`: no provider posts notices there. `forged`: the provider did not sign it. `noted`, even if it brings nothing new. */
type CallbackAnswer = 'unknown' | 'forged' | 'noted'

/** Handles a provider's delivery notice about a message that it accepted (security JOB-01). */
export async function handleDeliveryCallback(
  services: Services,
  to: { channel: string | undefined; messageId: string | undefined },
  posted: PostedNotice,
): Promise<CallbackAnswer> {
  const { db, log, messages, meter, now } = services
  const addressed = address.safeParse({ channel: to.channel, id: to.messageId })
  if (!addressed.success) return 'unknown'
  const { channel, id: messageId } = addressed.data
  const notice = messages[channel].readNotice?.(posted)
  if (!notice) return 'unknown'
  if (notice === 'forged') {
    log.warn({ messageId, channel }, 'delivery notice that the provider did not sign')
    return 'forged'
  }
  const message = await findTriedMessage(db, addressed.data)
  if (!message) return 'noted'
  if (notice.state === 'under-way') {
    const sent = { status: 'sent', sentAt: now(), lastError: null, ...erasedTextUnlessKept(services, message) } as const
    await finishAttempt(db, message, sent)
    return 'noted'
  }
  const noteReturn = () => meter.note({ of: 'message', channel, outcome: 'returned' })
  if (notice.state === 'failed' && (await sendBySms(services, message, notice.reason))) {
    noteReturn()
    return 'noted'
  }
  const isNews =
    notice.state === 'delivered'
      ? await recordDelivery(db, message, { status: 'delivered', deliveredAt: now(), lastError: null })
      : await recordDelivery(db, message, { status: 'failed', deliveredAt: null, lastError: notice.reason })
  if (isNews && notice.state === 'failed') {
    await db.transaction((tx) => voidCode(tx, messageId, now()))
    noteReturn()
    log.error({ messageId, channel, reason: notice.reason }, 'message not delivered after all')
  } else if (isNews) log.info({ messageId, channel }, 'message delivered')
  return 'noted'
}
