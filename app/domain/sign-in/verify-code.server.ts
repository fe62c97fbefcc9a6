import { consumeCode, findCode, findUserWhoMaySignIn, noteSignIn, takeTry } from '../../db/sign-in'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'
import { LIMITS, prefixOf } from '../limits/limit'
import { countOnce, forgetCount, readCount } from '../limits/limits.server'
import { isKeyedHash } from '../sealing.server'
import { endSessionOfToken, openSession, type Browser, type TokenResponse } from '../sessions/sessions.server'
import { hashedParts } from './send-code.server'
import { MAX_TRIES, waitAfterWrongMs } from './sign-in-code'

/** What somebody enters: the code, for the phone they say, in the browser that holds the challenge. */
export type VerifyCode = Browser & {
  challengeId: string | null
  phone: string
  code: string
  requestId: string
  /** The refresh token of the session that this browser had before; it ends. */
  formerToken: string | null
}

/**
 * - `wrong`: the code is wrong, expired, used or not of this browser; `triesLeft` only while the code is still good
 * - `locked`: no try is left, a new code is needed
 * - `wait`: too many wrong codes for this phone; nothing was compared
 */
export type VerifyCodeAnswer =
  | { kind: 'signedIn'; userId: string; tokens: TokenResponse }
  | { kind: 'wrong'; triesLeft: number | null }
  | { kind: 'locked' }
  | { kind: 'wait'; waitMs: number }

const wrong: VerifyCodeAnswer = { kind: 'wrong', triesLeft: null }

/** Compares a code once, at most five times for each code sent, and opens the session. */
export async function verifyCode(services: Services, entered: VerifyCode): Promise<VerifyCodeAnswer> {
  const { challengeId, phone, requestId } = entered
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
  const parts = hashedParts(challengeId, phone, entered.code)
  if (!isKeyedHash(challenge.codeHash, services.env.sessionSecrets, 'sign-in-code', parts)) {
    await countOnce(services.db, services, { limit: LIMITS.wrongCodes, subject: phone })
    services.log.info({ requestId, tries: challenge.tries }, 'wrong sign-in code')
    const triesLeft = MAX_TRIES - challenge.tries
    return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'locked' }
  }
  return signIn(services, { ...entered, challengeId })
}

async function signIn(services: Services, entered: VerifyCode & { challengeId: string }): Promise<VerifyCodeAnswer> {
  const { challengeId, phone, requestId, formerToken } = entered
  return services.db.transaction(async (tx): Promise<VerifyCodeAnswer> => {
    const at = services.now()
    if (!(await consumeCode(tx, challengeId, at))) return wrong
    const user = await findUserWhoMaySignIn(tx, phone)
    if (!user || !(await noteSignIn(tx, user.id, at))) return wrong
    if (user.status === 'invited')
      await recordAudit(tx, {
        at,
        actor: user,
        act: 'user.activate',
        objectType: 'user',
        objectId: user.id,
        before: { status: 'invited' },
        after: { status: 'active' },
        requestId,
      })
    await forgetCount(tx, services, { limit: LIMITS.wrongCodes, subject: phone })
    await forgetCount(tx, services, { limit: LIMITS.codesNeverEntered, subject: prefixOf(phone) })
    if (formerToken !== null) await endSessionOfToken(tx, services, formerToken)
    const tokens = await openSession(tx, services, user.id, entered)
    services.log.info({ requestId, userId: user.id }, 'signed in')
    return { kind: 'signedIn', userId: user.id, tokens }
  })
}

async function waitForPhone(services: Services, phone: string): Promise<number> {
  const wrongCodes = await readCount(services.db, services, { limit: LIMITS.wrongCodes, subject: phone })
  const untilMs = wrongCodes.lastMs + waitAfterWrongMs(wrongCodes.count, services.env.limitsFactor)
  return Math.max(0, untilMs - services.now().getTime())
}
