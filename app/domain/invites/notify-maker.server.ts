import { href } from '../../addresses'
import type { Queries } from '../../db/engine/database'
import type { SealedCode } from '../../db/schema/sealed-code'
import type { Services } from '../../services.server'
import { notifyStaffMember } from '../messages/notify-staff-member.server'

type Redemption = {
  invite: { id: string; code: SealedCode; maximumUses: number; creator: { id: string } | null }
  name: string
  usedCount: number
}

/** Tells whoever made a code that somebody came in by it, unless they chose otherwise: a use that they do not know of may be a stolen code. */
export async function notifyStaffOfRedemption(
  tx: Queries,
  services: Services,
  { invite, name, usedCount }: Redemption,
): Promise<void> {
  if (!invite.creator) return
  await notifyStaffMember(tx, services, {
    userId: invite.creator.id,
    event: 'invite_redeemed',
    path: href('/invites/:id', { id: invite.id }),
    values: () => ({
      name,
      code: String(invite.code),
      used: String(usedCount),
      maximum: String(invite.maximumUses),
    }),
  })
}
