import net from 'node:net'
import type { Env } from '../app/env.server'
import { needFolder, WrongSetting } from '../app/env-values.server'

/** Runs the start; a failure is told in one clear line and ends the process with 1. */
export async function startOrExplain(start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

/** Checks what a console that serves needs of its machine, before anything is opened or written. */
export async function checkMachine({
  host,
  dataDir,
  isDemo,
  databaseUrl,
}: Pick<Env, 'host' | 'dataDir' | 'isDemo' | 'databaseUrl'>): Promise<void> {
  // A demo and the embedded database have asked for it with the settings.
  if (!isDemo && databaseUrl !== undefined) needFolder(dataDir)
  const wrong = wrongHost('HOST', await whyNotListening(host))
  if (wrong) throw wrong
}

/** Error codes of listening at an address that this machine does not have. */
const ELSEWHERE = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT', 'EINVAL']

/** What is wrong with a setting, by the code that listening at its address failed with; null for what the real start is to meet. */
export const wrongHost = (variable: string, code = ''): WrongSetting | null =>
  ELSEWHERE.includes(code) ? new WrongSetting(variable, 'must be a name or an address of this machine') : null

function whyNotListening(host: string): Promise<string | undefined> {
  const server = net.createServer()
  return new Promise((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
    server.listen(0, host, () => server.close(() => resolve(undefined)))
  })
}

/** Failures of the database whose message says what to do. */
const FORESEEN = ['DatabaseInUse', 'NotOpened', 'OldServer', 'MissingRole', 'NotOwner']

function explain(error: unknown): string {
  if (!(error instanceof Error)) return `Could not start: ${String(error)}`
  if (error instanceof WrongSetting) return `Wrong setting: ${error.message}`
  if (FORESEEN.includes(error.name)) return error.message
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'PORT is taken by another program; set another PORT or stop it'
  if ('syscall' in error && error.syscall === 'listen' && 'code' in error && error.code === 'EACCES')
    return 'PORT is one that this user may not open; set one above 1023'
  const cause = error.cause instanceof Error ? error.cause : error
  return `Could not start: ${'code' in cause ? cause.message || cause.code : error.stack}`
}
