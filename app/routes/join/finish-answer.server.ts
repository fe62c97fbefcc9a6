import type { RouterContextProvider } from 'react-router'
import { servicesContext, requestInfoContext } from '../../context'
import { finishJoin } from '../../domain/join/finish-join.server'
import type { Join } from '../../domain/join/join'
import { verifyInput } from '../../domain/sign-in/input'
import { clearChallenge } from '../../http/challenge.server'
import { readProofs, writeProofs } from '../../http/device-proof.server'
import { readDevice } from '../../http/device.server'
import { clearJoin } from '../../http/join-cookie.server'
import { formerToken, startSession } from '../../http/session.server'
import { redirectWithToast } from '../../http/toast.server'
import { refuse, refuseGone, refuseWait } from './send-join-code.server'

type Proving = Join & { person: NonNullable<Join['person']>; challenge: NonNullable<Join['challenge']> }

/** Compares the posted code and finishes the join: 302 signed in at home, 422, 409 when the invite is gone, or 429. */
export async function answerFinish(
  request: Request,
  form: FormData,
  context: Readonly<RouterContextProvider>,
  { invite, person, challenge }: Proving,
) {
  const services = context.get(servicesContext)
  const input = verifyInput.safeParse(Object.fromEntries(form))
  if (!input.success) return refuse(form, { errors: { code: 'access:error.codeInvalid' } }, { status: 422 })
  const device = readDevice(request, services.env)
  const { address, requestId } = context.get(requestInfoContext)
  const answer = await finishJoin(services, {
    invite,
    person,
    challengeId: challenge.id,
    code: input.data.code,
    deviceId: device.id,
    userAgent: request.headers.get('user-agent') ?? '',
    address,
    requestId,
    formerToken: formerToken(request, services),
    proofs: readProofs(request, services.env),
  })
  switch (answer.kind) {
    case 'wrong': {
      const { triesLeft } = answer
      return refuse(form, { errors: { code: 'access:error.codeWrong' }, triesLeft }, { status: 422 })
    }
    case 'locked':
      return refuse(form, { errors: { code: 'access:error.codeLocked' } }, { status: 422 })
    case 'wait':
      return refuseWait(context, form, answer.waitMs, 'access:error.codeWait')
    case 'gone':
      return refuseGone(context, form, answer.why)
    case 'already': {
      const to = `/sign-in?${new URLSearchParams({ phone: person.phone })}`
      return redirectWithToast(services, to, 'info', 'join:toast.already', undefined, {
        headers: { 'Set-Cookie': clearJoin(services) },
      })
    }
    case 'joined': {
      const headers = new Headers({ 'Cache-Control': 'no-store' })
      const cookies = startSession(services, { userId: answer.userId, deviceId: device.id }, answer.tokens)
      const kept = writeProofs(services.env, answer.proofs)
      for (const cookie of [...cookies, kept, clearJoin(services), clearChallenge(services.env), ...device.setCookie])
        headers.append('Set-Cookie', cookie)
      const values = { name: person.name }
      return redirectWithToast(services, answer.home, 'success', 'join:toast.welcome', values, { headers })
    }
  }
}
