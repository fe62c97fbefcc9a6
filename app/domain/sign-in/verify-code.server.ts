import { hasPasskey } from '../../db/sign-in/passkeys'
import { consumeCode, findUserWhoMaySignIn } from '../../db/sign-in/sign-in'
import type { Services } from '../../services.server'
import { isPasskeyRequired } from '../passkeys/passkey'
import { compareCode, forgetWrongCodes, wrong, type EnteredCode, type CodeRefusal } from './compare-code.server'
import { openSignedInSession, type SignInBrowser, type SignedIn } from './open-signed-in-session.server'

/** The entered code, and the browser it is entered in. */
export type VerifyCode = SignInBrowser & EnteredCode

/** `passkeyNeeded`: the code was right, but this person's role must sign in with the passkey they have. */
export type VerifyCodeAnswer = SignedIn | CodeRefusal | { kind: 'passkeyNeeded' }

/** Compares a code, at most five times per code sent, and opens the session. */
export async function verifyCode(services: Services, entered: VerifyCode): Promise<VerifyCodeAnswer> {
  const compared = await compareCode(services, 'sign-in', entered)
  return compared.kind === 'right' ? signIn(services, { ...entered, challengeId: compared.challengeId }) : compared
}

async function signIn(services: Services, entered: VerifyCode & { challengeId: string }): Promise<VerifyCodeAnswer> {
  return services.db.transaction(async (tx): Promise<VerifyCodeAnswer> => {
    const asker = await consumeCode(tx, entered.challengeId, services.now())
    if (!asker) return wrong
    const user = await findUserWhoMaySignIn(tx, entered.phone, services.now())
    if (!user) return wrong
    await forgetWrongCodes(tx, services, asker)
    if (isPasskeyRequired(services.env.requirePasskey, user.role) && (await hasPasskey(tx, user.id)))
      return { kind: 'passkeyNeeded' }
    return (await openSignedInSession(tx, services, user, entered, 'code')) ?? wrong
  })
}
