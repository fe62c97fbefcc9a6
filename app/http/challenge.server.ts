import { z } from 'zod'
import { CODE_LIFE_MS } from '../domain/sign-in/sign-in-code'
import type { Env } from '../env.server'
import { CODE_CHANNELS } from '../vocabulary'
import { readCookie, writeCookie } from './cookies.server'
import { seal, unseal } from './seal.server'
import { isHttps } from './session-cookie.server'

const PURPOSE = 'challenge-cookie'
const content = z.object({ id: z.string(), channel: z.enum(CODE_CHANNELS), phone: z.string(), resendAtMs: z.number() })

/** The challenge of one code: its id, phone and channel, and when this browser may ask for another one. */
export type Challenge = z.infer<typeof content>

type Needs = Pick<Env, 'publicOrigin' | 'sessionSecrets'>

const nameOf = (env: Needs) => (isHttps(env) ? '__Host-challenge' : 'challenge')

/** The challenge that this browser asked for; a code is good only together with it. */
export function readChallenge(request: Request, env: Needs): Challenge | null {
  const sealed = readCookie(request.headers.get('cookie'), nameOf(env))
  const opened = sealed ? content.safeParse(unseal(env.sessionSecrets, PURPOSE, sealed)) : null
  return opened?.data ?? null
}

export const writeChallenge = (env: Needs, challenge: Challenge): string =>
  writeCookie(nameOf(env), seal(env.sessionSecrets, PURPOSE, challenge), {
    maxAgeS: CODE_LIFE_MS / 1000,
    isHttpOnly: true,
    isSecure: isHttps(env),
  })

export const clearChallenge = (env: Needs): string =>
  writeCookie(nameOf(env), '', { maxAgeS: 0, isHttpOnly: true, isSecure: isHttps(env) })
