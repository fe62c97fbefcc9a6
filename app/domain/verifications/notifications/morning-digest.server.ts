import { selectDigestReaders, listDigestZones, takeDigest } from '../../../db/verifications/digests'
import { countViews } from '../../../db/verifications/queue/verification-views'
import type { Services } from '../../../services.server'
import { ABILITIES } from '../../access'
import { wakeOutbox } from '../../messages/outbox.server'
import { notifyStaffMembers } from '../../messages/notify-staff-members.server'
import { viewContextOf } from '../queue/verification-views.server'
import { morningOf } from '../due-dates/working-time'

/**
 * Tells each reviewer, on weekday mornings from nine in their own time zone, what waits for them: one message, or none when nothing waits.
 * Each reviewer's day is taken by one process. Returns how many were told.
 */
export async function sendMorningDigests(services: Services): Promise<number> {
  const now = services.now()
  const roles = ABILITIES['verifications.review']
  let told = 0
  for (const timeZone of await listDigestZones(services.db, roles)) {
    const day = morningOf(now, timeZone)
    if (day === null) continue
    for (const reader of await selectDigestReaders(services.db, roles, { timeZone, day }))
      if (await tell(services, reader, day, now)) told += 1
  }
  if (told > 0) wakeOutbox(services)
  return told
}

type Reader = Awaited<ReturnType<typeof selectDigestReaders>>[number]

/** False when another process tells the reader, or nothing waits for them. */
const tell = (services: Services, reader: Reader, day: string, now: Date): Promise<boolean> =>
  services.db.transaction(async (tx) => {
    if (!(await takeDigest(tx, { userId: reader.id, day }))) return false
    const { late, mine, claimable, ...others } = await countViews(tx, viewContextOf(reader, now))
    if (mine + claimable === 0) return false
    await notifyStaffMembers(tx, services, {
      userIds: [reader.id],
      event: 'morning_digest',
      path: '/',
      isOnOneChannel: true,
      values: () => ({
        waiting: String(mine + claimable),
        late: String(late),
        mine: String(mine),
        withApplicants: String(others['with-applicant']),
      }),
    })
    return true
  })
