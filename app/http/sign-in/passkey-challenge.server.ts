import { z } from 'zod'
import { CHALLENGE_LIFE_MS, PASSKEY_PURPOSES, type PasskeyPurpose } from '../../domain/passkeys/passkey'
import type { Services } from '../../services.server'
import { sealedCookie } from '../cookies/sealed-cookie.server'

const content = z.object({
  challenge: z.string(),
  purpose: z.enum(PASSKEY_PURPOSES),
  sessionId: z.string().nullable(),
  expiresAtMs: z.number(),
})

type Needs = Pick<Services, 'env' | 'now'>
/** What a challenge is for, and in which session; null at sign-in. */
type Use = { purpose: PasskeyPurpose; sessionId: string | null }

/** One cookie per purpose: somebody asked for proof while adding a passkey answers both challenges. */
const cookieOf = ({ env }: Needs, purpose: PasskeyPurpose) =>
  sealedCookie(env, { name: `passkey-${purpose}`, purpose: 'passkey-cookie', content })

/** Returns the options for the browser, and their challenge in a sealed cookie. */
export function answerOptions(services: Needs, options: { challenge: string }, use: Use): Response {
  const kept = { ...use, challenge: options.challenge, expiresAtMs: services.now().getTime() + CHALLENGE_LIFE_MS }
  const cookie = cookieOf(services, use.purpose).write(kept, CHALLENGE_LIFE_MS / 1000)
  return Response.json(options, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } })
}

/** Returns the challenge that this browser was given for this use in the last five minutes, or null. */
export function readPasskeyChallenge(request: Request, services: Needs, use: Use): string | null {
  const kept = cookieOf(services, use.purpose).read(request.headers.get('cookie'))
  if (!kept || kept.purpose !== use.purpose || kept.sessionId !== use.sessionId) return null
  return services.now().getTime() < kept.expiresAtMs ? kept.challenge : null
}
