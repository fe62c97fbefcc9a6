import { data, type RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../../context'
import { verifyInput } from '../../domain/sign-in/input'
import { normalisePhone } from '../../domain/phones/phone.server'
import { verifyCode } from '../../domain/sign-in/verify-code.server'
import { clearChallenge, readChallenge } from '../../http/challenge.server'
import { waitSeconds, waitLabel } from '../../i18n/wait-label'
import { enterConsole, entranceOf } from './enter-console.server'
import { refused } from './send-code-answer.server'

/** Compares the posted code: 302 signed in, 422 with the field's message, or 429 after too many wrong ones. */
export async function answerVerify(request: Request, form: FormData, context: Readonly<RouterContextProvider>) {
  const services = context.get(servicesContext)
  const input = verifyInput.safeParse(Object.fromEntries(form))
  if (!input.success) return data(refused(form, { fields: { code: 'access:error.codeInvalid' } }), 422)
  const answer = await verifyCode(services, {
    ...entranceOf(request, context),
    challengeId: readChallenge(request, services.env)?.id ?? null,
    phone: normalisePhone(String(form.get('phone') ?? '')) ?? '',
    code: input.data.code,
  })
  switch (answer.kind) {
    case 'wrong':
      return data(refused(form, { fields: { code: 'access:error.codeWrong' }, triesLeft: answer.triesLeft }), 422)
    case 'locked':
      return data(refused(form, { fields: { code: 'access:error.codeLocked' } }), 422)
    case 'wait': {
      const wait = waitLabel(answer.waitMs, context.get(languageContext))
      return data(refused(form, { notice: { text: { key: 'access:error.codeWait', values: { wait } } } }), {
        status: 429,
        headers: { 'Retry-After': String(waitSeconds(answer.waitMs)) },
      })
    }
    case 'passkeyNeeded':
      return data(refused(form, { notice: { text: { key: 'access:error.passkeyNeeded' } }, needsPasskey: true }), {
        status: 403,
        headers: { 'Set-Cookie': clearChallenge(services.env) },
      })
    case 'signedIn':
      return enterConsole(request, form, context, answer)
  }
}
