import { deliverDue } from '../../app/domain/messages/outbox.server'
import * as signUp from '../../app/routes/join/sign-up'
import * as signUpCode from '../../app/routes/join/sign-up-code'
import * as useInvite from '../../app/routes/join/use-invite'
import { browserWith, type Jar, type Visit } from './requests'
import type { TestServices } from './services'

export const CODE = 'INV-7K4M-9QXT-2B8D'
export const PHONE = '+77017654321'
export const PERSON = {
  name: 'Динара Сейітқызы',
  phone: '8 701 765 43 21',
  channel: 'sms',
  language: 'kk',
  terms: 'accepted',
}

/** Joining in the browser of the test, from the invite code to the first page of the console. */
export function joining(test: () => { services: TestServices; jar: Jar }) {
  const { get, post } = browserWith(
    () => test().services,
    () => test().jar,
  )
  const verify = (code: string, more: Visit = {}) => post(useInvite, '/use-invite', { code }, more)
  const introduce = (person: Partial<typeof PERSON> = {}, more: Visit = {}) =>
    post(signUp, '/sign-up', { ...PERSON, ...person }, more)
  async function codeSent() {
    await deliverDue(test().services)
    return /\d{6}/.exec(test().services.delivered.at(-1)?.text ?? '')?.[0] ?? ''
  }
  const enter = (code: string, more: Visit = {}, invite?: string) =>
    post(signUpCode, '/sign-up/code', { intent: 'verify', code, ...(invite && { invite }) }, more)
  async function join() {
    await verify(CODE)
    await introduce()
    return enter(await codeSent())
  }

  return { get, post, verify, introduce, codeSent, enter, join }
}
