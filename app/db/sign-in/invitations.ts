import { sql, type SQL } from 'drizzle-orm'
import { DAY_MS } from '../../durations'
import { INVITATION_DAYS } from '../../vocabulary'
import { heightOf } from '../engine/sql'
import { auditLog } from '../schema/audit'
import { users } from '../schema/users'

/** The last act by which somebody let this user in; the statement is one about users. */
const lastLettingIn = sql`from ${auditLog} letting left join ${users} inviter on inviter.id = letting.actor_id
  where letting.object_type = 'user' and letting.object_id = users.id::text
    and letting.act in ('user.invite', 'user.role', 'user.reactivate', 'user.restore')
  order by letting.at desc, letting.id desc limit 1`

/** Who let this user in last; null when nobody in the console did. */
export const inviterOf = sql<string | null>`(select letting.actor_id ${lastLettingIn})`

/**
 * Since when this user may sign in for the first time: not at all, which is the epoch, where who let them in may not do so today, as
 * with a code. One's own role is given to somebody who is there, not by inviting.
 */
export const invitedSince = sql<Date>`coalesce((
  select case when letting.actor_id is null or (inviter.status = 'active'
    and (inviter.role = 'superadmin' or ${heightOf('inviter.role')} > ${heightOf('users.role')}
      or letting.act = 'user.role' and inviter.role = users.role)) then letting.at else 'epoch' end
  ${lastLettingIn}), users.created_at)`.mapWith(users.createdAt)

/** Whether this user may still sign in for the first time. */
export const isInvitationOpen = (now: Date): SQL<boolean> =>
  sql<boolean>`${invitedSince} > ${sql.param(invitedAfter(now), users.createdAt)}::timestamptz`

/** Whose invitation is of this instant or older can no longer use it. */
const invitedAfter = (now: Date): Date => new Date(now.getTime() - INVITATION_DAYS * DAY_MS)
