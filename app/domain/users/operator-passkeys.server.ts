import { deletePasskeysOf } from '../../db/sign-in/passkeys'
import { endSessionsOfUser } from '../../db/sessions'
import { findUserOfPhone } from '../../db/users/user-changes'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'

/** Removes all passkeys of somebody who lost theirs and ends their sessions; returns how many, or null when no user has the phone. */
export function removePasskeysByOperator(
  { db, now }: Pick<Services, 'db' | 'now'>,
  phone: string,
): Promise<number | null> {
  return db.transaction(async (tx) => {
    const at = now()
    const user = await findUserOfPhone(tx, phone)
    if (!user) return null
    const removed = await deletePasskeysOf(tx, user.id)
    if (removed === 0) return 0
    await endSessionsOfUser(tx, user.id, at)
    await recordAudit(tx, {
      at,
      actor: null,
      action: 'passkey.remove',
      objectType: 'user',
      objectId: user.id,
      before: { total: removed },
      requestId: 'operator',
    })
    return removed
  })
}
