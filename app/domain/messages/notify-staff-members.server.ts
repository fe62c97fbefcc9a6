import type { Queries } from '../../db/engine/database'
import { findReader } from '../../db/messages/staff-notifications'
import type { Services } from '../../services.server'
import { STAFF_CHANNELS, type Language, type StaffEvent } from '../../vocabulary'
import { phoneChannel } from './channels'
import { channelsOf, effectiveChannels } from './notification-choices'
import { enqueueNews, type NewsMessage } from './staff-notifications.server'

/** One notification for each of these people, on the channels they chose; `path` is where its link leads. */
type PersonalNews = {
  userIds: readonly string[]
  event: StaffEvent
  path: string
  values: (language: Language) => Record<string, string>
  /** Sends on one channel only: e-mail if chosen and known, else phone; on the phone when none of the chosen channels reaches them. */
  isOnOneChannel?: boolean
}

/**
 * Notifies those of the people who are active staff, on the channels they chose for the event. Falls back from WhatsApp to SMS, and from
 * e-mail to phone.
 */
export async function notifyStaffMembers(
  tx: Queries,
  services: Services,
  { userIds, event, path, values, isOnOneChannel }: PersonalNews,
): Promise<void> {
  const wanted: NewsMessage[] = []
  for (const userId of userIds) {
    const reader = await findReader(tx, userId, event)
    if (!reader) continue
    const { language, phone, email } = reader
    const chosen = effectiveChannels(services.env, channelsOf(event, reader.stored))
    const addresses = { email, whatsapp: phone }
    const reachable = STAFF_CHANNELS.filter((channel) => chosen.includes(channel) && addresses[channel] !== null)
    const isMissed = isOnOneChannel && chosen.length > 0 && reachable.length === 0
    const taken = isMissed ? (['whatsapp'] as const) : reachable.slice(0, isOnOneChannel ? 1 : undefined)
    for (const channel of taken)
      wanted.push({
        recipientId: userId,
        channel: channel === 'email' ? channel : phoneChannel(services.env),
        to: addresses[channel] ?? phone,
        language,
        news: { values: values(language), path },
      })
  }
  await enqueueNews(tx, services, event, wanted)
}
