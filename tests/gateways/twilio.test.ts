import net, { type AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ATTEMPT_LIMIT_MS } from '../../app/domain/messages/retry'
import { DeliveryFailure } from '../../app/gateways/messages/delivery-failure'
import { openMessageGateways } from '../../app/gateways/messages/messages.server'
import { openTwilio } from '../../app/gateways/messages/twilio.server'
import type { OutgoingMessage } from '../../app/gateways/ports'
import { startServer } from '../support/http-server'
import { testEnv } from '../support/services'

const account = (apiOrigin: string) => ({
  accountSid: 'AC0123',
  authToken: 'token of the test',
  smsFrom: '+12125550100',
  whatsappFrom: '+12125550199',
  codeContentSids: { en: 'HXcode', ru: 'HXcode-ru' },
  noticeContentSids: { en: 'HXnotice', ru: 'HXnotice-ru' },
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
  await openTwilio(account(`${origin}/`)).deliver(MESSAGE)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ method: 'POST', url: '/2010-04-01/Accounts/AC0123/Messages.json' })
  expect(received[0]?.headers.authorization).toBe(`Basic ${btoa('AC0123:token of the test')}`)
  expect(received[0]?.headers.accept).toBe('application/json')
  expect(received[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
    To: '+77015550001',
    From: '+12125550100',
    Body: 'Код: 123456 & ещё',
  })
})

