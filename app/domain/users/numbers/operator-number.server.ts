import { randomUUID } from 'node:crypto'
import { markRead } from '../../../db/inbox'
import { findOpenRecovery, insertRecoveryRequest, lockRecovery, advanceRecovery } from '../../../db/users/recovery'
import { findUserOfPhone, lockUsers, superadminsAmong } from '../../../db/users/user-changes'
import type { Services } from '../../../services.server'
import { recordAudit } from '../../audit/audit.server'
import { searchKey } from '../../names/search-key.server'
import { mayReceiveCodes } from '../../phones/phone.server'
import { isGuarded } from './guarded-number.server'
import { warnOldNumber } from './move-number.server'
import { withoutLapsedProposal, changesAt, isBlocked, recoveryState } from '../recovery/recovery-actions'
import { needsOperator } from '../recovery/recovery.server'

export type NumberAgreed = 'agreed' | 'unchanged' | 'notSuperadmin' | 'othersMayAgree' | 'taken' | 'unreachable'

const BY_OPERATOR = { actor: null, requestId: 'operator' } as const

/**
 * The operator's agreement to a superadmin's new number, when no two independent other superadmins could propose and agree. The old number
 * is warned at once, and the number changes a day later unless somebody cancels. Phones are E.164.
 */
export function agreeByOperator(
  services: Pick<Services, 'db' | 'env' | 'now'>,
  { oldPhone, newPhone }: { oldPhone: string; newPhone: string },
): Promise<NumberAgreed> {
  return services.db.transaction(async (tx): Promise<NumberAgreed> => {
    // Locks the request before its people, in the same order as where staff handle it.
    const filed = await findOpenRecovery(tx, { oldPhone, newPhone })
    const found = filed === null ? null : await lockRecovery(tx, filed)
    const open = found?.outcome === null ? found : null
    const known = await findUserOfPhone(tx, oldPhone)
    const locked = await lockUsers(tx, known ? [known.id] : [])
    const user = locked.find((row) => row.phone === oldPhone && !isBlocked(row.status))
    if (!user || !(await isGuarded(tx, services, user))) return 'notSuperadmin'
    const superadminIds = superadminsAmong(locked)
    if (!(await needsOperator(tx, services, superadminIds, user.id))) return 'othersMayAgree'
    if (await findUserOfPhone(tx, newPhone)) return 'taken'
    if (!mayReceiveCodes(newPhone, services.env.codeCountries)) return 'unreachable'
    const at = services.now()
    if (open && recoveryState(open) === 'agreed') return 'unchanged'
    const id = open?.id ?? randomUUID()
    const request = { id, oldPhone, newPhone }
    if (!open) {
      const { username: name } = user
      await insertRecoveryRequest(tx, { ...request, name, nameKey: searchKey(name), message: '', createdAt: at })
    }
    const { proposedAt, proposedBy } = open
      ? withoutLapsedProposal(open, superadminIds)
      : { proposedAt: null, proposedBy: null }
    await advanceRecovery(tx, id, { proposedAt, proposedBy, agreedAt: at })
    await markRead(tx, superadminIds, { kind: 'number_proposed', actorId: user.id, now: at })
    await warnOldNumber(tx, services, { user, request })
    await recordAudit(tx, {
      ...BY_OPERATOR,
      at,
      action: 'recovery.agree',
      objectType: 'recoveryRequest',
      objectId: id,
      after: { changesAt: changesAt(at) },
    })
    return 'agreed'
  })
}
