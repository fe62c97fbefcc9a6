import type { Queries } from '../../db/engine/database'
import { listReaders } from '../../db/messages/staff-notifications'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language, MessageChannel, Role, StaffEvent } from '../../vocabulary'
import { LIMITS, NEWS_KEPT_FOR_RECOVERY } from '../limits/limit'
import { consumeRateLimitForEach } from '../limits/limits.server'
import { phoneChannel } from './channels'
import { enqueueMessage } from './enqueue.server'
import { effectiveChannels } from './notification-choices'
import { staffText } from './staff-text.server'

export type News = { values: Record<string, string>; path: string }
export type NewsMessage = {
  recipientId: string
  channel: MessageChannel
  to: string
  language: Language
  news: News
}

/** Notifies active staff who asked for this event; `newsFor` returns null for people whom it does not concern. */
export async function notifyStaff(
  tx: Queries,
  services: Services,
  event: StaffEvent,
  newsFor: (role: Role, language: Language) => News | null,
): Promise<void> {
  const { env } = services
  const wanted = (await listReaders(tx, event)).flatMap(({ id, email, phone, role, language, channels }) => {
    const news = newsFor(role, language)
    if (!news) return []
    return effectiveChannels(env, channels).flatMap((taken) => {
      const channel = taken === 'email' ? taken : phoneChannel(env)
      const to = taken === 'email' ? email : phone
      return to === null ? [] : [{ recipientId: id, channel, to, language, news }]
    })
  })
  await enqueueNews(tx, services, event, wanted)
}

/**
 * Queues notifications as far as the daily limit per phone or address allows; all events share it, and part of it is reserved for recovery
 * requests. Call it once per transaction with everything, so that two transactions never wait for each other.
 */
export async function enqueueNews(
  tx: Queries,
  services: Services,
  event: StaffEvent,
  wanted: readonly NewsMessage[],
): Promise<void> {
  const recipients = wanted.map(({ to }) => to)
  const reserve = event === 'recovery_request' ? 0 : NEWS_KEPT_FOR_RECOVERY
  const hasRoom = await consumeRateLimitForEach(tx, services, LIMITS.staffNotifications, recipients, reserve)
  for (const { recipientId, channel, language, to, news } of wanted.filter((_, index) => hasRoom[index]))
    await enqueueMessage(tx, services, {
      channel,
      kind: `staff_${event}`,
      to,
      recipientId,
      ...(channel === 'email' && { subject: translate(language, { key: `messages:staff.subject.${event}` }) }),
      text: staffText(services, { event, language, ...news }),
      language,
    })
}
