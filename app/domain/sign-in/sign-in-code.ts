import { CLOCK_TOLERANCE_MS, DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations'

export const CODE_DIGITS = 6
export const CODE_LIFE_MS = 5 * MINUTE_MS
export const MAX_TRIES = 5
/** How many codes to join are sent per use of an invite. */
export const CODES_PER_USE = 3
/** After the first, the second and each further code that was sent and not entered. */
const RESEND_COOLDOWNS_MS = [MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS] as const
/** Codes sent longer ago do not count for the cooldown. */
export const COOLDOWN_MEMORY_MS = HOUR_MS

const FREE_WRONG_CODES = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = HOUR_MS
const WRONG_CODES_A_DAY = 50

/** One code sent to a phone: when, and when it was entered. */
export type SentCode = { createdAt: Date; usedAt: Date | null }

/**
 * Milliseconds until another code may be sent to a phone; 0 for at once. Entering a code ends the cooldown. A code from the future, sent
 * before the clock was put back, makes nobody wait.
 * @param sent codes of the phone, newest first
 */
export function resendWaitMs(sent: readonly SentCode[], nowMs: number): number {
  const entered = sent.findIndex((code) => code.usedAt !== null)
  const open = (entered === -1 ? sent : sent.slice(0, entered)).filter(
    (code) => code.createdAt.getTime() > nowMs - COOLDOWN_MEMORY_MS,
  )
  const newest = open.find((code) => code.createdAt.getTime() <= nowMs + CLOCK_TOLERANCE_MS)
  if (!newest) return 0
  const cooldownMs = RESEND_COOLDOWNS_MS[Math.min(open.length, RESEND_COOLDOWNS_MS.length) - 1] ?? 0
  return Math.max(0, newest.createdAt.getTime() + cooldownMs - nowMs)
}

/**
 * Milliseconds from a phone's last wrong code until the next is compared, by its wrong codes of a day: 0 below five, then 30 s doubling up
 * to 1 h; a whole day from fifty on.
 */
export function waitAfterWrongMs(wrongCodes: number, limitsFactor = 1): number {
  const beyond = wrongCodes - FREE_WRONG_CODES * limitsFactor
  if (wrongCodes >= WRONG_CODES_A_DAY * limitsFactor) return DAY_MS
  return beyond < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** beyond, LONGEST_WAIT_MS)
}

const CODE = new RegExp(`^[0-9]{${CODE_DIGITS}}$`)

/** The digits of a code as typed or pasted, without spaces, dashes and invisible characters; null unless it has `CODE_DIGITS` digits. */
export function readCode(typed: string): string | null {
  const code = typed.normalize('NFKC').replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
  return CODE.test(code) ? code : null
}
