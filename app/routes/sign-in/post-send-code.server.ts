import { href, type RouterContextProvider } from 'react-router'
import { servicesContext, requestInfoContext } from '../../context'
import { usableChannel } from '../../domain/messages/channels'
import { conflict, done, resultOf } from '../../domain/outcome'
import { sendCodeInput } from '../../domain/sign-in/input.server'
import { sendCode } from '../../domain/sign-in/send-code.server'
import { codeNotSent, writeChallenge } from '../../http/sign-in/challenge.server'
import { readProofs } from '../../http/sign-in/device-proof.server'
import { readDevice } from '../../http/sign-in/device.server'
import { formAction, tooSoon } from '../../http/forms/form-action.server'
import { safeRedirect } from '../../http/sign-in/safe-redirect'

type ActionArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** Sends a code to the posted phone and redirects to the page that accepts it: 302, 422 with the field's message, or 429. */
export function postSendCode(args: ActionArgs) {
  const { request, context } = args
  const services = context.get(servicesContext)
  const device = readDevice(request, services.env)
  return formAction(args, {
    schema: sendCodeInput,
    async command({ phone, channel: asked }) {
      const channel = usableChannel(services.env, asked)
      const { address } = context.get(requestInfoContext)
      const proofs = readProofs(request, services.env)
      const browser = { address, deviceId: device.random, proofs }
      const answer = await sendCode(services, { purpose: 'sign-in', phone, channel, ...browser })
      if (answer.kind === 'wait') return conflict(answer)
      return done({ id: answer.challengeId, phone, channel, resendAtMs: answer.resendAtMs })
    },
    conflict({ why, waitMs }) {
      const key = why === 'countdown' ? 'access:error.countdown' : 'access:error.tooManyCodes'
      return codeNotSent(context, tooSoon(context, waitMs, key))
    },
    failedToast: 'access:error.sendFailed',
    done(outcome, input) {
      const challenge = resultOf(outcome)
      return {
        to: verifyPageAddress(challenge.phone, input.redirect),
        toast: challenge.channel === 'sms' ? 'access:toast.codeSentBySms' : 'access:toast.codeSentByWhatsapp',
        cookies: [writeChallenge(services.env, challenge), ...device.setCookie],
      }
    },
  })
}

/** `/verify` for a phone, with the page to return to when it is not the start page. */
function verifyPageAddress(phone: string, redirect: string): string {
  const search = new URLSearchParams({ phone })
  const target = safeRedirect(redirect)
  if (target !== '/') search.set('redirect', target)
  return `${href('/verify')}?${search}`
}
