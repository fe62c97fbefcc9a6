import type { Queries } from '../../db/engine/database'
import { lockKeys } from '../../db/limits'
import { lastToldAfter, measureWaiting, noteTold } from '../../db/users/recovery'
import type { SealedCode } from '../../db/invites/sealed-code'
import { findApplicationNotice, findReader, selectReaders, takeOverdue } from '../../db/messages/staff-notifications'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language, Role, StaffEvent, VerificationType } from '../../vocabulary'
import { can, SENSITIVE_VERIFICATION_TYPES } from '../access'
import { LIMITS } from '../limits/limit'
import { takeRoomForEach } from '../limits/limits.server'
import { verificationPath } from '../verifications/verification-path'
import { phoneChannel } from './channels'
import { enqueueMessage } from './enqueue.server'
import { channelsOf } from './notification-choices'

const HOUR_MS = 3_600_000
/** How long an application may be pending before those who asked are told. */
export const OVERDUE_AFTER_MS = 48 * HOUR_MS
const OVERDUE_AT_ONCE = 500

type Application = { id: string; type: VerificationType; organizationName: string }
type News = { values: Record<string, string>; path: string }

/** Only those who may decide an application are told of it. */
const mayDecide = (role: Role, type: VerificationType): boolean =>
  can({ role }, SENSITIVE_VERIFICATION_TYPES.includes(type) ? 'verifications.decideSensitive' : 'verifications.review')

/** Tells staff who asked for it that an application came into the queue. */
export async function notifyStaffOfApplication(tx: Queries, services: Services, verificationId: string): Promise<void> {
  const application = await findApplicationNotice(tx, verificationId)
  if (!application) return
  const event = application.type === 'operation_mode_change' ? 'new_mode_change' : 'new_verification'
  await notifyStaff(tx, services, event, (role, language) =>
    mayDecide(role, application.type) ? newsOf(application, language) : null,
  )
}

/**
 * Tells staff who asked for it how many recovery requests wait: at most once an hour while new ones come, once a day while
 * old ones wait. Gives the number of those told of; safe in many processes.
 */
export async function notifyStaffOfRecovery(services: Services): Promise<number> {
  return services.db.transaction(async (tx) => {
    const readers = await selectReaders(tx, 'recovery_request')
    if (readers.length === 0) return 0
    await lockKeys(tx, ['recovery digest'])
    const at = services.now()
    const { total, known, untold } = await measureWaiting(tx)
    const restMs = untold > 0 ? HOUR_MS : 24 * HOUR_MS
    if (total === 0 || (await lastToldAfter(tx, new Date(at.getTime() - restMs)))) return 0
    await noteTold(tx, at)
    const news = { values: { total: String(total), known: String(known) }, path: '/users/recovery' }
    await notifyStaff(tx, services, 'recovery_request', (role) => (can({ role }, 'recovery.read') ? news : null))
    return total
  })
}

/** Tells staff once of each application that is pending for too long; many together in one message. Gives their number. */
export async function notifyStaffOfOverdue(services: Services): Promise<number> {
  return services.db.transaction(async (tx) => {
    const readers = await selectReaders(tx, 'overdue_verification')
    if (readers.length === 0) return 0
    const at = services.now()
    const before = new Date(at.getTime() - OVERDUE_AFTER_MS)
    const due = await takeOverdue(tx, { before, at, atMost: OVERDUE_AT_ONCE })
    if (due.length === 0) return 0
    await notifyStaff(tx, services, 'overdue_verification', (role, language) => {
      const own = due.filter(({ type }) => mayDecide(role, type))
      const [oldest] = own
      return oldest
        ? { ...newsOf(oldest, language), values: { ...newsOf(oldest, language).values, total: String(own.length) } }
        : null
    })
    return due.length
  })
}

type Redemption = {
  invite: { id: string; code: SealedCode; maximumUses: number; creator: { id: string } | null }
  name: string
  usedCount: number
}

/**
 * Tells whoever made a code that somebody came in by it, unless they chose otherwise. Without WhatsApp it goes by SMS: a use
 * that its maker does not know of may be a stolen code.
 */
export async function notifyStaffOfRedemption(
  tx: Queries,
  services: Services,
  { invite, name, usedCount }: Redemption,
): Promise<void> {
  const reader = invite.creator && (await findReader(tx, invite.creator.id, 'invite_redeemed'))
  if (!reader) return
  const values = {
    name,
    code: String(invite.code),
    used: String(usedCount),
    maximum: String(invite.maximumUses),
    link: new URL(`/invites/${invite.id}`, services.env.publicOrigin).href,
  }
  const { language, phone, email } = reader
  for (const wanted of channelsOf('invite_redeemed', reader.stored)) {
    const to = wanted === 'email' ? email : phone
    if (to === null || (wanted === 'email' && services.env.emailGateway === 'none')) continue
    await enqueueMessage(tx, services, {
      channel: wanted === 'email' ? 'email' : phoneChannel(services.env),
      kind: 'staff_invite_redeemed',
      to,
      ...(wanted === 'email' && { subject: translate(language, { key: 'messages:staff.subject.invite_redeemed' }) }),
      text: translate(language, { key: 'messages:staff.text.invite_redeemed', values }),
      language,
    })
  }
}

const newsOf = (application: Application, language: Language): News => ({
  values: {
    organization: application.organizationName,
    type: translate(language, { key: `verifications:type.${application.type}` }),
  },
  path: verificationPath(application),
})

async function notifyStaff(
  tx: Queries,
  services: Services,
  event: StaffEvent,
  newsFor: (role: Role, language: Language) => News | null,
): Promise<void> {
  const readers = (await selectReaders(tx, event)).flatMap(({ email, phone, ...reader }) => {
    const to = reader.channel === 'email' ? email : phone
    const gateway = reader.channel === 'email' ? services.env.emailGateway : services.env.whatsappGateway
    const news = to !== null && gateway !== 'none' ? newsFor(reader.role, reader.language) : null
    return news && to !== null ? [{ ...reader, to, news }] : []
  })
  const recipients = readers.map(({ to }) => to)
  const hasRoom = await takeRoomForEach(tx, services, LIMITS.staffNews, recipients)
  for (const [index, { channel, language, to, news }] of readers.entries()) {
    if (!hasRoom[index]) continue
    const values = { ...news.values, link: new URL(news.path, services.env.publicOrigin).href }
    await enqueueMessage(tx, services, {
      channel,
      kind: `staff_${event}`,
      to,
      ...(channel === 'email' && { subject: translate(language, { key: `messages:staff.subject.${event}` }) }),
      text: translate(language, { key: `messages:staff.text.${event}`, values }),
      language,
    })
  }
}
