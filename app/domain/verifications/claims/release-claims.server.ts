import type { Queries } from '../../../db/engine/database'
import { insertInboxEntries } from '../../../db/inbox'
import {
  dropReservations,
  lockHeld,
  lockReserved,
  type Held,
  type ClaimScope,
} from '../../../db/verifications/verification-claims'
import type { AuditEntry } from '../../audit/audit.server'
import { mayFinish } from './claim'
import { moveClaim, type ClaimChangedBy } from './claim-change.server'

/**
 * Releases reviews held by, or reserved for, people who can no longer finish them: they were paused or suspended, got another role, or one
 * person now decides what took two. Runs in the transaction of that change; the caller records the returned audit entries. Prepared
 * decisions and drafts stay.
 */
export async function releaseUnfinishable(tx: Queries, scope: ClaimScope, by: ClaimChangedBy): Promise<AuditEntry[]> {
  const [held, reserved] = [await lockHeld(tx, scope), await lockReserved(tx, scope)]
  const entries: AuditEntry[] = []
  for (const one of held) if (!mayHolderFinish(one)) entries.push(...(await release(tx, one, by)))
  await dropReservations(
    tx,
    reserved.filter((one) => !mayHolderFinish(one)).map(({ id }) => id),
  )
  return entries
}

const mayHolderFinish = ({ holderRole: role, holderStatus: status, ...held }: Held) => mayFinish({ role, status }, held)

async function release(tx: Queries, held: Held, by: ClaimChangedBy): Promise<AuditEntry[]> {
  const { id, organizationId, holderId, holderStatus } = held
  const moved = await moveClaim(tx, held, null, by)
  if (moved === null) return []
  const { actor, at } = by
  const told = { userId: holderId, organizationId, verificationId: id, actorId: actor?.id ?? null, at }
  if (holderStatus === 'active') await insertInboxEntries(tx, [{ ...told, kind: 'given_back' }])
  return [moved.entry]
}
