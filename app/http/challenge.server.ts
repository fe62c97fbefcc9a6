import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { ShownToast } from '../context'
import type { NotRight } from '../domain/sign-in/compare-code.server'
import { CODE_LIFE_MS } from '../domain/sign-in/sign-in-code'
import type { Env } from '../env.server'
import type { Text } from '../i18n/keys'
import { CODE_CHANNELS } from '../vocabulary'
import { readCookie, writeCookie } from './cookies.server'
import { tooSoon, type Rejection } from './form-action.server'
import { seal, unseal } from './seal.server'
import { isHttps } from './session-cookie.server'
import { toastHere } from './toast.server'

const PURPOSE = 'challenge-cookie'
const content = z.object({ id: z.string(), channel: z.enum(CODE_CHANNELS), phone: z.string(), resendAtMs: z.number() })

/** The challenge of one code: its id, phone and channel, and when this browser may ask for another one. */
export type Challenge = z.infer<typeof content>

/** What the page of a code is drawn again with. */
export type CodeExtra = { toast: ShownToast; triesLeft: number | null }

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

/** Why an entered code opened nothing: 422 with what is wrong with it, or 429 after too many wrong ones. */
export function wrongCode(context: Readonly<RouterContextProvider>, notRight: NotRight): Rejection<CodeExtra> {
  switch (notRight.kind) {
    case 'wrong': {
      const { triesLeft } = notRight
      return { status: 422, fieldErrors: { code: 'access:error.codeWrong' }, extra: { triesLeft } }
    }
    case 'locked':
      return { status: 422, fieldErrors: { code: 'access:error.codeLocked' } }
    case 'wait':
      return tooSoon(context, notRight.waitMs, 'access:error.codeWait')
  }
}

/** Why no code was sent, said in the form and by a toast. */
export function codeNotSent(
  context: Readonly<RouterContextProvider>,
  why: { status: 409 | 429; alert: Text; headers?: HeadersInit },
): Rejection<CodeExtra> {
  return { ...why, extra: toastHere(context, 'error', { key: 'access:error.sendFailed' }, why.alert) }
}
