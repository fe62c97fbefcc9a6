import { expect, it } from 'vitest'
import type { OutgoingMessage } from '../../app/gateways/ports'
import { openTwilio, TwilioFailure } from '../../app/gateways/twilio.server'
import { startServer } from '../support/http-server'

const account = (apiOrigin: string) => ({
  accountSid: 'AC0123',
  authToken: 'token of the test',
  smsFrom: '+12125550100',
  whatsappFrom: '+12125550199',
  apiOrigin,
})
const MESSAGE: OutgoingMessage = {
  id: 'm1',
  channel: 'sms',
  kind: 'code',
  to: '+77015550001',
  text: 'Код: 123456 & ещё',
}

const failureOf = (delivery: Promise<void>) =>
  delivery.then(
    () => null,
    (error: unknown) => error,
  )

it('an SMS is one form to the Messages resource of the account', async () => {
  const { origin, received } = await startServer(() => ({ status: 201, body: '{"sid":"SM1","status":"queued"}' }))
  await openTwilio(account(origin)).deliver(MESSAGE)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ method: 'POST', url: '/2010-04-01/Accounts/AC0123/Messages.json' })
  expect(received[0]?.headers.authorization).toBe(`Basic ${btoa('AC0123:token of the test')}`)
  expect(received[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
    To: '+77015550001',
    From: '+12125550100',
    Body: 'Код: 123456 & ещё',
  })
})

it('a WhatsApp message goes from and to WhatsApp addresses', async () => {
  const { origin, received } = await startServer(() => ({ status: 201, body: '{}' }))
  await openTwilio(account(origin)).deliver({ ...MESSAGE, channel: 'whatsapp' })
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toMatchObject({
    To: 'whatsapp:+77015550001',
    From: 'whatsapp:+12125550199',
  })
})

it('a refusal names the provider’s code and no personal data', async () => {
  const { origin } = await startServer(() => ({
    status: 400,
    body: '{"code":21211,"message":"The \'To\' number +77015550001 is not a valid phone number.","status":400}',
  }))
  const failure = await failureOf(openTwilio(account(origin)).deliver(MESSAGE))
  expect(failure).toBeInstanceOf(TwilioFailure)
  expect(String(failure)).toBe('TwilioFailure: Twilio refused with status 400, code 21211')
})

it('a failing provider rejects', async () => {
  const { origin } = await startServer(() => ({ status: 503, body: 'upstream' }))
  expect(String(await failureOf(openTwilio(account(origin)).deliver(MESSAGE)))).toContain('refused with status 503')
})

it('a provider that does not answer rejects after the limit', async () => {
  const { origin } = await startServer(() => null)
  expect(String(await failureOf(openTwilio(account(origin), 100).deliver(MESSAGE)))).toContain(
    'did not answer in 100 ms',
  )
})

it('a provider that cannot be reached rejects', async () => {
  expect(String(await failureOf(openTwilio(account('http://127.0.0.1:9')).deliver(MESSAGE)))).toContain(
    'could not be reached',
  )
})
