import type { Queries } from '../../db/engine/database'
import { recordSignIn, type UserRow } from '../../db/sign-in/sign-in'
import { insertInboxEntries } from '../../db/inbox'
import type { Services } from '../../services.server'
import { recordAudit, type AuditEntry } from '../audit/audit.server'
import { displacedEntries, signInEntry } from '../audit/sign-in-entries.server'
import { endSessionOfToken, openSession, type Browser, type TokenResponse } from '../sessions/sessions.server'
import { trustBrowser } from './trusted-device.server'

/** The browser in which somebody signs in. */
export type SignInBrowser = Browser & {
  requestId: string
  /** The refresh token of this browser's previous session, which ends. */
  formerToken: string | null
  /** Proofs of earlier sign-ins that the browser holds. */
  proofs: readonly string[]
}

/** `proofs`: what the browser has to store from now on. */
export type SignedIn = { kind: 'signedIn'; userId: string; tokens: TokenResponse; proofs: string[] }

/** Opens a session for somebody who has proved who they are; null when they were blocked or their number changed meanwhile. */
export async function openSignedInSession(
  tx: Queries,
  services: Services,
  user: Pick<UserRow, 'id' | 'role' | 'status' | 'phone'> & { inviterId?: string | null },
  entrance: SignInBrowser,
  by: 'code' | 'passkey',
): Promise<SignedIn | null> {
  const { requestId, formerToken } = entrance
  const at = services.now()
  if (!(await recordSignIn(tx, user, at))) return null
  const formerId = formerToken === null ? null : await endSessionOfToken(tx, services, formerToken)
  const device = await trustBrowser(tx, services, { ...entrance, userId: user.id })
  const tokens = await openSession(tx, services, user.id, { ...entrance, trustedDeviceId: device.id })
  const activated: AuditEntry = {
    at,
    actor: user,
    action: 'user.activate',
    objectType: 'user',
    objectId: user.id,
    before: { status: 'invited' },
    after: { status: 'active' },
    requestId,
  }
  // The inviter is told, because a stranger may have used their account to invite.
  if (user.status === 'invited' && user.inviterId)
    await insertInboxEntries(tx, [{ userId: user.inviterId, kind: 'invited_signed_in', actorId: user.id, at }])
  await recordAudit(
    tx,
    ...displacedEntries(formerId, user, at, requestId),
    ...(user.status === 'invited' ? [activated] : []),
    signInEntry(user, by, at, requestId),
  )
  services.log.info({ requestId, userId: user.id }, 'signed in')
  return { kind: 'signedIn', userId: user.id, tokens, proofs: device.proofs }
}
