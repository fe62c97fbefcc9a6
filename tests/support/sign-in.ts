import { deliverDue } from '../../app/domain/messages/outbox.server'
import { sendCode, type SendSignInCode } from '../../app/domain/sign-in/send-code.server'
import { verifyCode, type VerifyCode, type VerifyCodeAnswer } from '../../app/domain/sign-in/verify-code.server'
import type { TestServices } from './services'

export const PHONE = '+77010000003'

let lastAddress = 0
/** An address in a network that no test has used before. */
export const newAddress = () =>
  `${100 + Math.floor(++lastAddress / 62_500)}.${Math.floor(lastAddress / 250) % 250}.${lastAddress % 250}.7`

/** Asks for a code, by default as a stranger with a new address and device. */
export const send = (services: TestServices, asked: Partial<SendSignInCode> = {}) =>
  sendCode(services, {
    purpose: 'sign-in',
    phone: PHONE,
    channel: 'sms',
    address: newAddress(),
    deviceId: crypto.randomUUID(),
    proofs: [],
    ...asked,
  })

/** The digits of the newest message that went to a phone, '' when none did. */
export const codeOf = (services: TestServices, phone = PHONE): string =>
  /\d{6}/.exec(services.delivered.findLast(({ to }) => to === phone)?.text ?? '')?.[0] ?? ''

/** Asks for a code and reads it on the phone. */
export async function sendAndRead(services: TestServices, asked: Partial<SendSignInCode> = {}) {
  const answer = await send(services, asked)
  if (answer.kind !== 'sent') throw new Error(`held back: ${answer.why}`)
  while ((await deliverDue(services)) > 0);
  return { challengeId: answer.challengeId, code: codeOf(services, asked.phone) }
}

type Entered = { challengeId: string | null; code: string; phone?: string }

/** Enters a code, in a browser that has never signed in unless said otherwise. */
export const enter = (
  services: TestServices,
  { challengeId, code, phone = PHONE }: Entered,
  more: Partial<VerifyCode> = {},
): Promise<VerifyCodeAnswer> =>
  verifyCode(services, {
    challengeId,
    code,
    phone,
    deviceId: 'device',
    userAgent: 'Firefox',
    address: '198.51.100.7',
    requestId: 'request',
    formerToken: null,
    proofs: [],
    ...more,
  })

/** Signs in and returns the proofs that the browser keeps. */
export async function signInAndKeep(
  services: TestServices,
  { phone = PHONE, ...more }: { phone?: string; proofs?: string[]; userAgent?: string; address?: string } = {},
): Promise<string[]> {
  const sent = await sendAndRead(services, { phone, proofs: more.proofs ?? [] })
  const answer = await enter(services, { ...sent, phone }, more)
  if (answer.kind !== 'signedIn') throw new Error(answer.kind)
  return answer.proofs
}

export const notThis = (code: string) => (code === '000000' ? '000001' : '000000')
