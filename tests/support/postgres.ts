import pg from 'pg'

/** A longer connection limit for tests about other things: a busy machine may exceed the console's own limit. */
export const connectLimitMs = 20_000

export async function onServer(serverUrl: string, statements: string[]) {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  for (const statement of statements) await admin.query(statement)
  await admin.end()
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** The role that the tests run as; shared by all runs on a server, and left there. */
export const CONSOLE_ROLE = 'gatehouse_test_console'

/** A role that owns its tables and is no superuser. */
export const OWNER_ROLE = 'gatehouse_test_owner'

/** The same database as another role of the tests. */
export function asRole(role: typeof CONSOLE_ROLE | typeof OWNER_ROLE, serverUrl: string): string {
  const url = new URL(serverUrl)
  url.username = role
  url.password = role
  return url.href
}

/** The same database as the role with only the console's rights. */
export const asConsole = (ownersUrl: string): string => asRole(CONSOLE_ROLE, ownersUrl)
