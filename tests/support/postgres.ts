import pg from 'pg'

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

/** The same database as the role that may do no more than the console. */
export function asConsole(ownersUrl: string): string {
  const url = new URL(ownersUrl)
  url.username = CONSOLE_ROLE
  url.password = CONSOLE_ROLE
  return url.href
}
