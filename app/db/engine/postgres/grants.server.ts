import pg from 'pg'

/** The server does not have the role that the console should connect as. */
export class MissingRole extends Error {
  constructor(role: string) {
    super(`The database has no role ${role}: create it, or name another by CONSOLE_ROLE`)
    this.name = 'MissingRole'
  }
}

/** Rows of the log may be added and read; only the trigger moves its end, and only `audit_remove` removes its oldest rows. */
const APPEND_ONLY = [
  { table: 'audit_log', rights: 'select, insert' },
  { table: 'audit_head', rights: 'select' },
  { table: 'audit_removals', rights: 'select' },
]

/**
 * Grants the console's role what it needs and nothing else: rows of every table, only appending to the audit log, no right to create
 * tables. Does nothing when the role is null or the one that asks.
 */
export async function grantConsole(owner: pg.ClientBase, consoleRole: string | null): Promise<void> {
  const { rows } = await owner.query<{ isOwner: boolean; exists: boolean }>(
    `select current_user = $1 as "isOwner", exists (select from pg_roles where rolname = $1) as "exists"`,
    [consoleRole],
  )
  if (consoleRole === null || rows[0]?.isOwner) return
  if (!rows[0]?.exists) throw new MissingRole(consoleRole)
  const role = pg.escapeIdentifier(consoleRole)
  await owner.query(
    [
      'begin',
      // The removal of old audit rows changes these rights for a moment too, under the same lock.
      `select pg_advisory_xact_lock(hashtext('audit_log rights'))`,
      'revoke create on schema public from public',
      `grant usage on schema public, drizzle to ${role}`,
      `revoke all on all tables in schema public from ${role}`,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
      `grant usage, select on all sequences in schema public to ${role}`,
      `grant select on drizzle.__drizzle_migrations to ${role}`,
      ...APPEND_ONLY.flatMap(({ table, rights }) => [
        `revoke all on ${table} from ${role}`,
        `grant ${rights} on ${table} to ${role}`,
      ]),
      `grant execute on function audit_remove to ${role}`,
      'commit',
    ].join(';\n'),
  )
}
