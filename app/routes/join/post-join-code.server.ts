import { href, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { chosenContext, servicesContext, requestInfoContext } from '../../context'
import type { InviteRefusal } from '../../domain/join/invite-use'
import type { JoinWithPerson, JoinWithChallenge } from '../../domain/join/join'
import { findVerifiedInvite } from '../../domain/join/verify-invite.server'
import { usableChannel } from '../../domain/messages/channels'
import { conflict, done, resultOf } from '../../domain/outcome'
import { sendCode, type InviteSpent, type SendCodeAnswer } from '../../domain/sign-in/send-code.server'
import { isHttps } from '../../http/cookies/sealed-cookie.server'
import { codeNotSent, type CodeExtra } from '../../http/sign-in/challenge.server'
import { readDevice } from '../../http/sign-in/device.server'
import { formAction, tooSoon } from '../../http/forms/form-action.server'
import { writeJoin } from '../../http/sign-in/join-cookie.server'
import { languageCookie } from '../../http/preferences/language.server'
import { isLanguage } from '../../i18n/languages'
import type { CodeChannel } from '../../vocabulary'
import { inviteGone, otherInviteRejection, otherInvite, type OtherInvite } from './require-join.server'

type ActionArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** What a join page is drawn again with; `gone`: why the invite can no longer be used. */
export type JoinExtra = CodeExtra & { gone: InviteRefusal }

type NotSent =
  { kind: 'gone'; why: InviteRefusal } | OtherInvite | InviteSpent | Exclude<SendCodeAnswer, { kind: 'sent' }>

/**
 * Sends the code that proves a joining person's phone, and redirects to the page that accepts it: 302, 422 with the fields'
 * messages, 409 when the invite is gone or has sent its maximum of codes, or 429.
 */
export function postJoinCode<Schema extends z.ZodType<{ channel: CodeChannel }>>(
  args: ActionArgs,
  schema: Schema,
  joinOf: (input: z.output<Schema>) => JoinWithPerson,
) {
  const { request, context } = args
  const services = context.get(servicesContext)
  const device = readDevice(request, services.env)
  return formAction<Schema, JoinWithChallenge, NotSent, JoinExtra>(args, {
    readFields: (posted) => withChosenLanguage(context, posted),
    schema,
    async command(input, { posted }) {
      const join = joinOf(input)
      const { refusal, invite } = await findVerifiedInvite(services, join.invite)
      if (refusal) return conflict({ kind: 'gone', why: refusal })
      const other = otherInvite(posted, invite)
      if (other) return conflict(other)
      const channel = usableChannel(services.env, input.channel)
      const { phone, language } = join.person
      const { address } = context.get(requestInfoContext)
      const asker = { invite: join.invite, language, address, deviceId: device.random }
      const answer = await sendCode(services, { purpose: 'sign-up', phone, channel, ...asker })
      if (answer.kind !== 'sent') return conflict(answer)
      return done({ ...join, challenge: { id: answer.challengeId, channel, resendAtMs: answer.resendAtMs } })
    },
    conflict(now) {
      switch (now.kind) {
        case 'gone':
          return inviteGone(context, now.why)
        case 'other':
          return otherInviteRejection(now)
        case 'spent':
          return codeNotSent(context, { status: 409, alert: { key: 'join:error.spent' } })
        case 'wait': {
          const key = now.why === 'countdown' ? 'access:error.countdown' : 'access:error.tooMany'
          return codeNotSent(context, tooSoon(context, now.waitMs, key))
        }
      }
    },
    failedToast: 'access:error.sendFailed',
    done(outcome) {
      const join = resultOf(outcome)
      const language = languageCookie(join.person.language, isHttps(services.env))
      return {
        to: href('/sign-up/code'),
        toast: join.challenge.channel === 'sms' ? 'access:toast.codeSentBySms' : 'access:toast.codeSentByWhatsapp',
        cookies: [writeJoin(services, join), language, ...device.setCookie],
      }
    },
  })
}

/** A page language chosen in this form becomes the person's language too. */
function withChosenLanguage(context: ActionArgs['context'], posted: FormData): FormData {
  const language = context.get(chosenContext)?.get('language')
  if (isLanguage(language) && posted.has('language')) posted.set('language', language)
  return posted
}
