import { z } from 'zod'
import { TRUST_MS } from '../../domain/sign-in/trusted-device.server'
import { sealedCookie, type CookieEnv } from '../cookies/sealed-cookie.server'

/** How many people who share a browser are remembered; the one whose last sign-in is oldest is forgotten first. */
const MOST_PROOFS = 5
const content = z.object({ proofs: z.array(z.string()).max(MOST_PROOFS) })

const cookieOf = (env: CookieEnv) =>
  sealedCookie(env, { name: 'device-proof', purpose: 'device-proof-cookie', content })

/** This browser's proofs of earlier sign-ins, the latest first. Signing out leaves them. */
export const readProofs = (request: Request, env: CookieEnv): string[] =>
  cookieOf(env).read(request.headers.get('cookie'))?.proofs ?? []

export const writeProofs = (env: CookieEnv, proofs: readonly string[]): string =>
  proofs.length > 0
    ? cookieOf(env).write({ proofs: proofs.slice(0, MOST_PROOFS) }, TRUST_MS / 1000)
    : cookieOf(env).clear()
