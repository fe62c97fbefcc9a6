import type { InviteType, OrganizationStatus, Role, UserStatus } from '../../vocabulary'
import { inviteStatus } from '../invites/invite'
import { voidReason } from '../invite-codes/invite-rules'

/** Everything that decides whether somebody may join with a code. */
export type InviteUse = {
  type: InviteType
  usedCount: number
  maximumUses: number
  expiresAt: Date | null
  deletedAt: Date | null
  role: Role | null
  organization: { status: OrganizationStatus } | null
  /** Null when an operator command created it. */
  creator: { role: Role | null; status: UserStatus } | null
}

/** Why a code cannot be used; codes that never existed, were deleted or are void all get `unknown`. */
export type InviteRefusal = 'unknown' | 'used' | 'expired'

/** Why a code is refused now, or null. */
export function refusalOf(invite: InviteUse | null, now: Date): InviteRefusal | null {
  if (!invite || invite.deletedAt !== null || voidReason(invite) !== null) return 'unknown'
  const status = inviteStatus(invite, now)
  return status === 'active' ? null : status
}

/** The role that a staff code gives, if its creator could still create it; else null. */
export function roleGiven(invite: Pick<InviteUse, 'type' | 'role' | 'creator'>): Role | null {
  const { type, role } = invite
  return type === 'invite_to_user' && voidReason({ ...invite, organization: null }) === null ? role : null
}
