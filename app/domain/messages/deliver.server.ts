import { finishAttempt, type MessageRow } from '../../db/messages'
import type { Services } from '../../services.server'
import { openText } from '../sealing.server'
import { CODE_MESSAGE, prepareCodeMessage, type Prepared } from './code-message.server'
import { ATTEMPT_LIMIT_MS, pauseMs } from './retry'

/** One attempt to deliver a message that was taken from the outbox; never rejects because of the gateway. */
export async function deliverMessage(services: Services, message: MessageRow): Promise<void> {
  const fail = (lastError: string) => finishAttempt(services.db, message, { status: 'failed', lastError, text: '' })
  if (message.expiresAt <= services.now()) return fail('expired')
  const sealed = openText(services.env.sessionSecrets, 'outbox', message.text)
  if (sealed === null) return fail('unreadable')
  const prepared = await prepare(services, message, sealed)
  if ('refused' in prepared) return fail(prepared.refused)

  const { id, channel, to, subject } = message
  const kind = prepared.kind ?? message.kind
  try {
    await within(
      ATTEMPT_LIMIT_MS,
      services.messages[channel].deliver({ id, channel, kind, to, text: prepared.text, ...(subject && { subject }) }),
    )
  } catch (error) {
    const now = services.now()
    services.log.warn({ messageId: id, kind, channel, attempts: message.attempts }, 'message not delivered')
    await finishAttempt(services.db, message, {
      nextAttemptAt: new Date(now.getTime() + pauseMs(message.attempts, Math.random())),
      lastError: error instanceof Error ? error.message.slice(0, 300) : 'unknown',
    })
    return
  }
  services.log.info({ messageId: id, kind, channel, attempts: message.attempts }, 'message sent')
  await finishAttempt(services.db, message, { status: 'sent', sentAt: services.now(), lastError: null, text: '' })
}

const prepare = async (services: Services, message: MessageRow, text: string): Promise<Prepared> =>
  message.kind === CODE_MESSAGE ? prepareCodeMessage(services, message.to, text, message.attempts === 1) : { text }

async function within(limitMs: number, delivery: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The gateway did not answer in time')), limitMs)
  })
  try {
    await Promise.race([delivery, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
