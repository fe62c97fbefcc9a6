import type { Queries } from '../../db/database'
import { findCode, takeTry } from '../../db/sign-in'
import type { Services } from '../../services.server'
import { LIMITS, prefixOf } from '../limits/limit'
import { countOnce, forgetCount, readCount } from '../limits/limits.server'
import { isKeyedHash } from '../sealing.server'
import { hashedParts, type CodePurpose } from './send-code.server'
import { MAX_TRIES, waitAfterWrongMs } from './sign-in-code'

/** The code, for the phone they say, in the browser that holds the challenge. */
export type EnteredCode = { challengeId: string | null; phone: string; code: string; requestId: string }

/**
 * - `wrong`: the code is wrong, expired, used or not of this browser; `triesLeft` only while the code is still good
 * - `locked`: no try is left, a new code is needed
 * - `wait`: too many wrong codes for this phone; nothing was compared
 */
export type NotRight =
  { kind: 'wrong'; triesLeft: number | null } | { kind: 'locked' } | { kind: 'wait'; waitMs: number }

export const wrong: NotRight = { kind: 'wrong', triesLeft: null }

/** Compares a code once, at most five times for each code sent. Whoever acts on a right one consumes it first. */
export async function compareCode(
  services: Services,
  purpose: CodePurpose,
  { challengeId, phone, code, requestId }: EnteredCode,
): Promise<NotRight | { kind: 'right'; challengeId: string }> {
  if (challengeId === null) return wrong
  const known = await findCode(services.db, challengeId)
  if (known?.phone !== phone) return wrong
  if (known.tries >= MAX_TRIES) return { kind: 'locked' }
  const waitMs = await waitForPhone(services, phone)
  if (waitMs > 0) return { kind: 'wait', waitMs }

  // Its own committed statement, before comparing, so that neither a crash nor a crowd gives a try back.
  const challenge = await takeTry(services.db, { id: challengeId, phone, maxTries: MAX_TRIES, now: services.now() })
  if (!challenge) {
    const now = await findCode(services.db, challengeId)
    return now && now.tries >= MAX_TRIES && now.usedAt === null ? { kind: 'locked' } : wrong
  }
  const parts = hashedParts(purpose, challengeId, phone, code)
  if (isKeyedHash(challenge.codeHash, services.env.sessionSecrets, 'sign-in-code', parts))
    return { kind: 'right', challengeId }
  await countOnce(services.db, services, { limit: LIMITS.wrongCodes, subject: phone })
  services.log.info({ requestId, tries: challenge.tries }, 'wrong code')
  const triesLeft = MAX_TRIES - challenge.tries
  return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'locked' }
}

/** A right code ends what was counted against its phone. */
export async function forgetWrongCodes(tx: Pick<Queries, 'delete'>, services: Services, phone: string): Promise<void> {
  await forgetCount(tx, services, { limit: LIMITS.wrongCodes, subject: phone })
  await forgetCount(tx, services, { limit: LIMITS.codesNeverEntered, subject: prefixOf(phone) })
}

async function waitForPhone(services: Services, phone: string): Promise<number> {
  const wrongCodes = await readCount(services.db, services, { limit: LIMITS.wrongCodes, subject: phone })
  const untilMs = wrongCodes.lastMs + waitAfterWrongMs(wrongCodes.count, services.env.limitsFactor)
  return Math.max(0, untilMs - services.now().getTime())
}
