import { withdrawQueued } from '../../db/messages/messages'
import { changeUser, isActiveAs, lockUsers } from '../../db/users/user-changes'
import type { Services } from '../../services.server'
import { recordAudit, wasLastDone } from '../audit/audit.server'
import { lacksProof, type Dated } from '../fresh-proof'
import { consumeInviteLimits } from '../limits/limits.server'
import { wakeOutbox } from '../messages/outbox.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { isUuid } from '../../uuid'
import type { UserConflict } from './change-user.server'
import { enqueueStaffInvitation, INVITATION } from './invite-user.server'
import { mayDoToUser } from './user-actions'

type Asked = { id: string; version: number; requestId: string }

/**
 * Sends somebody who never signed in their invitation again, now in the actor's name. Refusals: `forbidden` by role or without fresh proof,
 * `missing`, `unchanged` for a repeat, else `conflict`, including the daily limit.
 */
export async function inviteAgain(
  services: Services,
  permit: Dated<'users.read'>,
  { id, version, requestId }: Asked,
): Promise<Outcome<void, UserConflict | { because: 'limit'; waitMs: number }>> {
  if (!isUuid(id)) return missing
  const { actor } = permit
  const at = services.now()
  const outcome = await services.db.transaction(
    async (tx): Promise<Outcome<void, UserConflict | { because: 'limit'; waitMs: number }>> => {
      const locked = await lockUsers(tx, [id, actor.id])
      const user = locked.find((row) => row.id === id)
      if (!user) return missing
      const { role, phone, language } = user
      const mayNow = locked.some((row) => isActiveAs(row, actor)) && mayDoToUser(actor, user, 'invite')
      if (!mayNow || role === null || lacksProof(permit, 'user.invite', role)) return forbidden
      const now = { status: user.status, version: user.version }
      if (user.erasedAt !== null) return conflict({ because: 'erased', ...now })
      if (user.status !== 'invited') return conflict({ because: 'state', ...now })
      const act = { actor, action: 'user.invite', objectType: 'user', objectId: id } as const
      if (user.version !== version)
        return (await wasLastDone(tx, { ...act, among: CHANGES })) ? unchanged : conflict({ because: 'stale', ...now })
      const waitMs = await consumeInviteLimits(tx, services, { senderId: actor.id, recipient: phone })
      if (waitMs > 0) return conflict({ because: 'limit', waitMs })
      await changeUser(tx, { id, version }, { status: 'invited' })
      await withdrawQueued(tx, { kind: INVITATION, to: phone, because: 'sent again' })
      await enqueueStaffInvitation(tx, services, { phone, role, language })
      await recordAudit(tx, { at, ...act, after: { status: 'invited', role }, requestId })
      return done(undefined)
    },
  )
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}

const CHANGES = [
  'user.invite',
  'user.role',
  'user.deactivate',
  'user.reactivate',
  'user.suspend',
  'user.restore',
  'user.phone',
] as const
