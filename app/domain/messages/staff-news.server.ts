import type { Queries } from '../../db/database'
import { findNews, selectReaders, takeOverdue } from '../../db/staff-news'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language, Role, StaffEvent, VerificationType } from '../../vocabulary'
import { can, SENSITIVE_VERIFICATION_TYPES } from '../access'
import { verificationPath } from '../verifications/verification-path'
import { enqueueMessage } from './enqueue.server'

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
export async function tellOfApplication(tx: Queries, services: Services, verificationId: string): Promise<void> {
  const application = await findNews(tx, verificationId)
  if (!application) return
  const event = application.type === 'operation_mode_change' ? 'new_mode_change' : 'new_verification'
  await tell(tx, services, event, (role, language) =>
    mayDecide(role, application.type) ? newsOf(application, language) : null,
  )
}

/** Tells staff who asked for it that somebody with a changed number filed a request. */
export async function tellOfRecovery(tx: Queries, services: Services): Promise<void> {
  await tell(tx, services, 'recovery_request', (role) =>
    can({ role }, 'recovery.read') ? { values: {}, path: '/users/recovery' } : null,
  )
}

/** Tells staff once of each application that is pending for too long; many together in one message. Gives their number. */
export async function tellOfOverdue(services: Services): Promise<number> {
  return services.db.transaction(async (tx) => {
    const readers = await selectReaders(tx, 'overdue_verification')
    if (readers.length === 0) return 0
    const at = services.now()
    const before = new Date(at.getTime() - OVERDUE_AFTER_MS)
    const due = await takeOverdue(tx, { before, at, atMost: OVERDUE_AT_ONCE })
    if (due.length === 0) return 0
    await tell(tx, services, 'overdue_verification', (role, language) => {
      const own = due.filter(({ type }) => mayDecide(role, type))
      const [oldest] = own
      return oldest
        ? { ...newsOf(oldest, language), values: { ...newsOf(oldest, language).values, total: String(own.length) } }
        : null
    })
    return due.length
  })
}

const newsOf = (application: Application, language: Language): News => ({
  values: {
    organization: application.organizationName,
    type: translate(language, { key: `verifications:type.${application.type}` }),
  },
  path: verificationPath(application),
})

async function tell(
  tx: Queries,
  services: Services,
  event: StaffEvent,
  newsFor: (role: Role, language: Language) => News | null,
): Promise<void> {
  for (const { channel, role, language, email, phone } of await selectReaders(tx, event)) {
    const to = channel === 'email' ? email : phone
    const gateway = channel === 'email' ? services.env.emailGateway : services.env.whatsappGateway
    const news = to !== null && gateway !== 'none' ? newsFor(role, language) : null
    if (!news || to === null) continue
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
