import { finishAttempt, type MessageRow } from '../../db/messages/messages'
import { isMessageOvertaken } from '../../db/messages/overtaken'
import { voidCode } from '../../db/sign-in/sign-in'
import type { MessageOutcome } from '../../gateways/ports'
import { latestNoted } from '../calendar'
import type { Services } from '../../services.server'
import { openText } from '../sealing.server'
import { isTextKept, erasedTextUnlessKept, sendBySms } from './by-sms.server'
import { CODE_MESSAGE, composeCodeMessage, type ComposedMessage } from './code-message.server'
import {
  nextAttemptMs,
  NO_ANSWER,
  readFailure,
  unansweredCodeRestMs,
  unansweredRestMs,
  type FailedAttempt,
} from './failed-attempt'
import { ATTEMPT_LIMIT_MS } from './retry'

/** Of no secret that this process has: another may have it while secrets are rotated. */
const UNREADABLE = 'unreadable'

/** One attempt to deliver a message that was taken from the outbox; never rejects because of the gateway. */
export async function deliverMessage(services: Services, message: MessageRow, stopped?: AbortSignal): Promise<void> {
  const { id, channel, kind, to, subject, attempts } = message
  const kept = isTextKept(message) ? {} : { text: '' }
  const fail = async (lastError: string) => {
    if (kind === CODE_MESSAGE) await services.db.transaction((tx) => voidCode(tx, id, services.now()))
    await finishAttempt(services.db, message, { status: 'failed', lastError, ...kept })
  }
  const note = (outcome: MessageOutcome) => services.meter.note({ of: 'message', channel, outcome })
  const giveUp = (reason: string) => {
    note('given-up')
    services.log.error({ messageId: id, kind, channel, attempts, reason }, 'message given up')
    return fail(reason)
  }
  const postpone = ({ reason, restMs }: Omit<FailedAttempt, 'isFinal'>) => {
    note('postponed')
    services.log.warn({ messageId: id, kind, channel, attempts, reason }, 'message not delivered')
    const nextMs = nextAttemptMs({ restMs }, message, services.now().getTime(), Math.random())
    return finishAttempt(services.db, message, { nextAttemptAt: new Date(nextMs), lastError: reason })
  }
  const leaveUnanswered = () => {
    const nowMs = services.now().getTime()
    const restMs = kind === CODE_MESSAGE ? unansweredCodeRestMs(message) : unansweredRestMs(message, nowMs)
    return restMs === null ? giveUp(NO_ANSWER) : postpone({ reason: NO_ANSWER, restMs })
  }
  const wasUnreadable = message.lastError === UNREADABLE
  if (message.expiresAt <= services.now()) {
    const reason = message.lastError ?? 'expired'
    return kind === CODE_MESSAGE && attempts === 1 ? fail(reason) : giveUp(reason)
  }
  const sealed = openText(services.env.sessionSecrets, 'outbox', message.text)
  if (sealed === null) return postpone({ reason: UNREADABLE, restMs: 0 })
  const composed = await compose(services, message, sealed, attempts === 1 || wasUnreadable)
  if ('refused' in composed) {
    if (composed.refused === 'overtaken')
      services.log.info({ messageId: id, kind, channel, attempts, reason: composed.refused }, 'message not sent')
    return fail(composed.refused)
  }

  const liveMs = message.expiresAt.getTime() - services.now().getTime()
  const outgoing = { id, channel, kind, to, ...(subject && { subject }), ...composed, liveMs }
  try {
    const limitMs = Math.min(ATTEMPT_LIMIT_MS[channel], liveMs)
    await within(limitMs, stopped, (signal) => services.messages[channel].deliver(outgoing, signal))
  } catch (error) {
    const failed = readFailure(error)
    if (failed.reason === NO_ANSWER) return leaveUnanswered()
    if (!failed.isFinal) return postpone(failed)
    if (await sendBySms(services, message, failed.reason)) return note('postponed')
    return giveUp(failed.reason)
  }
  note('sent')
  services.log.info({ messageId: id, kind, channel, attempts }, 'message sent')
  // The row may have another number by now.
  const sent = { status: 'sent', sentAt: services.now(), to, lastError: null } as const
  await finishAttempt(services.db, message, { ...sent, ...erasedTextUnlessKept(services, message) })
}

async function compose(
  services: Services,
  message: MessageRow,
  text: string,
  isFirst: boolean,
): Promise<ComposedMessage> {
  if (message.kind === CODE_MESSAGE) return composeCodeMessage(services, message.to, text, isFirst)
  const horizon = latestNoted(services.now())
  if (message.organizationId !== null && (await isMessageOvertaken(services.db, message.id, horizon)))
    return { refused: 'overtaken' }
  return { text, ...(message.language && { language: message.language }) }
}

/**
 * Breaks the delivery off when it takes too long or the console stops; whether the provider took it is not known then, unless it
 * says at once that it had not begun.
 */
async function within(
  limitMs: number,
  stopped: AbortSignal | undefined,
  deliver: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const breakOff = new AbortController()
  let end = () => {}
  const tooLate = new Promise<never>((_, reject) => {
    end = () => {
      breakOff.abort()
      setImmediate(() => reject(new Error(NO_ANSWER)))
    }
  })
  const timer = setTimeout(end, limitMs)
  if (stopped?.aborted) end()
  stopped?.addEventListener('abort', end)
  const delivery = deliver(breakOff.signal).catch((error: unknown) => {
    throw breakOff.signal.aborted && !isUnbegun(error) ? new Error(NO_ANSWER) : error
  })
  delivery.catch(() => {})
  try {
    await Promise.race([delivery, tooLate])
  } finally {
    clearTimeout(timer)
    stopped?.removeEventListener('abort', end)
  }
}

const isUnbegun = (error: unknown) => error instanceof Error && 'isUnbegun' in error && error.isUnbegun === true
