import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import type { Database } from '../../app/db/engine/database'
import { ownerOf } from './database'

/** As soon as a form is taken, and in the same instant, a code is used for the last time, or deleted. */
export async function codeEndsMeanwhile(db: Database, inviteId: string, how: 'used' | 'deleted') {
  const change = how === 'used' ? 'used_count = maximum_uses' : 'deleted_at = now()'
  await ownerOf(db).execute(
    sql.raw(`create function code_ends() returns trigger language plpgsql as $$ begin
      update invites set ${change} where id = '${inviteId}'; return new; end $$`),
  )
  await ownerOf(db).execute(
    sql.raw('create trigger code_ends after insert on sent_forms for each row execute function code_ends()'),
  )
  onTestFinished(async () => void (await ownerOf(db).execute(sql.raw('drop function code_ends() cascade'))))
}

/** As soon as a row of the table is updated, and in the same instant, somebody else gets an account with this phone. */
export async function takenMeanwhile(db: Database, table: 'recovery_requests' | 'invites', phone: string) {
  await ownerOf(db).execute(
    sql.raw(`create function somebody_is_quicker() returns trigger language plpgsql as $$ begin
      insert into users (username, phone, status, role, created_at) values ('Quick', '${phone}', 'active', 'cashier', now());
      return new; end $$`),
  )
  await ownerOf(db).execute(
    sql.raw(`create trigger quicker after update on ${table} for each row execute function somebody_is_quicker()`),
  )
  onTestFinished(async () => void (await ownerOf(db).execute(sql.raw('drop function somebody_is_quicker() cascade'))))
}
