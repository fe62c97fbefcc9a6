import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { ShownToast } from '../../context'
import type { CodeRefusal } from '../../domain/sign-in/compare-code.server'
import { CODE_LIFE_MS } from '../../domain/sign-in/sign-in-code'
import type { Text } from '../../i18n/keys'
import { CODE_CHANNELS } from '../../vocabulary'
import { tooSoon, type Rejection } from '../forms/form-action.server'
import { sealedCookie, type CookieEnv } from '../cookies/sealed-cookie.server'
import { toastHere } from '../answers/toast.server'

const content = z.object({ id: z.string(), channel: z.enum(CODE_CHANNELS), phone: z.string(), resendAtMs: z.number() })

/** The challenge for one code: its id, phone and channel, and when this browser may ask for another. */
export type Challenge = z.infer<typeof content>

/** What the code page is drawn again with. */
export type CodeExtra = { toast: ShownToast; triesLeft: number | null }

const cookieOf = (env: CookieEnv) => sealedCookie(env, { name: 'challenge', purpose: 'challenge-cookie', content })

/** The challenge that this browser asked for; its code works only together with it. */
export const readChallenge = (request: Request, env: CookieEnv): Challenge | null =>
  cookieOf(env).read(request.headers.get('cookie'))

export const writeChallenge = (env: CookieEnv, challenge: Challenge): string =>
  cookieOf(env).write(challenge, CODE_LIFE_MS / 1000)

export const clearChallenge = (env: CookieEnv): string => cookieOf(env).clear()

/** The reply to a code that was not accepted: 422 with what is wrong with it, or 429 after too many wrong ones. */
export function wrongCode(context: Readonly<RouterContextProvider>, notRight: CodeRefusal): Rejection<CodeExtra> {
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

/** The reply when no code was sent, with the reason in the form and in a toast. */
export function codeNotSent(
  context: Readonly<RouterContextProvider>,
  why: { status: 409 | 429; alert: Text; headers?: HeadersInit },
): Rejection<CodeExtra> {
  return { ...why, extra: toastHere(context, 'error', { key: 'access:error.sendFailed' }, why.alert) }
}
