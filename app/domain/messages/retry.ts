import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../durations'
import type { MessageChannel } from '../../vocabulary'

const FIRST_PAUSE_MS = 2 * SECOND_MS
const LONGEST_PAUSE_MS = 15 * MINUTE_MS

/**
 * An attempt is aborted after this, though it may still have reached somebody. Longer than Twilio itself takes; for e-mail, long enough to
 * wait in line and for a server that scans for viruses before it answers.
 */
export const ATTEMPT_LIMIT_MS: Record<MessageChannel, number> = {
  sms: 30 * SECOND_MS,
  whatsapp: 30 * SECOND_MS,
  email: 120 * SECOND_MS,
}
/** While an attempt runs, no other worker takes the message for this long. */
export const LEASE_MS: Record<MessageChannel, number> = {
  sms: 60 * SECOND_MS,
  whatsapp: 60 * SECOND_MS,
  email: 150 * SECOND_MS,
}
/** How long running attempts may take at shutdown. */
export const STOP_LIMIT_MS = 10 * SECOND_MS
/** A message is given up after this long. */
export const MESSAGE_LIFE_MS = DAY_MS

/** The pause after a failed attempt: 2 s doubling up to 15 minutes, half of it left to `chance` (0 to 1). */
export function pauseMs(attempts: number, chance: number): number {
  const wholeMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1), LONGEST_PAUSE_MS)
  return Math.round(wholeMs / 2 + (wholeMs / 2) * chance)
}
