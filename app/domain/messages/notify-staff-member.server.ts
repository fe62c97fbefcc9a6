import type { Queries } from '../../db/engine/database'
import { findReader } from '../../db/messages/staff-notifications'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import { STAFF_CHANNELS, type Language, type StaffEvent } from '../../vocabulary'
import { phoneChannel } from './channels'
import { enqueueMessage } from './enqueue.server'
import { channelsOf } from './notification-choices'
import { staffText } from './staff-text.server'

/** What one person is told, on the channels they want it; `path` is where it leads. */
export type PersonalNews = {
  userId: string
  event: StaffEvent
  path: string
  values: (language: Language) => Record<string, string>
  /** On the first of their channels that reaches them, by e-mail rather than by phone; by phone where none does. */
  isOnOneChannel?: boolean
}

/** Tells one active staff member something, on the channels they chose for it. Without WhatsApp it goes by SMS. */
export async function notifyStaffMember(
  tx: Queries,
  services: Services,
  { userId, event, path, values, isOnOneChannel }: PersonalNews,
): Promise<void> {
  const reader = await findReader(tx, userId, event)
  if (!reader) return
  const { language, phone, email } = reader
  const text = staffText(services, { event, language, values: values(language), path })
  const chosen = channelsOf(event, reader.stored)
  const addresses = { email: services.env.emailGateway === 'none' ? null : email, whatsapp: phone }
  const reachable = STAFF_CHANNELS.filter((channel) => chosen.includes(channel) && addresses[channel] !== null)
  const isMissed = isOnOneChannel && chosen.length > 0 && reachable.length === 0
  const taken = isMissed ? (['whatsapp'] as const) : reachable.slice(0, isOnOneChannel ? 1 : undefined)
  for (const wanted of taken) {
    const to = addresses[wanted] ?? phone
    await enqueueMessage(tx, services, {
      channel: wanted === 'email' ? 'email' : phoneChannel(services.env),
      kind: `staff_${event}`,
      to,
      ...(wanted === 'email' && { subject: translate(language, { key: `messages:staff.subject.${event}` }) }),
      text,
      language,
    })
  }
}
