import pino, { type DestinationStream, type Logger } from 'pino'
import { plainError } from './plain-error'

/** The only fields that reach a log line; the others are dropped, and their names listed in `dropped`. */
const FIELDS = new Set(
  `requestId method path route status ms err failure event act outcome reason role userId sessionId objectType objectId
  documentId channel kind messageId attempts count limit port host origin mode version signal prefix purpose why waitMs tries type
  place
  documents missing strays removed`.split(/\s+/),
)

const STANDARD_OUTPUT = 1
/** How much output is kept while it cannot be written; later lines are dropped. */
const UNWRITTEN_MAX_CHARS = 1_000_000

/** A destination for lines: where nothing can be written, as on a full disk, lines are lost and the console goes on. */
export function linesTo(file: number) {
  const to = pino.destination({ dest: file, maxLength: UNWRITTEN_MAX_CHARS })
  to.on('error', () => {})
  return to
}

/** JSON lines on standard output, without secrets, codes, phones or e-mail addresses. */
export function openLog(env: { logLevel: string }, to: DestinationStream = linesTo(STANDARD_OUTPUT)): Logger {
  return pino(
    {
      level: env.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: onlyKnownFields },
      serializers: { err: (error: unknown) => plainError(error) },
    },
    to,
  )
}

function onlyKnownFields(fields: Record<string, unknown>): Record<string, unknown> {
  const dropped = Object.keys(fields).filter((name) => !FIELDS.has(name))
  if (dropped.length === 0) return fields
  return { ...Object.fromEntries(Object.entries(fields).filter(([name]) => FIELDS.has(name))), dropped }
}
