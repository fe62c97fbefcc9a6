import type { Queries } from '../../db/engine/database'
import { selectReaders } from '../../db/messages/staff-notifications'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language, Role, StaffEvent } from '../../vocabulary'
import { LIMITS } from '../limits/limit'
import { consumeRateLimitForEach } from '../limits/limits.server'
import { phoneChannel } from './channels'
import { enqueueMessage } from './enqueue.server'
import { staffText } from './staff-text.server'

export type News = { values: Record<string, string>; path: string }

/** Tells active staff who asked for this kind of news; `newsFor` gives none to those whom it does not concern. */
export async function notifyStaff(
  tx: Queries,
  services: Services,
  event: StaffEvent,
  newsFor: (role: Role, language: Language) => News | null,
): Promise<void> {
  const { env } = services
  const readers = (await selectReaders(tx, event)).flatMap(({ email, phone, channel: chosen, ...reader }) => {
    const channel = chosen === 'email' ? chosen : phoneChannel(env)
    const to = channel !== 'email' ? phone : env.emailGateway === 'none' ? null : email
    const news = to === null ? null : newsFor(reader.role, reader.language)
    return to !== null && news ? [{ ...reader, channel, to, news }] : []
  })
  const recipients = readers.map(({ to }) => to)
  const hasRoom = await consumeRateLimitForEach(tx, services, LIMITS.staffNotifications, recipients)
  for (const [index, { channel, language, to, news }] of readers.entries()) {
    if (!hasRoom[index]) continue
    await enqueueMessage(tx, services, {
      channel,
      kind: `staff_${event}`,
      to,
      ...(channel === 'email' && { subject: translate(language, { key: `messages:staff.subject.${event}` }) }),
      text: staffText(services, { event, language, ...news }),
      language,
    })
  }
}