it('a WhatsApp message goes from and to WhatsApp addresses', async () => {
  const { origin, received } = await startServer(() => ({ status: 201, body: '{}' }))
  for (const whatsappFrom of ['+12125550199', 'whatsapp:+12125550199'])
    await openTwilio({ ...account(origin), whatsappFrom }).deliver({ ...MESSAGE, channel: 'whatsapp' })
  const addresses = { To: 'whatsapp:+77015550001', From: 'whatsapp:+12125550199' }
  expect(received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toMatchObject([
    addresses,
    addresses,
  ])
})

it('on WhatsApp all goes as approved templates in the language of the message, a code as one of its own', async () => {
  const { origin, received } = await startServer(() => ({ status: 201, body: '{}' }))
  const gateway = openTwilio(account(origin))
  const message: OutgoingMessage = { ...MESSAGE, channel: 'whatsapp' }
  await gateway.deliver({ ...message, code: '123456', language: 'ru' })
  await gateway.deliver({ ...message, text: ' Ваша "заявка"\n\nодобрена:\n https://a.example/\n', language: 'ru' })
  await gateway.deliver(message)
  const forms = received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  expect(forms).toMatchObject([{ ContentSid: 'HXcode-ru' }, { ContentSid: 'HXnotice-ru' }, { ContentSid: 'HXnotice' }])
  expect(forms.map(({ ContentVariables = '' }) => JSON.parse(ContentVariables) as unknown)).toEqual([
    { 1: '123456' },
    { 1: 'Ваша "заявка" · одобрена: https://a.example/' },
    { 1: 'Код: 123456 & ещё' },
  ])
  expect(forms.filter((form) => 'Body' in form)).toEqual([])
})

it('a refusal names the provider’s code and no personal data', async () => {
  const { origin } = await startServer(() => ({
    status: 400,
    body: '{"code":21211,"message":"The \'To\' number +77015550001 is not a valid phone number.","status":400}',
  }))
  const failure = await failureOf(openTwilio(account(origin)).deliver(MESSAGE))
  expect(failure).toBeInstanceOf(DeliveryFailure)
  expect(String(failure)).toBe('DeliveryFailure: Twilio refused with status 400, code 21211')
})

it.each<[number, number | undefined, boolean, string]>([
  [400, 21211, true, 'a number that does not exist'],
  [400, 21610, true, 'somebody who wrote STOP'],
  [400, 63024, true, 'somebody without WhatsApp'],
  [400, 63016, false, 'a WhatsApp template that is not approved yet, which the operator puts right'],
  [400, 21655, false, 'a template that is not there, which the operator puts right'],
  [400, 21408, false, 'a country that the account may not send to yet'],
  [400, 21603, false, 'no number to send from'],
  [400, 21606, false, 'a number that cannot send SMS'],
  [400, 21659, false, 'a number that is not the provider’s any more'],
  [400, 21660, false, 'a number of another account'],
  [400, 63007, false, 'a WhatsApp sender that is not there'],
  [401, 20003, false, 'a wrong token, which the operator puts right'],
  [404, 20404, false, 'a wrong account, which the operator puts right'],
  [403, 20003, false, 'a right that is missing'],
  [400, undefined, false, 'something before the provider that refused it'],
  [408, undefined, false, 'a request that took too long'],
  [409, undefined, false, 'a conflict of the moment'],
  [425, undefined, false, 'a request that came too early'],
  [429, 20429, false, 'too many requests at once'],
  [500, 20500, false, 'a failure inside the provider'],
  [503, undefined, false, 'a provider that is away'],
])('status %d, code %s: final is %s (%s)', async (status, code, isFinal) => {
  const { origin } = await startServer(() => ({
    status,
    body: code ? `{"code":${code},"status":${status}}` : 'upstream',
  }))
  expect(await failureOf(openTwilio(account(origin)).deliver(MESSAGE))).toMatchObject({
    isFinal,
    retryAfterMs: undefined,
  })
})

it.each([
  ['in seconds', (): string => '7', 7000, 7000],
  ['as a date', (): string => new Date(Date.now() + 60_000).toUTCString(), 50_000, 60_000],
] as const)('a rate limit sets the time of the next try, %s', async (_, retryAfter, least, most) => {
  const { origin } = await startServer(() => ({
    status: 429,
    body: '{"code":20429}',
    headers: { 'retry-after': retryAfter() },
  }))
  const failure = await failureOf(openTwilio(account(origin)).deliver(MESSAGE))
  const { retryAfterMs = NaN } = failure instanceof DeliveryFailure ? failure : {}
  expect(retryAfterMs).toBeGreaterThanOrEqual(least)
  expect(retryAfterMs).toBeLessThanOrEqual(most)
})

it.each(['soon', '-5', new Date(Date.now() - 60_000).toUTCString()])(
  'a Retry-After that is invalid or past is ignored: %s',
  async (header) => {
    const { origin } = await startServer(() => ({ status: 429, body: '', headers: { 'retry-after': header } }))
    expect(await failureOf(openTwilio(account(origin)).deliver(MESSAGE))).toMatchObject({
      isFinal: false,
      retryAfterMs: undefined,
    })
  },
)

it('only a console behind https takes delivery notices, and a channel without a gateway takes no message', async () => {
  const open = (variables: Record<string, string>) =>
    openMessageGateways(
      testEnv({
        SMS_GATEWAY: 'twilio',
        WHATSAPP_GATEWAY: 'none',
        TWILIO_ACCOUNT_SID: 'AC0123',
        TWILIO_AUTH_TOKEN: 'token',
        TWILIO_SMS_FROM: '+12125550100',
        ...variables,
      }),
    )
  const [behindHttps, plain] = await Promise.all([open({ PUBLIC_ORIGIN: 'https://console.example.com' }), open({})])
  expect([typeof behindHttps.sms.readNotice, typeof plain.sms.readNotice]).toEqual(['function', 'undefined'])
  const failure = await failureOf(plain.whatsapp.deliver({ ...MESSAGE, channel: 'whatsapp' }))
  expect(failure).toMatchObject({ isFinal: true, message: 'No gateway is set for this channel' })
})

it('the provider is told when a message is too old, and where to report its delivery', async () => {
  const { origin, received } = await startServer(() => ({ status: 201, body: '{}' }))
  const gateway = openTwilio(account(origin), { noticesAt: 'https://console.example.com' })
  await gateway.deliver({ ...MESSAGE, liveMs: 299_500 })
  await gateway.deliver({ ...MESSAGE, liveMs: 24 * 3_600_000 })
  for (const liveMs of [300, 14_399_000, 14_400_000]) await gateway.deliver({ ...MESSAGE, liveMs })
  const [short, long, ...others] = received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  expect(short).toMatchObject({
    ValidityPeriod: '299',
    StatusCallback: 'https://console.example.com/notices/sms/m1#rc=5&rp=all',
  })
  expect(long).not.toHaveProperty('ValidityPeriod')
  expect(others.map(({ ValidityPeriod }) => ValidityPeriod)).toEqual(['1', '14399', undefined])
})

it('the provider has longer to answer than the outbox waits for it', async () => {
  const { origin } = await startServer(() => ({ status: 201, body: '{}' }))
  const limit = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => limit.mockRestore())
  await openTwilio(account(origin)).deliver(MESSAGE)
  expect(limit.mock.lastCall?.[0]).toBeGreaterThan(ATTEMPT_LIMIT_MS.sms)
})

it('a provider that does not answer within the limit may have taken the message', async () => {
  const { origin } = await startServer(() => null)
  expect(await failureOf(openTwilio(account(origin), { answerLimitMs: 100 }).deliver(MESSAGE))).toMatchObject({
    message: 'Twilio did not answer in 100 ms',
    isUnknown: true,
  })
})

