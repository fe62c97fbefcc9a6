import { data, type RouterContextProvider } from 'react-router'
import { languageContext, servicesContext, requestInfoContext, type ShownToast } from '../../context'
import type { Join } from '../../domain/join/join'
import { findVerifiedInvite } from '../../domain/join/verify-invite.server'
import type { InviteRefusal } from '../../domain/join/invite-use'
import { usableChannel } from '../../domain/messages/channels'
import { sendCode } from '../../domain/sign-in/send-code.server'
import { readDevice } from '../../http/device.server'
import { clearJoin, writeJoin } from '../../http/join-cookie.server'
import { languageCookie } from '../../http/language.server'
import { redirectWithToast, toastHere } from '../../http/toast.server'
import type { Text, TextKey } from '../../i18n/keys'
import { waitSeconds, waitLabel } from '../../i18n/wait-label'
import type { NoticeText } from '../../ui/notice'
import type { CodeChannel } from '../../vocabulary'

const SEND_FAILED: Text = { key: 'access:error.sendFailed' }

/** What a page of joining is told when it has to be shown again. */
export type Refused = {
  errors: Partial<Record<'name' | 'phone' | 'terms' | 'code', TextKey>>
  notice: NoticeText | null
  toast?: ShownToast
  triesLeft: number | null
  /** Why the invite can no longer be used. */
  gone: InviteRefusal | null
  typed: Record<string, string>
}

export const refuse = (form: FormData, refusal: Partial<Refused>, init: ResponseInit) =>
  data<Refused>({ errors: {}, notice: null, triesLeft: null, gone: null, typed: typedIn(form), ...refusal }, init)

/** The invite was used up, deleted or ran out meanwhile: 409, and the join of this browser is over. */
export const refuseGone = (
  context: Readonly<RouterContextProvider>,
  form: FormData,
  why: InviteRefusal,
): ReturnType<typeof refuse> =>
  refuse(form, { gone: why }, { status: 409, headers: { 'Set-Cookie': clearJoin(context.get(servicesContext)) } })

/** Too many tries or messages: 429 with the wait in words. */
export function refuseWait(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  waitMs: number,
  key: 'access:error.countdown' | 'access:error.tooMany' | 'access:error.codeWait',
) {
  const values = { wait: waitLabel(waitMs, context.get(languageContext)) }
  const text: Text = { key, values }
  const toast = key === 'access:error.codeWait' ? {} : toastHere(context, 'error', SEND_FAILED, text)
  return refuse(
    form,
    { notice: { text }, ...toast },
    { status: 429, headers: { 'Retry-After': String(waitSeconds(waitMs)) } },
  )
}

/** The invite has sent as many codes as it may; only who made it can help: 409. */
function refuseSpent(context: Readonly<RouterContextProvider>, form: FormData) {
  const text: Text = { key: 'join:error.spent' }
  return refuse(form, { notice: { text }, ...toastHere(context, 'error', SEND_FAILED, text) }, { status: 409 })
}

/** Sends the code that proves the phone of whoever joins, and leads to the page that takes it. */
export async function sendJoinCode(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  join: Join & { person: NonNullable<Join['person']> },
  asked: CodeChannel,
) {
  const services = context.get(servicesContext)
  const channel = usableChannel(services.env, asked)
  const { refusal } = await findVerifiedInvite(services, join.invite)
  if (refusal) return refuseGone(context, form, refusal)
  const { phone, language } = join.person
  const device = readDevice(request, services.env)
  const { address } = context.get(requestInfoContext)
  const answer = await sendCode(services, {
    purpose: 'sign-up',
    phone,
    channel,
    address,
    deviceId: device.random,
    invite: join.invite,
    language,
  })
  if (answer.kind === 'spent') return refuseSpent(context, form)
  if (answer.kind === 'wait')
    return refuseWait(
      context,
      form,
      answer.waitMs,
      answer.why === 'countdown' ? 'access:error.countdown' : 'access:error.tooMany',
    )
  const headers = new Headers()
  const challenge = { id: answer.challengeId, channel, resendAtMs: answer.resendAtMs }
  const isSecure = services.env.publicOrigin.startsWith('https:')
  for (const cookie of [
    writeJoin(services, { ...join, challenge }),
    languageCookie(language, isSecure),
    ...device.setCookie,
  ])
    headers.append('Set-Cookie', cookie)
  const toast: TextKey = channel === 'sms' ? 'access:toast.codeSentBySms' : 'access:toast.codeSentByWhatsapp'
  return redirectWithToast(services, '/sign-up/code', 'success', toast, undefined, { headers })
}

const typedIn = (form: FormData) =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
