import { randomInt, randomUUID } from 'node:crypto'
import { lockKeys } from '../../db/limits'
import { listSentCodes, replaceCode, takeInviteCode, type Asker } from '../../db/sign-in/sign-in'
import type { Services } from '../../services.server'
import type { CodeChannel, CodePurpose, Language } from '../../vocabulary'
import { LIMITS, networkOf, wideNetworkOf } from '../limits/limit'
import { consumeRateLimit, type Counted } from '../limits/limits.server'
import { CODE_MESSAGE, packCode } from '../messages/code-message.server'
import { enqueueMessage } from '../messages/enqueue.server'
import { wakeOutbox } from '../messages/outbox.server'
import { keyedHash } from '../sealing.server'
import { findAsker } from './asker.server'
import { idOfOwnersNetworks, isTrusted } from '../limits/asker-id.server'
import { CODE_DIGITS, CODE_LIFE_MS, CODES_PER_USE, COOLDOWN_MEMORY_MS, resendWaitMs } from './sign-in-code'

type Asked = { phone: string; channel: CodeChannel; address: string; deviceId: string }

/** The proofs that a browser holds of earlier sign-ins in it. */
export type SendSignInCode = Asked & { purpose: 'sign-in'; proofs: readonly string[] }
/** The invite that somebody joins with, and the language they chose. */
type SendJoinCode = Asked & { purpose: 'sign-up'; invite: string; language: Language }
/** The session in which somebody shows anew that they hold their phone. */
type SendProofCode = Asked & { purpose: 'proof'; sessionId: string }
type SendCode = SendSignInCode | SendJoinCode | SendProofCode

/**
 * - `sent` names the challenge that the browser keeps, and when it may ask for another code
 * - `wait` says how long: the countdown, or a limit was reached
 */
export type SendCodeAnswer =
  | { kind: 'sent'; challengeId: string; resendAtMs: number }
  | { kind: 'wait'; why: 'countdown' | 'limit'; waitMs: number }

/** The invite has sent as many codes as it may. */
export type InviteSpent = { kind: 'spent' }

/** The parts that a code's hash covers: it is good for this purpose, this challenge and this phone alone. */
export const hashedParts = (purpose: CodePurpose, challengeId: string, phone: string, code: string): string[] => [
  purpose,
  challengeId,
  phone,
  code,
]

/**
 * Makes a code for a phone and queues its message; every earlier code of the same asker ends. A browser that has signed in
 * before and a session have their countdown, live code and budget to themselves; the owner's networks have the last two, and
 * everybody else shares those of the phone.
 * Every well formed number is treated alike: whether somebody gets a message is decided when it is delivered.
 * @param asked.phone E.164
 */
