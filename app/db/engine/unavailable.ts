const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
])
/**
 * Shutdown, crash, cannot connect now, statement timeout, a lock that somebody keeps, a transaction that was cut off for
 * idling, a server that takes no writes for now, one whose disk or memory is full, too many connections, and the class of
 * connection failures.
 */
const SQL_STATES = /^(57P0[1-3]|57014|55P03|25P03|25006|53[1-3]00|08...)$/
const MESSAGES = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  'PGlite is clos',
]

/** A table, column or function that does not exist, or is not yet granted to this role. */
const NOT_THERE = /^(42P01|42703|42883|42501|3F000)$/

/** True when a statement needs what only a later migration brings. */
export const lacksMigrations = (error: unknown): boolean =>
  causesOf(error).some((cause) => 'code' in cause && NOT_THERE.test(String(cause.code)))

/** True when the database could not be asked, as opposed to a faulty statement; looks through the `cause` chain. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some(
    (cause) => saysUnavailable(cause) || (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)),
  )
}

/** A certificate that does not verify, or a login that the server refuses. */
export const NOT_LET_IN =
  /^(CERT_.+|ERR_TLS_.+|UNABLE_TO_.+|SELF_SIGNED_.+|DEPTH_ZERO_.+|HOSTNAME_MISMATCH|INVALID_CA|28000|28P01)$/

/** True when waiting does not help: the server refuses our login, or we do not trust its certificate. A start ends with this error. */
export const isAuthenticationFailure = (error: unknown): boolean =>
  causesOf(error).some((cause) => 'code' in cause && NOT_LET_IN.test(String(cause.code)))

/** The answer to a COMMIT was lost: nobody knows whether it was carried out. */
export class CommitUnanswered extends Error {
  constructor(cause: unknown) {
    super('A COMMIT was not answered', { cause })
    this.name = 'CommitUnanswered'
  }
}

/** True when the database may have carried out the statement despite the error. */
export const isInDoubt = (error: unknown): boolean => causesOf(error).some((cause) => cause instanceof CommitUnanswered)

export function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause)
  return causes
}

function saysUnavailable(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    NETWORK_CODES.has(code) ||
    SQL_STATES.test(code) ||
    isWithoutSocket(error) ||
    MESSAGES.some((message) => error.message.startsWith(message))
  )
}

/** A stopped server removes its socket. */
const isWithoutSocket = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
