import type { Queries } from '../../db/engine/database'
import { findCode, takeTry, type Asker } from '../../db/sign-in/sign-in'
import type { Services } from '../../services.server'
import type { CodePurpose } from '../../vocabulary'
import type { Actor } from '../access'
import { recordFailedProof, recordFailedSignIn } from '../audit/sign-in-entries.server'
import { latestNoted } from '../calendar'
import { LIMITS, networkOf, phonePrefix } from '../limits/limit'
import { addHit, consumeRateLimit, forgetCount, countWait, readCounts, type Counted } from '../limits/limits.server'
import { isKeyedHash } from '../sealing.server'
import { isTrustedAsker } from '../limits/asker-id.server'
import { hashedParts } from './send-code.server'
import { MAX_TRIES, waitAfterWrongMs } from './sign-in-code'

/** A code entered for a phone, in the browser that holds the challenge. */
export type EnteredCode = {
  challengeId: string | null
  phone: string
  code: string
  address: string
  requestId: string
  /** The signed-in person who gives fresh proof. */
  actor?: Pick<Actor, 'id' | 'role'>
}

/**
 * - `wrong`: the code is wrong, expired, used, void or of another browser; `triesLeft` is set only while the code is valid, or looks valid
 * because nobody may learn that its message was not delivered
 * - `locked`: no tries are left, a new code is needed
 * - `wait`: too many wrong codes for this phone, from this address or overall; nothing was compared
 */
export type CodeRefusal =
  { kind: 'wrong'; triesLeft: number | null } | { kind: 'locked' } | { kind: 'wait'; waitMs: number }

export const wrong: CodeRefusal = { kind: 'wrong', triesLeft: null }

/** Who entered a code, and from where: wrong codes are counted by these. */
type Entered = Asker & { address: string }

/** Compares a code, at most five times per code sent. Callers must consume a right code before they act on it. */
export async function compareCode(
  services: Services,
  purpose: CodePurpose,
  { challengeId, phone, code, address, requestId, actor }: EnteredCode,
): Promise<CodeRefusal | { kind: 'right'; challengeId: string }> {
  if (challengeId === null) return wrong
  const known = await findCode(services.db, challengeId)
  if (known?.phone !== phone || known.purpose !== purpose) return wrong
  if (known.tries >= MAX_TRIES) return { kind: 'locked' }
  const entered: Entered = { phone, purpose, askedBy: known.askedBy, address }
  const waitMs = await waitBeforeCompareMs(services, entered)
  if (waitMs > 0) return { kind: 'wait', waitMs }

  // Its own committed statement before comparing, so that neither a crash nor concurrent requests give a try back. A code from the future
  // was created before the clock was put back, and would live longer than allowed.
  const now = services.now()
  const madeBy = latestNoted(now)
  const challenge = await takeTry(services.db, { id: challengeId, phone, maxTries: MAX_TRIES, now, madeBy })
  if (!challenge) {
    const found = await findCode(services.db, challengeId)
    return found && found.tries >= MAX_TRIES && found.usedAt === null ? { kind: 'locked' } : wrong
  }
  const parts = hashedParts(purpose, challengeId, phone, code)
  const isRight = isKeyedHash(challenge.codeHash, services.env.sessionSecrets, 'sign-in-code', parts)
  if (isRight && challenge.voidedAt === null) return { kind: 'right', challengeId }
  await countWrong(services, entered, requestId, challenge.tries)
  if (actor) await recordFailedProof(services, actor, requestId)
  // Runs later, because its duration depends on whose number it is and the response time must not reveal that.
  else if (purpose === 'sign-in')
    await services.runInBackground(() => recordFailedSignIn(services, { phone, at: now, requestId }))
  const triesLeft = MAX_TRIES - challenge.tries
  return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'locked' }
}

/** A right code resets the wrong codes of its phone and asker, and the unentered codes of its number's prefix. */
export async function forgetWrongCodes(tx: Queries, services: Services, asker: Asker): Promise<void> {
  await forgetCount(tx, services, limitPerAsker(asker))
  const subject = `${asker.purpose} ${phonePrefix(asker.phone)}`
  await forgetCount(tx, services, { limit: LIMITS.codesNeverEntered, subject })
}

const limitPerAsker = ({ phone, purpose, askedBy }: Asker): Counted => ({
  limit: LIMITS.wrongCodes,
  subject: askedBy === null ? `${purpose} ${phone}` : `${purpose} ${phone} ${askedBy}`,
})

const limitPerNetwork = ({ purpose, address }: Entered): Counted => ({
  limit: LIMITS.wrongCodesPerAddress,
  subject: `${purpose} ${networkOf(address)}`,
})

const limitOverall = ({ purpose }: Entered): Counted => ({ limit: LIMITS.wrongCodesOverall, subject: purpose })

/**
 * Milliseconds until a code may be compared: after the asker's own wrong codes. For unknown askers also after wrong codes of their network
 * and, while too many are entered overall, once the comparisons of this minute are used up.
 */
async function waitBeforeCompareMs(services: Services, entered: Entered): Promise<number> {
  const counted = isTrustedAsker(entered.askedBy) ? [limitPerAsker] : [limitPerAsker, limitPerNetwork, limitOverall]
  const [own, address, all] = await readCounts(
    services.db,
    services,
    counted.map((of) => of(entered)),
  )
  const untilMs = own ? own.lastMs + waitAfterWrongMs(own.count, services.env.limitsFactor) : 0
  const ownMs = untilMs - services.now().getTime()
  const soonestMs = Math.max(0, ownMs, address?.waitMs ?? 0)
  if (soonestMs > 0)
    countWait(services, soonestMs === ownMs ? LIMITS.wrongCodes : LIMITS.wrongCodesPerAddress, soonestMs)
  if (soonestMs > 0 || !all?.waitMs) return soonestMs
  const { purpose } = entered
  const compared: Counted = { limit: LIMITS.comparedInAlarm, subject: purpose }
  const waitMs = await services.db.transaction((tx) => consumeRateLimit(tx, services, [compared]))
  services.log.error({ event: 'code.alarm', purpose, waitMs, count: 1 }, 'too many wrong codes over all')
  return waitMs
}

async function countWrong(services: Services, entered: Entered, requestId: string, tries: number): Promise<void> {
  const counted = isTrustedAsker(entered.askedBy) ? [limitPerAsker] : [limitPerAsker, limitPerNetwork, limitOverall]
  for (const of of counted) await addHit(services.db, services, of(entered))
  services.meter.note({ of: 'code', purpose: entered.purpose, outcome: 'wrong' })
  services.log.info({ event: 'code.wrong', requestId, purpose: entered.purpose, tries }, 'wrong code')
}
