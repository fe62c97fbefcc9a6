const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
/** Shutdown, crash, cannot connect now, statement timeout, too many connections, and the class of connection failures. */
const SQL_STATES = /^(57P0[1-3]|57014|53300|08...)$/
const MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  'PGlite is clos',
]

/** True when the database could not be asked, as opposed to a wrong question; looks through the `cause` chain. */
export function isUnavailable(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < 10 && current instanceof Error; depth += 1) {
    if (saysUnavailable(current)) return true
    if (current instanceof AggregateError && current.errors.some(isUnavailable)) return true
    current = current.cause
  }
  return false
}

function saysUnavailable(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    NETWORK_CODES.has(code) || SQL_STATES.test(code) || MESSAGES.some((message) => error.message.startsWith(message))
  )
}
