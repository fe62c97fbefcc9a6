import { z } from 'zod'
import { JOIN_LIFE_MS, joinLeftMs, type Join } from '../domain/join/join'
import type { Services } from '../services.server'
import { CODE_CHANNELS, LANGUAGES } from '../vocabulary'
import { readCookie, writeCookie } from './cookies.server'
import { seal, unseal } from './seal.server'
import { isHttps } from './session-cookie.server'

const PURPOSE = 'join-cookie'
const content: z.ZodType<Join> = z.object({
  invite: z.string(),
  verifiedAtMs: z.number(),
  person: z.object({ name: z.string(), phone: z.string(), language: z.enum(LANGUAGES) }).nullable(),
  challenge: z.object({ id: z.string(), channel: z.enum(CODE_CHANNELS), resendAtMs: z.number() }).nullable(),
})

type Needs = Pick<Services, 'env' | 'now'>

const nameOf = ({ env }: Needs) => (isHttps(env) ? '__Host-join' : 'join')

/** The half-done join of this browser; null when there is none or it is over. */
export function readJoin(request: Request, services: Needs): Join | null {
  const sealed = readCookie(request.headers.get('cookie'), nameOf(services))
  const join = sealed ? content.safeParse(unseal(services.env.sessionSecrets, PURPOSE, sealed)).data : null
  return join && joinLeftMs(join, services.now()) > 0 ? join : null
}

export const writeJoin = (services: Needs, join: Join): string =>
  writeCookie(nameOf(services), seal(services.env.sessionSecrets, PURPOSE, join), {
    maxAgeS: Math.ceil(Math.min(JOIN_LIFE_MS, joinLeftMs(join, services.now())) / 1000),
    isHttpOnly: true,
    isSecure: isHttps(services.env),
  })

export const clearJoin = (services: Needs): string =>
  writeCookie(nameOf(services), '', { maxAgeS: 0, isHttpOnly: true, isSecure: isHttps(services.env) })
