import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Logger } from 'pino'
import { plainError, plainPath } from './plain-error'
import type { Tracker } from './ports'

const ANSWER_LIMIT_MS = 10_000
/** Reports that wait for a slow tracker; more are dropped. */
const WAITING_COUNT = 30

/** Sentry when there is a `sentryDsn`; else nothing is sent and nothing of Sentry is loaded. */
export async function openTracker(
  env: { sentryDsn?: string; sentryEnvironment: string },
  log: Pick<Logger, 'debug' | 'warn'>,
  answerLimitMs = ANSWER_LIMIT_MS,
): Promise<Tracker> {
  if (!env.sentryDsn) return silentTracker(log)
  const { NodeClient, Scope, defaultStackParser, makeNodeTransport } = await import('@sentry/react-router')
  let broke: Error | undefined
  /** The transport has no time limit: a request without an answer would keep its place for good. */
  const request = (options: https.RequestOptions, onAnswer?: (answer: IncomingMessage) => void) => {
    const asked = (options.protocol === 'https:' ? https : http).request(options, onAnswer)
    const tooLate = new Error(`The error tracker did not answer in ${answerLimitMs} ms`)
    const timer = setTimeout(() => asked.destroy(tooLate), answerLimitMs).unref()
    asked.once('error', (error) => (broke = error))
    asked.once('close', () => clearTimeout(timer))
    return asked
  }
  const client = new NodeClient({
    dsn: env.sentryDsn,
    environment: env.sentryEnvironment,
    integrations: [],
    stackParser: defaultStackParser,
    transport: makeNodeTransport,
    transportOptions: { bufferSize: WAITING_COUNT, httpModule: { request } },
    sendClientReports: false,
    includeServerName: false,
    sendDefaultPii: false,
  })
  let wasTaken = true
  client.on('afterSendEvent', (_, { statusCode: status }) => {
    const isTaken = status !== undefined && status >= 200 && status <= 299
    if (wasTaken && !isTaken)
      log.warn(status === undefined ? { err: broke } : { status }, 'The error tracker took no report')
    wasTaken = isTaken
  })
  return {
    report: ({ error, requestId, route, method, status, level, fingerprint }) => {
      try {
        const scope = new Scope()
        const path = route && plainPath(route)
        scope.setTags({ requestId, route: path, method, status })
        scope.setTransactionName(path)
        if (level) scope.setLevel(level)
        if (fingerprint) scope.setFingerprint([...fingerprint])
        scope.setExtra('causes', plainError(error).cause)
        client.captureException(presentable(error), {}, scope)
      } catch (failure) {
        log.warn({ err: failure, requestId }, 'A failure could not be reported')
      }
    },
    flush: async (timeoutMs) => {
      await client.flush(timeoutMs)
    },
  }
}

function presentable(error: unknown): Error {
  const { type, message, stack } = plainError(error)
  const copy = new Error(message)
  copy.name = type
  copy.stack = `${type}: ${message}\n${stack}`
  return copy
}

function silentTracker(log: Pick<Logger, 'debug'>): Tracker {
  return {
    report: ({ error, requestId, route, method, status }) =>
      log.debug({ err: error, requestId, route: route && plainPath(route), method, status }, 'No error tracker is set'),
    flush: () => Promise.resolve(),
  }
}
