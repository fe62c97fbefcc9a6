import { MissingRole } from '../app/db/engine/postgres/grants.server'
import { NotOwner } from '../app/db/engine/postgres/migrate-postgres.server'
import { OldServer } from '../app/db/engine/postgres/server-version.server'
import { DatabaseInUse } from '../app/db/engine/pglite/lock-file.server'
import { NotOpened } from '../app/db/engine/pglite/not-opened'
import { isDatabaseUnavailable, lacksMigrations } from '../app/db/engine/unavailable'
import { explainUnavailable } from '../app/db/engine/explain-unavailable'
import { NotEmpty, UnusableBackup } from '../app/domain/backup/unusable'
import { ClockAhead } from '../app/domain/jobs/clock-ahead'
import { WrongSetting } from '../app/env-values.server'
import { waitForEachAddress } from '../app/gateways/addresses.server'
import { S3Failure } from '../app/gateways/documents/s3-documents.server'
import { plainError } from '../app/gateways/plain-error'
import { StoreUnavailable } from '../app/gateways/ports'

/** A wrong argument of a command; the message says what is expected. */
export class WrongArgument extends Error {}

const LARGEST_NUMBER = 100_000_000

export function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > LARGEST_NUMBER)
    throw new WrongArgument(`${name} must be a whole number up to ${LARGEST_NUMBER}`)
  return Number(text)
}

/** Thrown by a command that was told to stop, and has undone what it did. */
class BrokenOff extends Error {}

/**
 * A signal that aborts on the process signals that would end it, so that unfinished work can be undone. The first process of a
 * container would otherwise ignore these.
 */
export function whenToldToStop(): AbortSignal {
  const told = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      if (told.signal.aborted) return
      process.stderr.write(`${name}: undoing what was begun\n`)
      told.abort(new BrokenOff(`Broken off by ${name}: nothing was kept`))
    })
  return told.signal
}

/** Runs a command with the process's arguments; an expected failure prints one line and exits with code 1. */
export async function runCommand(command: (args: string[]) => Promise<void>): Promise<void> {
  waitForEachAddress()
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${textOf(error)}\n`)
    process.exitCode = 1
  }
}

function textOf(error: unknown): string {
  if (isForeseen(error)) return error.message
  if (lacksMigrations(error)) return 'The database lacks migrations: run npm run migrate'
  const away = explainUnavailable(error)
  if (away) return `The database cannot be used: ${away.words} (${away.code})`
  return isDatabaseUnavailable(error)
    ? 'The database cannot be reached, or takes no writes now'
    : JSON.stringify(plainError(error), null, 2)
}

function isForeseen(error: unknown): error is Error {
  if (
    [
      WrongArgument,
      BrokenOff,
      WrongSetting,
      DatabaseInUse,
      NotOpened,
      MissingRole,
      NotOwner,
      OldServer,
      NotEmpty,
      UnusableBackup,
      ClockAhead,
      StoreUnavailable,
      S3Failure,
    ].some((kind) => error instanceof kind)
  )
    return true
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
