import { sql, type SQL } from 'drizzle-orm'
import { DAY_MS } from '../../durations'
import { INVITATION_DAYS } from '../../vocabulary'
import { actionList, fromLastChange } from '../audit/last-change'
import { heightOf } from '../engine/sql'
import { users } from '../schema/users'

/** The last act by which somebody let this user in; the statement is one about users. */
const lastLettingIn = fromLastChange('user', sql`users.id`, [
  'user.invite',
  'user.role',
  'user.reactivate',
  'user.restore',
])

/** Who let this user in last; null when nobody in the console did. */
export const inviterOf = sql<string | null>`(select change.actor_id ${lastLettingIn})`

/**
 * Since when this user may sign in for the first time: not at all, which is the epoch, where who let them in may not do so today, as
 * with a code. One's own role is given to somebody who is there, not by inviting.
 */
export const invitedSince = sql<Date>`coalesce((
  select case when change.actor_id is null or (staff.status = 'active'
    and (staff.role = 'superadmin' or ${heightOf('staff.role')} > ${heightOf('users.role')}
      or change.act in ${actionList(['user.role'])} and staff.role = users.role)) then change.at else 'epoch' end
  ${lastLettingIn}), users.created_at)`.mapWith(users.createdAt)

/** Whether this user may still sign in for the first time. */
export const isInvitationOpen = (now: Date): SQL<boolean> =>
  sql<boolean>`${invitedSince} > ${sql.param(invitedAfter(now), users.createdAt)}::timestamptz`

/** Whose invitation is of this instant or older can no longer use it. */
const invitedAfter = (now: Date): Date => new Date(now.getTime() - INVITATION_DAYS * DAY_MS)
