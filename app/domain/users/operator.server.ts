import { changeStaff, insertStaff, lockUserOfPhone } from '../../db/users/staff'
import { findUserOfPhone, lockUsers, superadminsAmong, type KnownUser } from '../../db/users/user-changes'
import type { Services } from '../../services.server'
import type { Role } from '../../vocabulary'
import { recordAudit } from '../audit/audit.server'
import { notifyOfNewSuperadmin } from '../inbox/notify-of-new-superadmin.server'
import { signOutEverywhere } from '../sessions/sign-out-everywhere.server'
import { releaseUnfinishable } from '../verifications/claims/release-claims.server'
import { mayReceiveCodes } from '../phones/phone.server'
import { searchKey } from '../names/search-key.server'

export type StaffMade =
  'created' | 'changed' | 'unchanged' | 'unreachable' | 'belongsToPartner' | 'isSuspended' | 'lastSuperadmin'

const BY_OPERATOR = { actor: null, objectType: 'user', requestId: 'operator' } as const

/**
 * Creates or changes an active staff user for the server's operator; the only way to create the first one in production. `phone` is E.164;
 * no user is created with a number to which codes are never sent. Refused for a partner of an organization, somebody suspended unless
 * `restores`, and another role for the last active superadmin. With a new role the person has to sign in again.
 */
export function makeStaff(
  { db, now, env }: Pick<Services, 'db' | 'now' | 'env'>,
  { phone, username, role, restores }: { phone: string; username: string; role: Role; restores?: boolean },
): Promise<StaffMade> {
  return db.transaction(async (tx): Promise<StaffMade> => {
    const at = now()
    const after = { username, role, status: 'active' }
    if (!mayReceiveCodes(phone, env.codeCountries) && !(await findUserOfPhone(tx, phone))) return 'unreachable'
    const id = await insertStaff(tx, { phone, username, searchKey: searchKey(username), role, createdAt: at })
    if (id) {
      if (role === 'superadmin') await notifyOfNewSuperadmin(tx, { id, actorId: null, at })
      await recordAudit(tx, { ...BY_OPERATOR, at, action: 'user.create', objectId: id, after })
      return 'created'
    }
    const known = await findUserOfPhone(tx, phone)
    const locked = known ? await lockUsers(tx, [known.id]) : []
    const user = await lockUserOfPhone(tx, phone)
    if (!user) throw new Error('A user vanished while being changed')
    if (user.organizationId) return 'belongsToPartner'
    if (user.status === 'suspended' && !restores) return 'isSuspended'
    if (role !== 'superadmin' && isLastSuperadmin(locked, user.id)) return 'lastSuperadmin'
    const before = { username: user.username, role: user.role, status: user.status }
    if (user.username === username && user.role === role && user.status === 'active') return 'unchanged'
    await changeStaff(tx, user.id, { username, searchKey: searchKey(username), role })
    if (user.role !== role) await signOutEverywhere(tx, user.id, at)
    if (user.role !== role && role === 'superadmin') await notifyOfNewSuperadmin(tx, { id: user.id, actorId: null, at })
    const released = await releaseUnfinishable(tx, { holderId: user.id }, { ...BY_OPERATOR, at })
    const changed = { ...BY_OPERATOR, at, action: 'user.change', objectId: user.id, before, after } as const
    await recordAudit(tx, changed, ...released)
    return 'changed'
  })
}

function isLastSuperadmin(locked: readonly KnownUser[], id: string): boolean {
  const superadmins = superadminsAmong(locked)
  return superadmins.length === 1 && superadmins[0] === id
}
