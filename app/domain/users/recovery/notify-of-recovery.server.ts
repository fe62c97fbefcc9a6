import { href } from '../../../addresses'
import { lockKeys } from '../../../db/limits'
import { listReaders } from '../../../db/messages/staff-notifications'
import { measureWaiting, markTold, wereToldBetween } from '../../../db/users/recovery'
import type { Services } from '../../../services.server'
import { can } from '../../access'
import { notifyStaff } from '../../messages/staff-notifications.server'
import { CLOCK_TOLERANCE_MS, HOUR_MS } from '../../../durations'

/**
 * Tells staff who asked for it how many recovery requests wait: at most once an hour while new ones arrive, else once a day. Returns their
 * number, or 0 when nobody was told. Safe in many processes.
 */
export async function notifyStaffOfRecovery(services: Services): Promise<number> {
  return services.db.transaction(async (tx) => {
    const readers = await listReaders(tx, 'recovery_request')
    if (readers.length === 0) return 0
    await lockKeys(tx, ['recovery digest'])
    const at = services.now()
    const { total, known, untold } = await measureWaiting(tx)
    const restMs = untold > 0 ? HOUR_MS : 24 * HOUR_MS
    const fromNow = (ms: number) => new Date(at.getTime() + ms)
    if (total === 0 || (await wereToldBetween(tx, fromNow(-restMs), fromNow(CLOCK_TOLERANCE_MS)))) return 0
    await markTold(tx, at)
    const news = { values: { total: String(total), known: String(known) }, path: href('/users/recovery') }
    await notifyStaff(tx, services, 'recovery_request', (role) => (can({ role }, 'recovery.read') ? news : null))
    return total
  })
}
