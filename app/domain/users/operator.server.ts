import { changeStaff, insertStaff, lockUserOfPhone } from '../../db/staff'
import type { Services } from '../../services.server'
import type { Role } from '../../vocabulary'
import { recordAudit } from '../audit/audit.server'
import { searchKey } from '../names/search-key.server'

export type StaffMade = 'created' | 'changed' | 'unchanged' | 'belongsToPartner'

const BY_OPERATOR = { actor: null, objectType: 'user', requestId: 'operator' } as const

/**
 * Makes or changes an active staff user for whoever operates the server; the only way to the first one in production.
 * `phone` is E.164. A partner of an organization is left as it is.
 */
export function makeStaff(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { phone, username, role }: { phone: string; username: string; role: Role },
): Promise<StaffMade> {
  return db.transaction(async (tx): Promise<StaffMade> => {
    const at = now()
    const after = { username, role, status: 'active' }
    const id = await insertStaff(tx, { phone, username, searchKey: searchKey(username), role, createdAt: at })
    if (id) {
      await recordAudit(tx, { ...BY_OPERATOR, at, act: 'user.create', objectId: id, after })
      return 'created'
    }
    const user = await lockUserOfPhone(tx, phone)
    if (!user) throw new Error('A user vanished while being changed')
    if (user.organizationId) return 'belongsToPartner'
    const before = { username: user.username, role: user.role, status: user.status }
    if (user.username === username && user.role === role && user.status === 'active') return 'unchanged'
    await changeStaff(tx, user.id, { username, searchKey: searchKey(username), role })
    await recordAudit(tx, { ...BY_OPERATOR, at, act: 'user.change', objectId: user.id, before, after })
    return 'changed'
  })
}
