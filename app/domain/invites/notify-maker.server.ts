import type { Queries } from '../../db/engine/database'
import { findReader } from '../../db/messages/staff-notifications'
import type { SealedCode } from '../../db/schema/sealed-code'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import { phoneChannel } from '../messages/channels'
import { enqueueMessage } from '../messages/enqueue.server'
import { channelsOf } from '../messages/notification-choices'

type Redemption = {
  invite: { id: string; code: SealedCode; maximumUses: number; creator: { id: string } | null }
  name: string
  usedCount: number
}

/**
 * Tells whoever made a code that somebody came in by it, unless they chose otherwise. Without WhatsApp it goes by SMS: a use
 * that its maker does not know of may be a stolen code.
 */
export async function notifyStaffOfRedemption(
  tx: Queries,
  services: Services,
  { invite, name, usedCount }: Redemption,
): Promise<void> {
  const reader = invite.creator && (await findReader(tx, invite.creator.id, 'invite_redeemed'))
  if (!reader) return
  const values = {
    name,
    code: String(invite.code),
    used: String(usedCount),
    maximum: String(invite.maximumUses),
    link: new URL(`/invites/${invite.id}`, services.env.publicOrigin).href,
  }
  const { language, phone, email } = reader
  for (const wanted of channelsOf('invite_redeemed', reader.stored)) {
    const to = wanted === 'email' ? email : phone
    if (to === null || (wanted === 'email' && services.env.emailGateway === 'none')) continue
    await enqueueMessage(tx, services, {
      channel: wanted === 'email' ? 'email' : phoneChannel(services.env),
      kind: 'staff_invite_redeemed',
      to,
      ...(wanted === 'email' && { subject: translate(language, { key: 'messages:staff.subject.invite_redeemed' }) }),
      text: translate(language, { key: 'messages:staff.text.invite_redeemed', values }),
      language,
    })
  }
}
