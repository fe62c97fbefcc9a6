import type { InviteType, OrganizationStatus, Role, UserStatus } from '../../vocabulary'
import { inviteStatus } from '../invites/invite'
import { voidReason } from '../invite-codes/invite-rules'

/** All that decides whether somebody may join with a code. */
export type InviteUse = {
  type: InviteType
  usedCount: number
  maximumUses: number
  expiresAt: Date | null
  deletedAt: Date | null
  role: Role | null
  organization: { status: OrganizationStatus } | null
  /** Null when the operator made it. */
  creator: { role: Role | null; status: UserStatus } | null
}

/** Why a code cannot be used; never made, deleted and no longer vouched for share one answer. */
export type InviteRefusal = 'unknown' | 'used' | 'expired'

/** Null when the code is good now. */
export function refusalOf(invite: InviteUse | null, now: Date): InviteRefusal | null {
  if (!invite || invite.deletedAt !== null || voidReason(invite) !== null) return 'unknown'
  const status = inviteStatus(invite, now)
  return status === 'active' ? null : status
}

/** The role that a code gives: the one it names, as long as whoever made it could make it today; else none. */
export function roleGiven(invite: Pick<InviteUse, 'type' | 'role' | 'creator'>): Role | null {
  const { type, role } = invite
  return type === 'invite_to_user' && voidReason({ ...invite, organization: null }) === null ? role : null
}
