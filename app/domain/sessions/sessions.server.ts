import { randomUUID } from 'node:crypto'
import type { Queries } from '../../db/engine/database'
import {
  endSessionById,
  endSessionByToken,
  findSessionByAccessToken,
  findSessionOfSpentToken,
  insertSession,
  lockSessionByRefreshToken,
  rotateTokens,
  type SessionOfUser,
} from '../../db/sessions'
import { findUser } from '../../db/users/user-changes'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { recordAudit } from '../audit/audit.server'
import { hashToken, keyedHash, randomToken } from '../sealing.server'
import { lastSeenMs, touchSession } from './last-seen.server'
import { ACCESS_TOKEN_LIFE_MS, hasLapsed, checkRefresh, isExpired } from './session'

/** The token response (specification 7); `expires_in` in seconds. */
export type TokenResponse = { access_token: string; refresh_token: string; expires_in: number }

/** The browser a session belongs to. */
export type Browser = { deviceId: string; userAgent: string; address: string }

export const LONGEST_USER_AGENT = 300

/** Opens a session for somebody who has just proved who they are. */
export async function openSession(
  tx: Queries,
  services: Services,
  userId: string,
  browser: Browser & { trustedDeviceId?: string },
): Promise<TokenResponse> {
  const now = services.now()
  const tokens = { access_token: randomToken(), refresh_token: randomToken(), expires_in: ACCESS_TOKEN_LIFE_MS / 1000 }
  await insertSession(tx, {
    id: randomUUID(),
    userId,
    accessTokenHash: hashToken(tokens.access_token),
    accessExpiresAt: new Date(now.getTime() + ACCESS_TOKEN_LIFE_MS),
    refreshTokenHash: hashToken(tokens.refresh_token),
    deviceId: browser.deviceId,
    trustedDeviceId: browser.trustedDeviceId,
    userAgent: browser.userAgent.slice(0, LONGEST_USER_AGENT),
    address: browser.address,
    createdAt: now,
    lastSeenAt: now,
    provenAt: now,
  })
  return tokens
}

/** `isBeat`: an open page asks by itself, which does not count as use of the session. */
type Asked = { isBeat?: boolean }

/** Who holds a valid access token, in one query; null when it must be refreshed or the session is over. */
export async function findActor(
  services: Services,
  accessToken: string,
  { isBeat = false }: Asked = {},
): Promise<Actor | null> {
  const found = await findSessionByAccessToken(services.db, hashToken(accessToken))
  if (!found || !isValidSession(services, found)) return null
  if (isExpired(found.session.accessExpiresAt.getTime(), services.now().getTime())) return null
  if (!isBeat) await touchSession(services.db, services, found.session)
  return actorOf(found)
}

/**
 * Replaces both tokens of a session. Concurrent requests of one browser get the same successors; an older token ends the session. Null when
 * the session is over; throws, and ends nothing, when the database is unavailable.
 */
export async function refreshSession(
  services: Services,
  refreshToken: string,
  requestId: string,
  { isBeat = false }: Asked = {},
): Promise<{ actor: Actor; tokens: TokenResponse } | null> {
  const presentedHash = hashToken(refreshToken)
  return services.db.transaction(async (tx) => {
    const now = services.now()
    const found = await lockSessionByRefreshToken(tx, presentedHash)
    if (!found) {
      const reusedIn = await findSessionOfSpentToken(tx, presentedHash)
      if (reusedIn) await endReused(tx, services, reusedIn, requestId)
      return null
    }
    if (!isValidSession(services, found)) return null
    const verdict = checkRefresh(found.session, presentedHash, now.getTime())
    if (verdict === 'reuse') {
      await endReused(tx, services, found.session.id, requestId)
      return null
    }
    const actor = actorOf(found)
    if (verdict === 'repeat') {
      // The rotation may have come from a beat.
      if (!isBeat) await touchSession(tx, services, found.session)
      const tokens = repeatedTokens(services, found, refreshToken)
      return tokens && { actor, tokens }
    }
    const tokens = successors(services.env.sessionSecrets[0], refreshToken, ACCESS_TOKEN_LIFE_MS)
    await rotateTokens(tx, found.session, {
      accessTokenHash: hashToken(tokens.access_token),
      accessExpiresAt: new Date(now.getTime() + ACCESS_TOKEN_LIFE_MS),
      refreshTokenHash: hashToken(tokens.refresh_token),
      rotatedAt: now,
      ...(!isBeat && { lastSeenAt: now }),
    })
    return { actor, tokens }
  })
}

/** Ends the session that a token belongs to; returns its user's id or null. */
export const endSessionOfToken = (queries: Queries, services: Services, token: string): Promise<string | null> =>
  endSessionByToken(queries, hashToken(token), services.now())

/** Ends the session that a token belongs to, with an audit entry for the person who signs out. */
export async function signOut(services: Services, token: string, requestId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const userId = await endSessionOfToken(tx, services, token)
    const user = userId === null ? null : await findUser(tx, userId)
    if (!user) return
    const at = services.now()
    await recordAudit(tx, {
      at,
      actor: user,
      action: 'session.signOut',
      objectType: 'user',
      objectId: user.id,
      requestId,
    })
  })
}

async function endReused(tx: Queries, services: Services, sessionId: string, requestId: string): Promise<void> {
  const at = services.now()
  const userId = await endSessionById(tx, sessionId, at)
  if (userId === null) return
  const act = { action: 'session.reused', objectType: 'user', objectId: userId, requestId } as const
  await recordAudit(tx, { ...act, at, actor: null })
  services.log.warn(
    { event: 'session.reused', requestId, userId, sessionId },
    'refresh token used again, session ended',
  )
}

/** Derived from the previous token and our key, so that the second of two requests gets the same tokens without storing them. */
const successors = (secret: string, refreshToken: string, lifeMs: number): TokenResponse => ({
  access_token: keyedHash(secret, 'tokens', ['access', refreshToken]),
  refresh_token: keyedHash(secret, 'tokens', ['refresh', refreshToken]),
  expires_in: Math.max(0, Math.floor(lifeMs / 1000)),
})

function repeatedTokens(services: Services, { session }: SessionOfUser, refreshToken: string): TokenResponse | null {
  const lifeMs = session.accessExpiresAt.getTime() - services.now().getTime()
  const candidates = services.env.sessionSecrets.map((secret) => successors(secret, refreshToken, lifeMs))
  return candidates.find((tokens) => hashToken(tokens.refresh_token) === session.refreshTokenHash) ?? null
}

const isValidSession = (services: Services, { session, user }: SessionOfUser): boolean =>
  user.status === 'active' &&
  !hasLapsed(
    { createdAtMs: session.createdAt.getTime(), lastSeenMs: lastSeenMs(session) },
    services.env,
    services.now().getTime(),
  )

const actorOf = ({ session, user: { status: _, ...user } }: SessionOfUser): Actor => ({
  ...user,
  sessionId: session.id,
  provenAt: session.provenAt,
})
