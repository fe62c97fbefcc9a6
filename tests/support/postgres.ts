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
