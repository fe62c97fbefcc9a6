import { href } from '../../addresses'
import { insertRedeemedEntries } from '../../db/inbox'
import type { Queries } from '../../db/engine/database'
import type { SealedCode } from '../../db/schema/sealed-code'
import { listActiveStaff } from '../../db/users/active-staff'
import type { Services } from '../../services.server'
import type { UserStatus, Role } from '../../vocabulary'
import { rolesThatMay } from '../access'
import { notifyStaffMembers } from '../messages/notify-staff-members.server'

type Maker = { id: string; role: Role | null; status: UserStatus }
type Redemption = {
  invite: { id: string; code: SealedCode; maximumUses: number; creator: Maker | null }
  joined: { id: string }
  name: string
  usedCount: number
}

const TOLD_AT_MOST = 50

/**
 * Tells a code's creator that somebody joined with it: a use that they did not expect may mean a stolen code. The inbox entry is written
 * whatever becomes of the message. If the creator is no longer active, people who may delete any code get the entry.
 */
export async function notifyStaffOfRedemption(
  tx: Queries,
  services: Services,
  { invite, joined, name, usedCount }: Redemption,
): Promise<void> {
  const { id: inviteId, code, maximumUses, creator } = invite
  const maker = creator?.status === 'active' && creator.role !== null ? creator : null
  const values = () => ({ name, code: String(code), used: String(usedCount), maximum: String(maximumUses) })
  const path = href('/invites/:id', { id: inviteId })
  if (maker) await notifyStaffMembers(tx, services, { userIds: [maker.id], event: 'invite_redeemed', path, values })
  const roles = rolesThatMay('invites.deleteAny')
  const readers = maker ? [maker.id] : await listActiveStaff(tx, { roles, without: [joined.id], atMost: TOLD_AT_MOST })
  await insertRedeemedEntries(tx, readers, { inviteId, actorId: joined.id, at: services.now() })
}
