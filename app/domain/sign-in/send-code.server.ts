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
import { idOfOwnersNetworks, isTrustedAsker } from '../limits/asker-id.server'
import { CODE_DIGITS, CODE_LIFE_MS, CODES_PER_USE, COOLDOWN_MEMORY_MS, resendWaitMs } from './sign-in-code'

type Asked = { phone: string; channel: CodeChannel; address: string; deviceId: string }

/** `proofs`: proofs of earlier sign-ins that the browser holds. */
export type SendSignInCode = Asked & { purpose: 'sign-in'; proofs: readonly string[] }
/** The invite that somebody joins with, and the language that they chose. */
type SendJoinCode = Asked & { purpose: 'sign-up'; invite: string; language: Language }
/** The session whose holder proves again that they hold their phone. */
type SendProofCode = Asked & { purpose: 'proof'; sessionId: string }
type SendCode = SendSignInCode | SendJoinCode | SendProofCode

/**
 * - `sent`: the challenge that the browser keeps, and when it may ask for another code
 * - `wait`: how long, because of the countdown or a limit
 */
export type SendCodeAnswer =
  | { kind: 'sent'; challengeId: string; resendAtMs: number }
  | { kind: 'wait'; why: 'countdown' | 'limit'; waitMs: number }

/** The invite has used up its codes. */
export type InviteSpent = { kind: 'spent' }

/** What a code's hash covers: a code is valid only for this purpose, challenge and phone. */
export const hashedParts = (purpose: CodePurpose, challengeId: string, phone: string, code: string): string[] => [
  purpose,
  challengeId,
  phone,
  code,
]

/**
 * Creates a code for a phone and queues its message; earlier codes of the same asker end. Sessions, and browsers that have signed in
 * before, each have their own countdown, live code and budget; the owner's networks have their own live code and budget; everybody else
 * shares those of the phone. Every well-formed number is treated alike: whether a message is sent is decided on delivery.
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

/** Strangers and the owner's networks share one countdown: separate ones would reveal, with two requests, whose number signs in from there. */
function countedDownWith({ env }: Services, asker: Asker): Asker[] {
  if (isTrustedAsker(asker.askedBy)) return [asker]
  return [null, idOfOwnersNetworks(env, asker.phone)].map((askedBy) => ({ ...asker, askedBy }))
}

/**
 * Joining and signing in never count against each other, nor do trusted browsers, the owner's networks and strangers. All sessions and
 * trusted browsers of one person share a limit, since there may be any number and they could use up everybody's codes. Of what strangers
 * get, each network gets only a part, and so does each invite of the daily codes for joining.
 */
function limitsOf({ phone, purpose, askedBy }: Asker, asked: SendCode): Counted[] {
  const { address, deviceId } = asked
  const whose = askedBy === null ? `${purpose} ${phone}` : `${purpose} ${phone} ${askedBy}`
  const own = [
    { limit: LIMITS.codesPerPhoneHour, subject: whose },
    { limit: purpose === 'proof' ? LIMITS.proofCodesPerDay : LIMITS.codesPerPhoneDay, subject: whose },
  ]
  if (isTrustedAsker(askedBy)) return [...own, { limit: LIMITS.codesPerPersonDay, subject: phone }]
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
