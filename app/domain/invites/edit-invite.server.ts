import { changeTerms, lockInvite } from '../../db/invites/invite-changes'
import { findInvite } from '../../db/invites/invite-detail'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'
import { lacksProof, type Dated } from '../fresh-proof'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { lastUsableInstant, newExpiryTimeZone } from './invite'
import { mayChange } from '../invite-codes/invite-rules'
import { dayOf, endOfDay } from '../calendar'
import type { EditInput } from './invite-input'
import { isUuid } from '../../uuid'

/** Why a change is not possible: the limit is below the uses so far, or somebody changed the code meanwhile, to these terms. */
type EditConflict =
  { because: 'uses'; usedCount: number } | { because: 'stale'; maximumUses: number; expiresAt: Date | null }

/** Sets the limit and the last day; `unchanged` when they are so already. */
export async function editInvite(
  services: Services,
  permit: Dated<'invites.create'>,
  id: string,
  input: EditInput,
  requestId: string,
): Promise<Outcome<void, EditConflict>> {
  if (!isUuid(id)) return missing
  return services.db.transaction(async (tx): Promise<Outcome<void, EditConflict>> => {
    await lockInvite(tx, id)
    const invite = await findInvite(tx, id)
    if (!invite) return missing
    const { actor } = permit
    if (!mayChange(actor, invite) || lacksProof(permit, 'invite.edit', invite.role)) return forbidden
    if (input.maximumUses < invite.usedCount) return conflict({ because: 'uses', usedCount: invite.usedCount })
    const seen = { maximumUses: input.seenMaximum, expiresAt: input.seenExpiry }
    const zone = newExpiryTimeZone(invite, actor.timeZone)
    const isSameDay = input.lastDay === (seen.expiresAt ? dayOf(lastUsableInstant(seen.expiresAt), zone) : null)
    const chosen = input.lastDay === null ? null : endOfDay(input.lastDay, zone)
    const expiresAt = isSameDay ? seen.expiresAt : chosen
    const next = {
      maximumUses: input.maximumUses,
      expiresAt,
      timeZone: isSameDay ? invite.timeZone : expiresAt && zone,
    }
    const isSame = (one: typeof seen, other: typeof seen) =>
      one.maximumUses === other.maximumUses && one.expiresAt?.getTime() === other.expiresAt?.getTime()
    if (isSame(invite, next)) return unchanged
    const { maximumUses, expiresAt: end } = invite
    if (!isSame(invite, seen)) return conflict({ because: 'stale', maximumUses, expiresAt: end })
    await changeTerms(tx, id, next)
    const terms = (of: typeof seen) => ({ maximumUses: of.maximumUses, expiresAt: of.expiresAt?.toISOString() ?? null })
    await recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'invite.edit',
      objectType: 'invite',
      objectId: id,
      before: terms(seen),
      after: terms(next),
      requestId,
    })
    return done(undefined)
  })
}
