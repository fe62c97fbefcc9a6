import { z } from 'zod'
import { TRUST_MS } from '../../domain/sign-in/trusted-device.server'
import { sealedCookie, type CookieEnv } from '../cookies/sealed-cookie.server'

/** People who share one browser; who has not signed in there for longest is forgotten first. */
const MOST_PROOFS = 5
const content = z.object({ proofs: z.array(z.string()).max(MOST_PROOFS) })

const cookieOf = (env: CookieEnv) =>
  sealedCookie(env, { name: 'device-proof', purpose: 'device-proof-cookie', content })

/** The proofs that this browser holds of earlier sign-ins in it, the latest first. Signing out leaves them. */
export const readProofs = (request: Request, env: CookieEnv): string[] =>
  cookieOf(env).read(request.headers.get('cookie'))?.proofs ?? []

export const writeProofs = (env: CookieEnv, proofs: readonly string[]): string =>
  proofs.length > 0
    ? cookieOf(env).write({ proofs: proofs.slice(0, MOST_PROOFS) }, TRUST_MS / 1000)
    : cookieOf(env).clear()
