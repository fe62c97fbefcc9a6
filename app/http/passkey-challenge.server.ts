import { z } from 'zod'
import { CHALLENGE_LIFE_MS, PASSKEY_PURPOSES, type PasskeyPurpose } from '../domain/passkeys/passkey'
import type { Services } from '../services.server'
import { readCookie, writeCookie } from './cookies.server'
import { seal, unseal } from './seal.server'
import { isHttps } from './session-cookie.server'

const SEALED_FOR = 'passkey-cookie'
const content = z.object({
  challenge: z.string(),
  purpose: z.enum(PASSKEY_PURPOSES),
  sessionId: z.string().nullable(),
  expiresAtMs: z.number(),
})

type Needs = Pick<Services, 'env' | 'now'>
/** What a challenge is for, and in whose session; nobody's at sign-in. */
type Use = { purpose: PasskeyPurpose; sessionId: string | null }

/** One of its own for each use: who is asked for proof while a passkey is being added answers both. */
const nameOf = ({ env }: Needs, purpose: PasskeyPurpose) => `${isHttps(env) ? '__Host-' : ''}passkey-${purpose}`

/** Options for the browser, whose challenge it keeps sealed. */
export function answerOptions(services: Needs, options: { challenge: string }, use: Use): Response {
  const { env, now } = services
  const kept = { ...use, challenge: options.challenge, expiresAtMs: now().getTime() + CHALLENGE_LIFE_MS }
  const cookie = writeCookie(nameOf(services, use.purpose), seal(env.sessionSecrets, SEALED_FOR, kept), {
    maxAgeS: CHALLENGE_LIFE_MS / 1000,
    isHttpOnly: true,
    isSecure: isHttps(env),
  })
  return Response.json(options, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } })
}

/** The challenge that this browser was given for this use in the last five minutes, or null. */
export function readPasskeyChallenge(request: Request, services: Needs, use: Use): string | null {
  const sealed = readCookie(request.headers.get('cookie'), nameOf(services, use.purpose))
  const opened = sealed ? content.safeParse(unseal(services.env.sessionSecrets, SEALED_FOR, sealed)) : null
  const kept = opened?.data
  if (!kept || kept.purpose !== use.purpose || kept.sessionId !== use.sessionId) return null
  return services.now().getTime() < kept.expiresAtMs ? kept.challenge : null
}
