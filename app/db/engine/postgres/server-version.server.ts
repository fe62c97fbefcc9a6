const OLDEST_MAJOR = 15

/** The server is older than the SQL of the console. */
export class OldServer extends Error {
  constructor(major: number) {
    super(`The database is PostgreSQL ${major}, and the console needs ${OLDEST_MAJOR} or newer`)
    this.name = 'OldServer'
  }
}

type Ask = (statement: string) => Promise<{ rows: { major: number }[] }>

export async function refuseOldServer(ask: Ask): Promise<void> {
  const { rows } = await ask("select current_setting('server_version_num')::int / 10000 as major")
  const major = rows[0]?.major ?? 0
  if (major < OLDEST_MAJOR) throw new OldServer(major)
}
