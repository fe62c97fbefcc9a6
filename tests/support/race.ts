import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import type { Database } from '../../app/db/engine/database'
import { ownerOf } from './database'

/** Until the end of the test, runs `act` in the same transaction as soon as a matching row is written. */
async function happensMeanwhile(db: Database, written: 'insert on sent_forms' | `update on ${string}`, act: string) {
  const owner = ownerOf(db)
  await owner.execute(
    sql.raw(`create function meanwhile() returns trigger language plpgsql as $$ begin ${act}; return new; end $$`),
  )
  await owner.execute(sql.raw(`create trigger meanwhile after ${written} for each row execute function meanwhile()`))
  onTestFinished(async () => void (await owner.execute(sql.raw('drop function meanwhile() cascade'))))
}

/** When a form is accepted, a code is used for the last time, or deleted. */
export const codeEndsMeanwhile = (db: Database, inviteId: string, how: 'used' | 'deleted') => {
  const change = how === 'used' ? 'used_count = maximum_uses' : 'deleted_at = now()'
  return happensMeanwhile(db, 'insert on sent_forms', `update invites set ${change} where id = '${inviteId}'`)
}

/** When a row of the table is updated, somebody else gets an account with this phone. */
export const takenMeanwhile = (db: Database, table: 'recovery_requests' | 'invites', phone: string) =>
  happensMeanwhile(
    db,
    `update on ${table}`,
    `insert into users (username, phone, status, role, created_at) values ('Quick', '${phone}', 'active', 'cashier', now())`,
  )
