import { causesOf, NOT_LET_IN } from './unavailable'

/** What a code of the system or the server means, in words that hold no address, name or password. */
const IN_WORDS: [codes: RegExp, words: string][] = [
  [/^ECONNREFUSED$/, 'nothing listens at its host and port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'no host of its name is found'],
  [/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/, 'no way leads to its host'],
  [/^(ETIMEDOUT|silent)$/, 'its host does not answer'],
  [/^(ECONNRESET|EPIPE|08...)$/, 'the connection breaks off'],
  [/^ENOENT$/, 'its socket is not there'],
  [/^28(000|P01)$/, 'the server refuses this user or password'],
  [/^3D000$/, 'the server has no database of this name'],
  [NOT_LET_IN, 'its certificate does not hold'],
  [/^57P0[1-3]$/, 'the server is starting or stopping'],
  [/^53300$/, 'the server has no connection left'],
  [/^53[12]00$/, 'the server has no disk or memory left'],
  [/^25006$/, 'it takes no writes now'],
  [/^(57014|55P03|25P03)$/, 'it waits too long for others'],
]

/** How our own limits and the driver say that nobody answered. */
const SILENT = /^(timeout e|Query read timeout|Connection terminated due to connection timeout)/

/** Why a database cannot be asked, with the code that says so; null for any other failure. */
export function explainUnavailable(error: unknown): { code: string; words: string } | null {
  for (const cause of causesOf(error).toReversed()) {
    const code = SILENT.test(cause.message) ? 'silent' : 'code' in cause ? String(cause.code) : ''
    const words = IN_WORDS.find(([codes]) => codes.test(code))?.[1]
    if (words && (code !== 'ENOENT' || ('syscall' in cause && cause.syscall === 'connect'))) return { code, words }
  }
  return null
}