it.each([
  ['is cut', { connection: 'close' }],
  ['never ends', {}],
])(
  'a provider whose answer %s took the message if the status says so; a refusal without a reason is tried again',
  async (_, more) => {
    const headers = { 'content-length': '100', ...more }
    const open = async (status: number) => {
      const { origin } = await startServer(() => ({ status, body: '{"sid":"SM', headers }))
      return openTwilio(account(origin), { answerLimitMs: 2000 })
    }
    expect(await failureOf((await open(201)).deliver(MESSAGE))).toBeNull()
    expect(await failureOf((await open(400)).deliver(MESSAGE))).toMatchObject({
      message: 'Twilio refused with status 400, and its reason broke off',
      isFinal: false,
      isUnknown: false,
    })
  },
)

it.each([
  ['hangs up once it has the message', 'hang up'],
  ['does not answer the gateway before it', { status: 504, body: '<html>Gateway Timeout</html>' }],
  ['hangs up on the gateway before it', { status: 502, body: '<html>Bad Gateway</html>' }],
] as const)('a provider that %s may have taken the message', async (_, answer) => {
  const { origin } = await startServer(() => answer)
  expect(await failureOf(openTwilio(account(origin)).deliver(MESSAGE))).toMatchObject({ isUnknown: true })
})

it.each([
  ['by its type', 'text/html; charset=utf-8', ''],
  ['by how it begins', '', '\n<!doctype html><title>Sign in to this network</title>'],
])('a success that is a web page, %s, is not the provider’s: the message is sent again', async (_, type, body) => {
  const { origin } = await startServer(() => ({ status: 200, body, headers: { 'content-type': type } }))
  expect(await failureOf(openTwilio(account(origin)).deliver(MESSAGE))).toMatchObject({
    message: 'Twilio is behind something else, which answered with a page',
    isFinal: false,
    isUnknown: false,
  })
})

it.each([
  ['says nothing', { status: 201, body: '', headers: { 'content-type': 'text/plain' } }],
  ['is not whole', { status: 201, body: '', headers: { 'content-type': 'text/plain', 'content-length': '100' } }],
])('a success that %s may be the provider’s: the message is not sent twice', async (_, answer) => {
  const { origin } = await startServer(() => answer)
  expect(await failureOf(openTwilio(account(origin)).deliver(MESSAGE))).toBeNull()
})

/** A port on which each connection is ended this way at its first data. */
async function endingLines(end: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer((socket) => void socket.on('error', () => {}).once('data', () => end(socket)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

it('a provider whose connection is reset after the message may have taken it', async () => {
  const port = await endingLines((socket) => socket.resetAndDestroy())
  const delivery = openTwilio(account(`http://127.0.0.1:${port}`)).deliver(MESSAGE)
  expect(await failureOf(delivery)).toMatchObject({ isUnknown: true })
})

it.each<[string, (socket: net.Socket) => void]>([
  ['closed', (socket) => socket.end()],
  ['reset', (socket) => socket.resetAndDestroy()],
])('a provider whose connection is %s before it is encrypted has not taken the message', async (_, end) => {
  const delivery = openTwilio(account(`https://127.0.0.1:${await endingLines(end)}`)).deliver(MESSAGE)
  expect(await failureOf(delivery)).toMatchObject({
    message: 'Twilio could not be reached (ECONNRESET)',
    isUnknown: false,
  })
})

it('a delivery that is broken off ends at once', async () => {
  const { origin } = await startServer(() => null)
  const delivery = openTwilio(account(origin)).deliver(MESSAGE, AbortSignal.timeout(50))
  expect(await failureOf(delivery)).toMatchObject({ isFinal: false })
})

it('a provider that cannot be reached has not taken the message, and the reason is reported', async () => {
  const port = await endingLines(() => {})
  const delivery = openTwilio(account(`https://127.0.0.2:${port}`)).deliver(MESSAGE)
  expect(await failureOf(delivery)).toMatchObject({
    message: 'Twilio could not be reached (ECONNREFUSED)',
    isUnknown: false,
  })
})

it('a redirect of the provider is not followed', async () => {
  const { origin, received } = await startServer(() => ({ status: 307, body: '', headers: { location: '/elsewhere' } }))
  expect(await failureOf(openTwilio(account(origin)).deliver(MESSAGE))).toMatchObject({
    message: 'Twilio answered with a redirect',
    isFinal: false,
    isUnknown: false,
  })
  expect(received).toHaveLength(1)
})
