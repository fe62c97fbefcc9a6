import { decoded } from '../decoded'
import { codeOf } from './code-of'

/** An error as it may leave the process: without query values, phones, addresses or codes. */
type PlainError = { type: string; message: string; code?: string; stack: string; cause?: PlainError }

const CAUSE_DEPTH = 5

export function plainError(error: unknown, depth = 0): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Thrown value that is not an error', stack: '' }
  const code = codeOf(error)
  return {
    type: error.name,
    message: withoutPersonalData(messageOf(error)),
    ...(code === '' ? {} : { code }),
    stack: framesOf(error),
    ...(error.cause === undefined || depth >= CAUSE_DEPTH ? {} : { cause: plainError(error.cause, depth + 1) }),
  }
}

/** A failed query repeats its parameters in the message: only its SQL is kept. */
const messageOf = (error: Error) =>
  'query' in error && typeof error.query === 'string' ? `Failed query: ${error.query}` : error.message

const framesOf = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** Longer paths would take long to search. */
const PATH_LIMIT = 200

/** The first {@link PATH_LIMIT} characters of a path for the log, without personal data such as phones and addresses. */
export function plainPath(path: string): string {
  const begun = path.slice(0, PATH_LIMIT)
  const read = begun.replaceAll(/(%[0-9a-f]{2})+/gi, (bytes) => decoded(bytes) ?? bytes)
  const plain = withoutPersonalData(read)
  return plain === read ? begun : plain
}

const withoutPersonalData = (text: string) =>
  text
    .replace(/[^\s@<>"'()]+@[^\s@<>"'()]+\.[^\s@<>"'()]+/g, '[e-mail]')
    // No code has an I there, but the path of invites does.
    .replace(/\bINV(-|(?=[^I]))[0-9A-Z-]{4,}/gi, '[invite code]')
    .replace(/(?<![\w-])\+?\d[\d ()-]{4,}\d(?![\w-])/g, '[number]')
