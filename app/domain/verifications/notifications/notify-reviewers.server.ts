import type { Queries } from '../../../db/engine/database'
import { listReaders } from '../../../db/messages/staff-notifications'
import {
  findApplicationNotice,
  takeOverdue,
  type ApplicationNotice,
} from '../../../db/verifications/verification-notices'
import { translate } from '../../../i18n/texts.server'
import type { Services } from '../../../services.server'
import type { Language, Role } from '../../../vocabulary'
import { notifyStaff, type News } from '../../messages/staff-notifications.server'
import { mayBegin, typesToDecide } from '../verification-actions'
import { verificationPath } from '../queue/verification-list'

const OVERDUE_AT_ONCE = 500

/** A prepared decision concerns only people who may agree to it. */
const concerns = (role: Role, { isPrepared, ...application }: ApplicationNotice): boolean =>
  isPrepared ? typesToDecide({ role }).includes(application.type) : mayBegin({ role }, application)

/** Tells staff who asked for it, and who may decide or prepare it, that an application came into the queue. */
export async function notifyStaffOfApplication(tx: Queries, services: Services, verificationId: string): Promise<void> {
  const application = await findApplicationNotice(tx, verificationId)
  if (!application) return
  const event = application.type === 'operation_mode_change' ? 'new_mode_change' : 'new_verification'
  await notifyStaff(tx, services, event, (role, language) =>
    concerns(role, application) ? newsOf(application, language) : null,
  )
}

/** Tells staff, once per application, that it is past its due date; several share one message. Returns the number of applications. */
export async function notifyStaffOfOverdue(services: Services): Promise<number> {
  return services.db.transaction(async (tx) => {
    const readers = await listReaders(tx, 'overdue_verification')
    if (readers.length === 0) return 0
    const at = services.now()
    const due = await takeOverdue(tx, { at, atMost: OVERDUE_AT_ONCE })
    if (due.length === 0) return 0
    await notifyStaff(tx, services, 'overdue_verification', (role, language) => {
      const own = due.filter((application) => concerns(role, application))
      const [oldest] = own
      return oldest
        ? { ...newsOf(oldest, language), values: { ...newsOf(oldest, language).values, total: String(own.length) } }
        : null
    })
    return due.length
  })
}

const newsOf = (application: ApplicationNotice, language: Language): News => ({
  values: {
    organization: application.organizationName,
    type: translate(language, { key: `verifications:type.${application.type}` }),
  },
  path: verificationPath(application),
})
