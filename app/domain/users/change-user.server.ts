import { changeUser, findUser, isActiveAs, lockUsers } from '../../db/users/user-changes'
import type { Services } from '../../services.server'
import type { Role, UserStatus } from '../../vocabulary'
import type { Actor, Permit } from '../access'
import { recordAudit, type AuditEntry } from '../audit/audit.server'
import { lacksProof, type Dated } from '../fresh-proof'
import { notifyOfNewSuperadmin } from '../inbox/notify-of-new-superadmin.server'
import { signOutEverywhere } from '../sessions/sign-out-everywhere.server'
import { releaseUnfinishable } from '../verifications/claims/release-claims.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { mayDoToUser, ruleOfUserAction, type UserAction, type UserChange } from './user-actions'
import { rolesUpTo } from '../access'
import { isUuid } from '../../uuid'

/** Why nothing was changed: not possible in this status, somebody changed the user meanwhile, or the user was erased. */
export type UserConflict = {
  because: 'state' | 'stale' | 'erased'
  status: UserStatus
  version: number
}

type Asked = { id: string; version: number; requestId: string; role?: Role; reason?: string }

/**
 * One transaction: the guarded change, the end of the user's sessions if the action requires it, the audit entry, and the release of
 * reviews that the user may no longer finish. Refusals: `forbidden` by role or without fresh proof, `missing`, `unchanged` for the same
 * status, role and reason, else `conflict`.
 */
export async function applyUserAction(
  services: Services,
  permit: Dated<'users.read'>,
  action: UserChange,
  { id, version, requestId, role, reason }: Asked,
): Promise<Outcome<void, UserConflict>> {
  const { actor } = permit
  const rule = ruleOfUserAction(action)
  if (lacksProof(permit, rule.needsProof)) return forbidden
  if (!isUuid(id)) return missing
  const at = services.now()
  return services.db.transaction(async (tx): Promise<Outcome<void, UserConflict>> => {
    const locked = await lockUsers(tx, [id, actor.id])
    const user = locked.find((row) => row.id === id)
    if (!user) return missing
    const mayNow = locked.some((row) => isActiveAs(row, actor))
    if (!mayNow || !mayDoToUser(actor, user, action) || !mayGive(actor, role)) return forbidden
    const isInvitedAnew = rule.to === 'active' && user.status !== 'active' && user.lastSignInAt === null
    const to = isInvitedAnew ? 'invited' : rule.to
    const target = { status: to ?? user.status, role: role ?? user.role }
    const isSaid = reason === undefined || reason === user.suspendedReason
    const refused = (because: UserConflict['because']) =>
      conflict({ because, status: user.status, version: user.version })
    if (user.erasedAt !== null) return refused('erased')
    if (target.status === user.status && target.role === user.role && isSaid) return unchanged
    if (!rule.from.includes(user.status)) return refused('state')
    if (user.version !== version) return refused('stale')
    const change = { status: target.status, ...(role && { role }), suspendedReason: reason ?? null }
    await changeUser(tx, { id, version }, change)
    if (rule.endsSessions) await signOutEverywhere(tx, id, at)
    if (role === 'superadmin') await notifyOfNewSuperadmin(tx, { id, actorId: actor.id, at })
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
    const released = await releaseUnfinishable(tx, { holderId: id }, { actor, at, requestId })
    await recordAudit(tx, changed, ...released)
    return done(undefined)
  })
}

const mayGive = (actor: Pick<Actor, 'id' | 'role'>, role: Role | undefined) =>
  role === undefined || rolesUpTo(actor).includes(role)

/** What the dialog of an action needs; `isOpen` says whether the action is possible now. */
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