export async function sendCode(services: Services, asked: SendSignInCode | SendProofCode): Promise<SendCodeAnswer>
export async function sendCode(services: Services, asked: SendJoinCode): Promise<SendCodeAnswer | InviteSpent>
export async function sendCode(services: Services, asked: SendCode): Promise<SendCodeAnswer | InviteSpent> {
  const { phone, purpose, channel } = asked
  const answer = await services.db.transaction(async (tx): Promise<SendCodeAnswer | InviteSpent> => {
    const asker: Asker = { phone, purpose, askedBy: await askerOf(tx, services, asked) }
    await lockKeys(tx, [`phone ${phone}`])
    const createdAt = services.now()
    const nowMs = createdAt.getTime()
    const sent = await listSentCodes(tx, countedDownWith(services, asker), new Date(nowMs - COOLDOWN_MEMORY_MS))
    const countdownMs = resendWaitMs(sent, nowMs)
    if (countdownMs > 0) {
      services.meter.note({ of: 'limit', limit: 'countdown', waitMs: countdownMs })
      return { kind: 'wait', why: 'countdown', waitMs: countdownMs }
    }
    const limitMs = await consumeRateLimit(tx, services, limitsOf(asker, asked))
    if (limitMs > 0) return { kind: 'wait', why: 'limit', waitMs: limitMs }
    const mostPerUse = CODES_PER_USE * services.env.limitsFactor
    const inviteId = asked.purpose === 'sign-up' ? await takeInviteCode(tx, asked.invite, mostPerUse) : null
    if (purpose === 'sign-up' && inviteId === null) return { kind: 'spent' }

    const id = randomUUID()
    const code = makeCode()
    const expiresAt = new Date(nowMs + CODE_LIFE_MS)
    const codeHash = keyedHash(services.env.sessionSecrets[0], 'sign-in-code', hashedParts(purpose, id, phone, code))
    await replaceCode(tx, { ...asker, id, inviteId, channel, codeHash, createdAt, expiresAt })
    const text = packCode(id, code, asked.purpose === 'sign-up' ? asked.language : undefined)
    await enqueueMessage(tx, services, { id, channel, kind: CODE_MESSAGE, to: phone, text, expiresAt })
    const resendAtMs = nowMs + resendWaitMs([{ createdAt, usedAt: null }, ...sent], nowMs)
    return { kind: 'sent', challengeId: id, resendAtMs }
  })
  const heldBack = answer.kind === 'sent' ? null : heldBackBy(answer)
  services.meter.note({ of: 'code', purpose, outcome: heldBack?.why ?? 'queued' })
  if (heldBack) services.log.info({ event: 'code.heldBack', purpose, ...heldBack }, 'code held back')
  else wakeOutbox(services)
  return answer
}

async function askerOf(tx: Parameters<typeof findAsker>[0], services: Services, asked: SendCode) {
  if (asked.purpose === 'proof') return asked.sessionId
  return asked.purpose === 'sign-in' ? findAsker(tx, services, asked) : null
}

/** Strangers and the owner's networks meet one countdown: two would tell in two requests whose number signs in from there. */
function countedDownWith({ env }: Services, asker: Asker): Asker[] {
  if (isTrusted(asker.askedBy)) return [asker]
  return [null, idOfOwnersNetworks(env, asker.phone)].map((askedBy) => ({ ...asker, askedBy }))
}

/**
 * Joining and signing in never count against each other; neither do a trusted browser, the networks that the owner has signed
 * in from, and strangers. One person's sessions and trusted browsers, of which there may be any number, share a limit, or they
 * could use up what all others sign in with. Of what strangers get, one network gets a part, and of the codes of a day to join
 * with one invite.
 */
function limitsOf({ phone, purpose, askedBy }: Asker, asked: SendCode): Counted[] {
  const { address, deviceId } = asked
  const whose = askedBy === null ? `${purpose} ${phone}` : `${purpose} ${phone} ${askedBy}`
  const own = [
    { limit: LIMITS.codesPerPhoneHour, subject: whose },
    { limit: purpose === 'proof' ? LIMITS.proofCodesPerDay : LIMITS.codesPerPhoneDay, subject: whose },
  ]
  if (isTrusted(askedBy)) return [...own, { limit: LIMITS.codesPerPersonDay, subject: phone }]
  const network = `${whose} ${wideNetworkOf(address)}`
  return [
    ...own,
    ...(askedBy === null ? [{ limit: LIMITS.codesPerPhoneAndNetwork, subject: network }] : []),
    ...(asked.purpose === 'sign-up' ? [{ limit: LIMITS.codesPerInvite, subject: asked.invite }] : []),
    { limit: LIMITS.codesPerAddress, subject: `${purpose} ${networkOf(address)}` },
    { limit: LIMITS.codesPerDevice, subject: `${purpose} ${deviceId}` },
  ]
}

const heldBackBy = (answer: Exclude<SendCodeAnswer | InviteSpent, { kind: 'sent' }>) =>
  answer.kind === 'wait' ? { why: answer.why, waitMs: answer.waitMs } : { why: 'invite' as const }

export const makeCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
