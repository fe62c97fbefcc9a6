import { z } from 'zod'
import { changeUser, findUser, isActiveAs, lockUsers } from '../../db/users/user-changes'
import type { TextKey } from '../../i18n/keys'
import type { Services } from '../../services.server'
import { isUuid, type Role, type UserStatus } from '../../vocabulary'
import type { Actor, Permit } from '../access'
import { recordAudit, type AuditEntry } from '../audit/audit.server'
import { asksProof, type Dated } from '../fresh-proof'
import { requiredReason, seenVersion } from '../form-fields'
import { endAccess } from '../sessions/end-access.server'
import { giveBackUnfinishable } from '../verifications/claims/give-back.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { mayDoToUser, ruleOfUserAction, type UserAction } from './user-actions'
import { rolesUpTo } from '../access'

/** Why nothing was changed: not from this status, somebody changed the user meanwhile, or nobody is there. */
export type UserNotChanged = {
  because: 'state' | 'stale' | 'erased'
  status: UserStatus
  version: number
}

/** What a change of a user says: the version that was seen, and the role or the reason where it has one. */
export const changeUserInput = (actor: Pick<Actor, 'id' | 'role'>, action: UserAction) =>
  z.object({
    version: seenVersion,
    role:
      action === 'role' ? z.enum(rolesUpTo(actor), { error: 'common:error.required' satisfies TextKey }) : NOT_ASKED,
    reason: ruleOfUserAction(action).needsReason ? requiredReason : NOT_ASKED,
  })

const NOT_ASKED = z
  .unknown()
  .optional()
  .transform(() => undefined)

type Asked = { id: string; version: number; requestId: string; role?: Role; reason?: string }

/**
 * One transaction: the guarded change, the end of the user's sessions where it asks for that, the audit entry, and what the
 * user holds and may not finish any more back in the queue.
 * Refusals: `forbidden` by role or without fresh proof, `missing`, `unchanged` for a repeat in the same words, else
 * `conflict`.
 */
export async function applyUserAction(
  services: Services,
  permit: Dated<'users.read'>,
  action: UserAction,
  { id, version, requestId, role, reason }: Asked,
): Promise<Outcome<void, UserNotChanged>> {
  const { actor } = permit
  if (asksProof(`user.${action}`) && !permit.isFresh) return forbidden
  if (!isUuid(id)) return missing
  const at = services.now()
  return services.db.transaction(async (tx): Promise<Outcome<void, UserNotChanged>> => {
    const locked = await lockUsers(tx, [id, actor.id])
    const user = locked.find((row) => row.id === id)
    if (!user) return missing
    const mayNow = locked.some((row) => isActiveAs(row, actor))
    if (!mayNow || !mayDoToUser(actor, user, action) || !mayGive(actor, role)) return forbidden
    const rule = ruleOfUserAction(action)
    const to = rule.to === 'active' && user.lastSignInAt === null ? 'invited' : rule.to
    const target = { status: to ?? user.status, role: role ?? user.role }
    const isSaid = reason === undefined || reason === user.suspendedReason
    const refused = (because: UserNotChanged['because']) =>
      conflict({ because, status: user.status, version: user.version })
    if (user.erasedAt !== null) return refused('erased')
    if (target.status === user.status && target.role === user.role && isSaid) return unchanged
    if (!rule.from.includes(user.status)) return refused('state')
    if (user.version !== version) return refused('stale')
    const change = { status: target.status, ...(role && { role }), suspendedReason: reason ?? null }
    await changeUser(tx, { id, version }, change)
    if (rule.endsSessions) await endAccess(tx, id, at)
    const changed: AuditEntry = {
      at,
      actor,
      action: `user.${action}`,
      objectType: 'user',
      objectId: id,
      before: role ? { role: user.role } : { status: user.status },
      after: role ? { role } : { status: target.status },
      reason,
      requestId,
    }
    const givenBack = await giveBackUnfinishable(tx, { holderId: id }, { actor, at, requestId })
    await recordAudit(tx, changed, ...givenBack)
    return done(undefined)
  })
}

const mayGive = (actor: Pick<Actor, 'id' | 'role'>, role: Role | undefined) =>
  role === undefined || rolesUpTo(actor).includes(role)

/** What the dialog of an action needs before it is drawn; `isOpen` says whether it is possible now. */
export async function findUserActionForm(
  { db }: Pick<Services, 'db'>,
  { actor }: Permit<'users.read'>,
  action: UserAction,
  id: string,
) {
  const user = isUuid(id) ? await findUser(db, id) : null
  if (!user) return missing
  if (!mayDoToUser(actor, user, action)) return forbidden
  const { username, role, status, version } = user
  const isErased = user.erasedAt !== null
  const isOpen = !isErased && ruleOfUserAction(action).from.includes(status)
  return done({ id, username, role, status, version, isErased, isOpen })
}
