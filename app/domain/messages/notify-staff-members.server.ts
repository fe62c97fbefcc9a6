import type { Queries } from '../../db/engine/database'
import { findReader } from '../../db/messages/staff-notifications'
import type { Services } from '../../services.server'
import { STAFF_CHANNELS, type Language, type StaffEvent } from '../../vocabulary'
import { phoneChannel } from './channels'
import { channelsOf, takenChannels } from './notification-choices'
import { enqueueNews, type NewsMessage } from './staff-notifications.server'

/** What each of these people is told, on the channels they want it; `path` is where it leads. */
type PersonalNews = {
  userIds: readonly string[]
  event: StaffEvent
  path: string
  values: (language: Language) => Record<string, string>
  /** On the first of their channels that reaches them, by e-mail rather than by phone; by phone where none does. */
  isOnOneChannel?: boolean
}

/** Tells those of them who are active staff something, on the channels they chose for it. Without WhatsApp it goes by SMS, without e-mail to their phone. */
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
    const chosen = takenChannels(services.env, channelsOf(event, reader.stored))
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
