import { sql } from 'drizzle-orm'
import type { Queries } from './engine/database'
import { readRows } from './engine/sql'
import { auditLog } from './schema/audit'
import { invites, redemptions } from './schema/invites'
import { users } from './schema/users'

const ACTS = ['user.invite', 'user.role', 'user.reactivate', 'user.restore', 'user.phone'] as const

/**
 * Who gave these people their access after `after`, who gave it to those, and so on. An older invitation counts if its first sign-in came
 * after that. A phone number that was changed by the clock counts as given by those who proposed and agreed. Each of `ids` is also listed
 * as given by itself.
 */
export function listAccessGiven(
  queries: Pick<Queries, 'execute'>,
  ids: readonly string[],
  after: Date,
): Promise<{ by: string; to: string; toName: string }[]> {
  const since = sql`${sql.param(after, users.createdAt)}::timestamptz`
  const acts = sql.join(
    ACTS.map((act) => sql`${act}`),
    sql`, `,
  )
  return readRows(
    queries,
    sql`with recursive given(to_id, by_id) as (
      select id, id from ${users} where id in (${sql.join(
        ids.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})
      union
      select given.by_id, giver.id from given cross join lateral (
        select who.id from ${auditLog} done cross join lateral (values
          (done.actor_id), ((done.after ->> 'proposedBy')::uuid), ((done.after ->> 'agreedBy')::uuid)) who(id)
        where done.object_type = 'user' and done.object_id = given.by_id::text and done.act in (${acts})
          and (done.at > ${since} or exists (
            select from ${auditLog} came where came.object_type = 'user' and came.object_id = given.by_id::text
              and came.act = 'user.activate' and came.at > ${since}))
        union all
        select code.created_by from ${redemptions} used join ${invites} code on code.id = used.invite_id
        where used.user_id = given.by_id and used.at > ${since}) giver
      where giver.id is not null)
    select given.by_id as by, given.to_id as to, receiver.username as "toName"
    from given join ${users} receiver on receiver.id = given.to_id`,
  )
}
