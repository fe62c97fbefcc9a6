import { data, redirect, type RouterContextProvider } from 'react-router'
import { languageContext, servicesContext, visitContext } from '../../context'
import { findHome } from '../../domain/join/home.server'
import { verifyInput } from '../../domain/sign-in/input'
import { normalisePhone } from '../../domain/sign-in/phone.server'
import { verifyCode } from '../../domain/sign-in/verify-code.server'
import { clearChallenge, readChallenge } from '../../http/challenge.server'
import { readProofs, writeProofs } from '../../http/device-proof.server'
import { readDevice } from '../../http/device.server'
import { safeRedirect } from '../../http/safe-redirect'
import { formerToken, startSession } from '../../http/session.server'
import { waitSeconds, waitWords } from '../../i18n/wait-words'
import { refused } from './send-code-answer.server'

/** Compares the posted code: 302 signed in, 422 with the field's message, or 429 after too many wrong ones. */
export async function answerVerify(request: Request, form: FormData, context: Readonly<RouterContextProvider>) {
  const services = context.get(servicesContext)
  const input = verifyInput.safeParse(Object.fromEntries(form))
  if (!input.success) return data(refused(form, { fields: { code: 'access:error.codeInvalid' } }), 422)
  const device = readDevice(request, services.env)
  const { address, requestId } = context.get(visitContext)
  const answer = await verifyCode(services, {
    challengeId: readChallenge(request, services.env)?.id ?? null,
    phone: normalisePhone(String(form.get('phone') ?? '')) ?? '',
    code: input.data.code,
    deviceId: device.id,
    userAgent: request.headers.get('user-agent') ?? '',
    address,
    requestId,
    formerToken: formerToken(request, services),
    proofs: readProofs(request, services.env),
  })
  switch (answer.kind) {
    case 'wrong':
      return data(refused(form, { fields: { code: 'access:error.codeWrong' }, triesLeft: answer.triesLeft }), 422)
    case 'locked':
      return data(refused(form, { fields: { code: 'access:error.codeLocked' } }), 422)
    case 'wait': {
      const wait = waitWords(answer.waitMs, context.get(languageContext))
      return data(refused(form, { notice: { text: { key: 'access:error.codeWait', values: { wait } } } }), {
        status: 429,
        headers: { 'Retry-After': String(waitSeconds(answer.waitMs)) },
      })
    }
    case 'signedIn': {
      const headers = new Headers({ 'Cache-Control': 'no-store' })
      const holder = { userId: answer.userId, deviceId: device.id }
      const cookies = startSession(services, holder, answer.tokens)
      const kept = writeProofs(services.env, answer.proofs)
      for (const cookie of [...cookies, kept, clearChallenge(services.env), ...device.setCookie])
        headers.append('Set-Cookie', cookie)
      const target = safeRedirect(String(form.get('redirect') ?? ''))
      return redirect(target === '/' ? await findHome(services, answer.userId) : target, { headers })
    }
  }
}
