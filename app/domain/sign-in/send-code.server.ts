import { randomInt, randomUUID } from 'node:crypto'
import { lockKeys } from '../../db/limits'
import { listSentCodes, replaceCode } from '../../db/sign-in'
import type { Services } from '../../services.server'
import type { CodeChannel, Language } from '../../vocabulary'
import { LIMITS, networkOf } from '../limits/limit'
import { takeRoom } from '../limits/limits.server'
import { CODE_MESSAGE, packCode } from '../messages/code-message.server'
import { enqueueMessage, wakeOutbox } from '../messages/outbox.server'
import { keyedHash } from '../sealing.server'
import { CODE_DIGITS, CODE_LIFE_MS, COOLDOWN_MEMORY_MS, resendWaitMs } from './sign-in-code'

export type SendCode = {
  phone: string
  channel: CodeChannel
  address: string
  deviceId: string
  /** Given when the code proves the phone of somebody who joins: the language they chose. */
  joiningIn?: Language
}

/** What a code is good for; one made for the one does not open the other. */
export type CodePurpose = 'sign-in' | 'sign-up'

/** `sent` names the challenge that the browser keeps; `wait` says how long: the countdown, or a limit was reached. */
export type SendCodeAnswer =
  { kind: 'sent'; challengeId: string } | { kind: 'wait'; why: 'countdown' | 'limit'; waitMs: number }

/** The parts that a code's hash covers: it is good for this purpose, this challenge and this phone alone. */
export const hashedParts = (purpose: CodePurpose, challengeId: string, phone: string, code: string): string[] => [
  purpose,
  challengeId,
  phone,
  code,
]

/**
 * Makes a code for a phone and queues its message; every earlier code of the phone ends.
 * The same for every well formed number: whether somebody gets a message is decided when it is delivered.
 * @param input.phone E.164
 */
export async function sendCode(
  services: Services,
  { phone, channel, address, deviceId, joiningIn }: SendCode,
): Promise<SendCodeAnswer> {
  const answer = await services.db.transaction(async (tx): Promise<SendCodeAnswer> => {
    await lockKeys(tx, [`phone ${phone}`])
    const now = services.now()
    const since = new Date(now.getTime() - COOLDOWN_MEMORY_MS)
    const countdownMs = resendWaitMs(await listSentCodes(tx, phone, since), now.getTime())
    if (countdownMs > 0) return { kind: 'wait', why: 'countdown', waitMs: countdownMs }
    const limitMs = await takeRoom(tx, services, [
      { limit: LIMITS.codesPerPhoneHour, subject: phone },
      { limit: LIMITS.codesPerPhoneDay, subject: phone },
      { limit: LIMITS.codesPerAddress, subject: networkOf(address) },
      { limit: LIMITS.codesPerDevice, subject: deviceId },
    ])
    if (limitMs > 0) return { kind: 'wait', why: 'limit', waitMs: limitMs }

    const challengeId = randomUUID()
    const code = makeCode()
    const expiresAt = new Date(now.getTime() + CODE_LIFE_MS)
    const parts = hashedParts(joiningIn ? 'sign-up' : 'sign-in', challengeId, phone, code)
    const codeHash = keyedHash(services.env.sessionSecrets[0], 'sign-in-code', parts)
    await replaceCode(tx, { id: challengeId, phone, channel, codeHash, createdAt: now, expiresAt })
    await enqueueMessage(tx, services, {
      channel,
      kind: CODE_MESSAGE,
      to: phone,
      text: packCode(challengeId, code, joiningIn),
      expiresAt,
    })
    return { kind: 'sent', challengeId }
  })
  if (answer.kind === 'sent') wakeOutbox(services)
  else services.log.info({ why: answer.why, waitMs: answer.waitMs }, 'sign-in code held back')
  return answer
}

/** Milliseconds until a code may be sent to this phone again, as the sign-in pages show it. */
export async function resendWait(services: Services, phone: string): Promise<number> {
  const nowMs = services.now().getTime()
  return resendWaitMs(await listSentCodes(services.db, phone, new Date(nowMs - COOLDOWN_MEMORY_MS)), nowMs)
}

const makeCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
