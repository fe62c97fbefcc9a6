import { sql, type SQL } from 'drizzle-orm'
import { DAY_MS } from '../../durations'
import { INVITATION_DAYS } from '../../vocabulary'
import { actionList, fromLastChange } from '../audit/last-change'
import { roleRank } from '../engine/sql'
import { users } from '../schema/users'

/** The last act that gave this user access; for a statement about users. */
const fromLastAccessGrant = fromLastChange('user', sql`users.id`, [
  'user.invite',
  'user.role',
  'user.reactivate',
  'user.restore',
])

/** Who gave this user access last; null when nobody in the console did. */
export const inviterOf = sql<string | null>`(select change.actor_id ${fromLastAccessGrant})`

/**
 * Since when this user may sign in for the first time. The epoch, which means never, when the person who gave them access could not do so
 * today; invite codes end in the same way. A person may give their own role to an existing user, but not by inviting.
 */
export const invitedSince = sql<Date>`coalesce((
  select case when change.actor_id is null or (staff.status = 'active'
    and (staff.role = 'superadmin' or ${roleRank('staff.role')} > ${roleRank('users.role')}
      or change.act in ${actionList(['user.role'])} and staff.role = users.role)) then change.at else 'epoch' end
  ${fromLastAccessGrant}), users.created_at)`.mapWith(users.createdAt)

/** Whether this user may still sign in for the first time. */
export const isInvitationOpen = (now: Date): SQL<boolean> =>
  sql<boolean>`${invitedSince} > ${sql.param(invitedAfter(now), users.createdAt)}::timestamptz`

/** Invitations from this instant or before have expired. */
const invitedAfter = (now: Date): Date => new Date(now.getTime() - INVITATION_DAYS * DAY_MS)
