import { z } from 'zod'
import { TRUST_MS } from '../domain/sign-in/trusted-device.server'
import type { Env } from '../env.server'
import { readCookie, writeCookie } from './cookies.server'
import { seal, unseal } from './seal.server'
import { isHttps } from './session-cookie.server'

const PURPOSE = 'device-proof-cookie'
/** People who share one browser; who has not signed in there for longest is forgotten first. */
const MOST_PROOFS = 5
const content = z.object({ proofs: z.array(z.string()).max(MOST_PROOFS) })

type Needs = Pick<Env, 'publicOrigin' | 'sessionSecrets'>

const nameOf = (env: Needs) => (isHttps(env) ? '__Host-device-proof' : 'device-proof')

/** The proofs that this browser holds of earlier sign-ins in it, the latest first. Signing out leaves them. */
export function readProofs(request: Request, env: Needs): string[] {
  const sealed = readCookie(request.headers.get('cookie'), nameOf(env))
  const opened = sealed ? content.safeParse(unseal(env.sessionSecrets, PURPOSE, sealed)) : null
  return opened?.data?.proofs ?? []
}

export const writeProofs = (env: Needs, proofs: readonly string[]): string =>
  writeCookie(nameOf(env), seal(env.sessionSecrets, PURPOSE, { proofs: proofs.slice(0, MOST_PROOFS) }), {
    maxAgeS: proofs.length > 0 ? TRUST_MS / 1000 : 0,
    isHttpOnly: true,
    isSecure: isHttps(env),
  })
