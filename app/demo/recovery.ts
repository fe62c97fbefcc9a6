import type { recoveryRequests } from '../db/schema/users'
import type { DemoPerson } from './people'
import { type World } from './world'
import { HOUR_MS } from '../durations'

export type RecoveryPlan = { recoveryRequests: (typeof recoveryRequests.$inferInsert)[] }

/** Two requests for another number: by a cashier in their own browser, and by a stranger who names an admin's number. */
export function planRecovery({ dice, ago }: World, staff: readonly DemoPerson[]): RecoveryPlan {
  const active = staff.filter(({ row }) => row.status === 'active')
  const cashier = active.findLast(({ row }) => row.role === 'cashier')
  const admin = active.findLast(({ row }) => row.role === 'admin')
  if (!cashier || !admin) return { recoveryRequests: [] }
  // Staff were told of both, so that the first start sends no message.
  const toldAt = ago(2 * HOUR_MS)
  return {
    recoveryRequests: [
      {
        id: dice.uuid(),
        name: cashier.row.username,
        oldPhone: cashier.row.phone,
        newPhone: '+77010000117',
        message:
          'Телефон украли, сим-карту со старым номером оператор не восстанавливает. Паспорт могу показать на складе.',
        isFromOwnBrowser: true,
        createdAt: ago(3 * HOUR_MS),
        toldAt,
      },
      {
        id: dice.uuid(),
        name: 'Alex Morgan',
        oldPhone: admin.row.phone,
        newPhone: '+77010000118',
        message: 'A colleague is on leave and asked me to have her account moved to this number. Please do it today.',
        createdAt: ago(26 * HOUR_MS),
        toldAt,
      },
    ],
  }
}
