import { consumeCode, findUserWhoMaySignIn, noteSignIn } from '../../db/sign-in'
import type { Services } from '../../services.server'
import { recordAudit, type AuditEntry } from '../audit/audit.server'
import { signInEntry } from '../audit/sign-in-acts.server'
import { endSessionOfToken, openSession, type Browser, type TokenResponse } from '../sessions/sessions.server'
import { compareCode, forgetWrongCodes, wrong, type EnteredCode, type NotRight } from './compare-code.server'
import { trustBrowser } from './trusted-device.server'

/** What somebody enters, and the browser they do it in. */
export type VerifyCode = Browser &
  EnteredCode & {
    /** The refresh token of the session that this browser had before; it ends. */
    formerToken: string | null
    /** The proofs that the browser holds of earlier sign-ins in it. */
    proofs: readonly string[]
  }

/** `proofs`: those that the browser is to keep from now on. */
export type SignedIn = { kind: 'signedIn'; userId: string; tokens: TokenResponse; proofs: string[] }
export type VerifyCodeAnswer = SignedIn | NotRight

/** Compares a code once, at most five times for each code sent, and opens the session. */
export async function verifyCode(services: Services, entered: VerifyCode): Promise<VerifyCodeAnswer> {
  const compared = await compareCode(services, 'sign-in', entered)
  return compared.kind === 'right' ? signIn(services, { ...entered, challengeId: compared.challengeId }) : compared
}

async function signIn(services: Services, entered: VerifyCode & { challengeId: string }): Promise<VerifyCodeAnswer> {
  const { challengeId, phone, requestId, formerToken } = entered
  return services.db.transaction(async (tx): Promise<VerifyCodeAnswer> => {
    const at = services.now()
    const asker = await consumeCode(tx, challengeId, at)
    if (!asker) return wrong
    const user = await findUserWhoMaySignIn(tx, phone)
    if (!user || !(await noteSignIn(tx, user.id, at))) return wrong
    await forgetWrongCodes(tx, services, asker)
    if (formerToken !== null) await endSessionOfToken(tx, services, formerToken)
    const device = await trustBrowser(tx, services, { ...entered, userId: user.id })
    const tokens = await openSession(tx, services, user.id, { ...entered, trustedDeviceId: device.id })
    const activated: AuditEntry = {
      at,
      actor: user,
      act: 'user.activate',
      objectType: 'user',
      objectId: user.id,
      before: { status: 'invited' },
      after: { status: 'active' },
      requestId,
    }
    await recordAudit(tx, ...(user.status === 'invited' ? [activated] : []), signInEntry(user, 'code', at, requestId))
    services.log.info({ requestId, userId: user.id }, 'signed in')
    return { kind: 'signedIn', userId: user.id, tokens, proofs: device.proofs }
  })
}
