import { data, type RouterContextProvider } from 'react-router'
import { languageContext, servicesContext, requestInfoContext, type ShownToast } from '../../context'
import { inviteCodeInput } from '../../domain/join/input'
import { beginJoin } from '../../domain/join/join'
import { verifyInvite } from '../../domain/join/verify-invite.server'
import { writeJoin } from '../../http/join-cookie.server'
import { redirectWithToast, toastHere } from '../../http/toast.server'
import type { Text, TextKey } from '../../i18n/keys'
import { waitSeconds, waitLabel } from '../../i18n/wait-label'
import type { NoticeText } from '../../ui/notice'

type Refused = { code: string; field: TextKey | null; notice: NoticeText | null; toast?: ShownToast }

/** Looks at the posted code: 302 with the verified state, 422 with what is wrong, or 429. */
export async function answerVerifyInvite(form: FormData, context: Readonly<RouterContextProvider>) {
  const services = context.get(servicesContext)
  const refuse = (refusal: Partial<Refused>, init: ResponseInit) =>
    data<Refused>({ code: String(form.get('code') ?? ''), field: null, notice: null, ...refusal }, init)
  const failed = (text: Text) => ({
    notice: { text },
    ...toastHere(context, 'error', { key: 'join:error.verifyFailed' }),
  })

  const input = inviteCodeInput.safeParse(Object.fromEntries(form))
  if (!input.success) return refuse({ field: input.error.issues[0]?.message as TextKey }, { status: 422 })
  const { address } = context.get(requestInfoContext)
  const answer = await verifyInvite(services, { typed: input.data.code, address })
  switch (answer.kind) {
    case 'refused':
      return refuse(failed({ key: `join:error.${answer.why}` }), { status: 422 })
    case 'wait': {
      const wait = waitLabel(answer.waitMs, context.get(languageContext))
      return refuse(failed({ key: 'join:error.tooMany', values: { wait } }), {
        status: 429,
        headers: { 'Retry-After': String(waitSeconds(answer.waitMs)) },
      })
    }
    case 'verified': {
      const cookie = writeJoin(services, beginJoin(answer.code, services.now()))
      return redirectWithToast(services, '/use-invite', 'success', 'join:toast.verified', undefined, {
        headers: { 'Set-Cookie': cookie },
      })
    }
  }
}
