import { MINUTE_MS } from '../../../durations'
import type { Queries } from '../../../db/engine/database'
import { lockInvite, markSent, withdrawMessages } from '../../../db/invites/invite-changes'
import { findInvite } from '../../../db/invites/invite-detail'
import type { Services } from '../../../services.server'
import type { Permit } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { consumeInviteLimits } from '../../limits/limits.server'
import { wakeOutbox } from '../../messages/outbox.server'
import { conflict, done, forbidden, missing, type Outcome } from '../../outcome'
import { EMPTY_ANSWER, applyOnce, type SentBefore } from '../../sent-form.server'
import { inviteStatus, type NotActive, expiryTimeZone } from '../invite'
import { mayChange, voidReason, type VoidReason } from '../../invite-codes/invite-rules'
import { enqueueInvitation, isSentByHand } from './invitation.server'
import { isUuid } from '../../../uuid'

const RESEND_PAUSE_MS = MINUTE_MS

/** Why it is not sent again now: the code cannot be used, it is too soon, or the daily limit is reached. */
export type ResendConflict =
  | NotActive
  | { because: 'void'; reason: VoidReason }
  | { because: 'pause' | 'limit'; waitMs: number }
  | SentBefore<null>

/** Milliseconds until it may be sent again. */
export const pauseLeftMs = (sentAt: Date | null, now: Date): number =>
  sentAt ? Math.max(0, sentAt.getTime() + RESEND_PAUSE_MS - now.getTime()) : 0

/** Sends the invitation again in its original words; at most once a minute, and once per form. */
export async function resendInvite(
  services: Services,
  { actor }: Permit<'invites.create'>,
  { id, formId }: { id: string; formId: string | null },
  requestId: string,
): Promise<Outcome<null, ResendConflict>> {
  if (!isUuid(id)) return missing
  const at = services.now()
  const form = { id: formId, userId: actor.id, content: { act: 'invite.resend', id }, answer: EMPTY_ANSWER }
  const send = async (tx: Queries): Promise<Outcome<null, ResendConflict>> => {
    // Holds off the code's last use, its deletion and changes to its terms until the message is queued.
    await lockInvite(tx, id)
    const invite = await findInvite(tx, id)
    const { channel, recipient, language } = invite ?? {}
    if (!invite || !channel || !recipient || !language || isSentByHand(services, channel)) return missing
    if (!mayChange(actor, invite)) return forbidden
    const status = inviteStatus(invite, at)
    if (status !== 'active') return conflict({ because: 'status', status })
    const reason = voidReason({ ...invite, creator: invite.maker })
    if (reason) return conflict({ because: 'void', reason })
    const tooSoon = { because: 'pause' as const, waitMs: pauseLeftMs(invite.sentAt, at) || RESEND_PAUSE_MS }
    if (pauseLeftMs(invite.sentAt, at) > 0) return conflict(tooSoon)
    const waitMs = await consumeInviteLimits(tx, services, { senderId: actor.id, recipient })
    if (waitMs > 0) return conflict({ because: 'limit', waitMs })
    if (!(await markSent(tx, id, at, new Date(at.getTime() - RESEND_PAUSE_MS)))) return conflict(tooSoon)
    const timeZone = expiryTimeZone(invite, actor.timeZone)
    await withdrawMessages(tx, [id], 'sent again')
    await enqueueInvitation(
      tx,
      services,
      { id, channel, recipient, language },
      { ...invite, timeZone, inviter: invite.creator ?? actor.username },
    )
    await recordAudit(tx, { at, actor, action: 'invite.resend', objectType: 'invite', objectId: id, requestId })
    return done(null)
  }
  const outcome = await services.db.transaction((tx) => applyOnce(tx, services, form, () => send(tx)))
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}
