const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
const SERVER_CODE = /^(08...|57P0[1-3]|57014|53300)$/
const CLIENT_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|PGlite is clos|Client has encountered a connection error/i

/** True when an error, or what caused it, says that the database cannot be reached or did not answer in time. */
export function isUnavailable(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth++) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (NETWORK_CODES.has(code) || SERVER_CODE.test(code) || CLIENT_WORDS.test(cause.message)) return true
    if (cause instanceof AggregateError && cause.errors.some(isUnavailable)) return true
    cause = cause.cause
  }
  return false
}
