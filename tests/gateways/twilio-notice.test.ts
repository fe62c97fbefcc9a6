import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { readTwilioNotice } from '../../app/gateways/messages/twilio-notice'

const ORIGIN = 'https://console.example.com'
const PATH = '/notices/sms/b7d6c1f0-0000-4000-8000-000000000001'
const TOKEN = 'token of the test'

const sign = (form: Record<string, string>, address = ORIGIN + PATH, token = TOKEN) =>
  createHmac('sha1', token)
    .update(
      address +
        Object.keys(form)
          .toSorted()
          .map((name) => name + form[name])
          .join(''),
    )
    .digest('base64')
const read = (form: Record<string, string>, signature = sign(form), path = PATH) =>
  readTwilioNotice(TOKEN, ORIGIN, {
    path,
    form: Object.entries(form),
    headers: new Headers({ 'X-Twilio-Signature': signature }),
  })

const DELIVERED = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+77015550001', From: '+12125550100' }

it('the signature of the provider’s own example is accepted, and any other is forged', () => {
  const form = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  }
  const posted = { path: '/myapp.php?foo=1&bar=2', form: Object.entries(form).toReversed() }
  const headers = (signature: string) => new Headers({ 'X-Twilio-Signature': signature })
  const judge = (signature: string) =>
    readTwilioNotice('12345', 'https://mycompany.com', { ...posted, headers: headers(signature) })
  expect(judge('RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toEqual({ state: 'under-way' })
  expect(judge('RSOYDt4T1cUTdK1PDd93/VVr8C8=')).toBe('forged')
})

it.each([
  ['delivered', undefined, { state: 'delivered' }],
  ['read', undefined, { state: 'delivered' }],
  ['queued', undefined, { state: 'under-way' }],
  ['sending', undefined, { state: 'under-way' }],
  ['sent', undefined, { state: 'under-way' }],
  ['undelivered', '30003', { state: 'failed', reason: 'Twilio undelivered, code 30003' }],
  ['failed', '30008', { state: 'failed', reason: 'Twilio failed, code 30008' }],
  ['failed', '<b>+77015550001', { state: 'failed', reason: 'Twilio failed' }],
])('a notice of %s with code %s gives the state of its message', (MessageStatus, ErrorCode, expected) =>
  expect(read({ ...DELIVERED, MessageStatus, ...(ErrorCode && { ErrorCode }) })).toEqual(expected),
)

it('a notice may be signed for the address alone or with the fragment behind it', () => {
  expect(read(DELIVERED, sign(DELIVERED, `${ORIGIN}${PATH}#rc=5&rp=all`))).toEqual({ state: 'delivered' })
  expect(read(DELIVERED, sign(DELIVERED, `${ORIGIN}${PATH}#rc=4`))).toBe('forged')
})

it.each([
  ['without a signature', ''],
  ['with another token', sign(DELIVERED, ORIGIN + PATH, 'other')],
  ['for another message', sign(DELIVERED, `${ORIGIN}/notices/sms/b7d6c1f0-0000-4000-8000-000000000002`)],
  ['for another origin', sign(DELIVERED, `https://evil.example${PATH}`)],
  ['with a changed field', sign({ ...DELIVERED, MessageStatus: 'failed' })],
  ['with a field left out', sign({ ...DELIVERED, ErrorCode: '30003' })],
  ['that is cut short', sign(DELIVERED).slice(0, 20)],
  ['that is no base64', '💥'.replace(/./gu, '?')],
])('a notice signed %s is forged', (_what, signature) => expect(read(DELIVERED, signature)).toBe('forged'))
