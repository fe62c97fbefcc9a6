import { z } from 'zod'
import { JOIN_LIFE_MS, joinLeftMs, type Join } from '../../domain/join/join'
import type { Services } from '../../services.server'
import { CODE_CHANNELS, LANGUAGES } from '../../vocabulary'
import { sealedCookie } from '../cookies/sealed-cookie.server'

const content: z.ZodType<Join> = z.object({
  invite: z.string(),
  verifiedAtMs: z.number(),
  person: z.object({ name: z.string(), phone: z.string(), language: z.enum(LANGUAGES) }).nullable(),
  challenge: z.object({ id: z.string(), channel: z.enum(CODE_CHANNELS), resendAtMs: z.number() }).nullable(),
})

type Needs = Pick<Services, 'env' | 'now'>

const cookieOf = ({ env }: Needs) => sealedCookie(env, { name: 'join', purpose: 'join-cookie', content })

/** Returns this browser's unfinished join; null when there is none or it has expired. */
export function readJoin(request: Request, services: Needs): Join | null {
  const join = cookieOf(services).read(request.headers.get('cookie'))
  return join && joinLeftMs(join, services.now()) > 0 ? join : null
}

export const writeJoin = (services: Needs, join: Join): string =>
  cookieOf(services).write(join, Math.ceil(Math.min(JOIN_LIFE_MS, joinLeftMs(join, services.now())) / 1000))

export const clearJoin = (services: Needs): string => cookieOf(services).clear()
