import { data, type RouterContextProvider } from 'react-router'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import { usableChannel } from '../../domain/messages/channels'
import { sendCodeInput } from '../../domain/sign-in/input'
import { normalisePhone } from '../../domain/phones/phone.server'
import { sendCode } from '../../domain/sign-in/send-code.server'
import { writeChallenge } from '../../http/challenge.server'
import { readProofs } from '../../http/device-proof.server'
import { readDevice } from '../../http/device.server'
import { safeRedirect } from '../../http/safe-redirect'
import { redirectWithToast, toastHere } from '../../http/toast.server'
import type { Text, TextKey } from '../../i18n/keys'
import { waitSeconds, waitLabel } from '../../i18n/wait-label'

/** What a sign-in page is told when it has to be shown again. */
export type Refused = {
  fields: Partial<Record<'phone' | 'code', TextKey>>
  notice: { title?: TextKey; text: Text } | null
  phone: string
  channel: string
  triesLeft: number | null
  /** The code was right, but this person signs in with a passkey. */
  needsPasskey: boolean
}

export const refused = (form: FormData, refusal: Partial<Refused>): Refused => ({
  fields: {},
  notice: null,
  triesLeft: null,
  needsPasskey: false,
  phone: String(form.get('phone') ?? ''),
  channel: String(form.get('channel') ?? ''),
  ...refusal,
})

/** Sends a code for the posted phone and leads to the page that takes it: 302, 422 with the field's message, or 429. */
export async function answerSendCode(request: Request, form: FormData, context: Readonly<RouterContextProvider>) {
  const services = context.get(servicesContext)
  const input = sendCodeInput.safeParse(Object.fromEntries(form))
  const phone = input.success ? normalisePhone(input.data.phone) : null
  if (!input.success || phone === null) {
    const message: TextKey = input.success ? 'access:error.phoneInvalid' : 'access:error.phoneRequired'
    return data(refused(form, { fields: { phone: message } }), 422)
  }
  const channel = usableChannel(services.env, input.data.channel)
  const device = readDevice(request, services.env)
  const { address } = context.get(requestInfoContext)
  const answer = await sendCode(services, {
    purpose: 'sign-in',
    phone,
    channel,
    address,
    deviceId: device.random,
    proofs: readProofs(request, services.env),
  })
  if (answer.kind === 'wait') {
    const key = answer.why === 'countdown' ? 'access:error.countdown' : 'access:error.tooManyCodes'
    const text: Text = { key, values: { wait: waitLabel(answer.waitMs, context.get(languageContext)) } }
    const toast = toastHere(context, 'error', { key: 'access:error.sendFailed' }, text)
    return data(
      { ...refused(form, { notice: { text } }), ...toast },
      {
        status: 429,
        headers: { 'Retry-After': String(waitSeconds(answer.waitMs)) },
      },
    )
  }
  const { challengeId: id, resendAtMs } = answer
  const challenge = { id, phone, channel, resendAtMs }
  const headers = new Headers()
  headers.append('Set-Cookie', writeChallenge(services.env, challenge))
  for (const cookie of device.setCookie) headers.append('Set-Cookie', cookie)
  const toast: TextKey = channel === 'sms' ? 'access:toast.codeSentBySms' : 'access:toast.codeSentByWhatsapp'
  return redirectWithToast(services, verifyAddress(phone, form.get('redirect')), 'success', toast, undefined, {
    headers,
  })
}

/** `/verify` for a phone, with the page to return to when it is not the start page. */
export function verifyAddress(phone: string, redirect: unknown): string {
  const search = new URLSearchParams({ phone })
  const target = safeRedirect(typeof redirect === 'string' ? redirect : null)
  if (target !== '/') search.set('redirect', target)
  return `/verify?${search}`
}
