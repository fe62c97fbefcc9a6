import { expect, it, onTestFinished, vi } from 'vitest'
import { ATTEMPT_LIMIT_MS } from '../../app/domain/messages/retry'
import { DeliveryFailure } from '../../app/gateways/messages/delivery-failure'
import { openMeta } from '../../app/gateways/messages/meta.server'
import { isTransient, pauseOf } from '../../app/gateways/messages/meta-errors'
import type { OutgoingMessage } from '../../app/gateways/ports'
import { startServer } from '../support/http-server'

const account = (apiOrigin: string) => ({
  phoneNumberId: '105954558954427',
  accessToken: 'EAAJB',
  codeTemplate: 'gatehouse_sign_in_code',
  noticeTemplate: 'gatehouse_notice',
  apiOrigin: `${apiOrigin}/v21.0`,
})
const NOTICE: OutgoingMessage = {
  id: 'b7d6c1f0-0000-4000-8000-000000000001',
  channel: 'whatsapp',
  kind: 'invite_whatsapp',
  to: '+77015550001',
  text: '',
  language: 'zh',
}
const CODE: OutgoingMessage = {
  ...NOTICE,
  kind: 'sign_in_code',
  text: '123456 — код для входа',
  code: '123456',
  language: 'ru',
}
const TAKEN = {
  status: 200,
  body: '{"messaging_product":"whatsapp","contacts":[{"input":"77015550001","wa_id":"77015550001"}],"messages":[{"id":"wamid.HBg"}]}',
}

/** The provider’s documented error answer, which repeats personal data in its message. */
const refusal = (status: number, code: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: JSON.stringify({
    error: {
      message: `(#${code}) Refused for +77015550001`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: 'Message to +77015550001 failed' },
      fbtrace_id: 'Az8or2yhqkZfEZ',
    },
  }),
})

const failureOf = (delivery: Promise<void>) =>
  delivery.then(
    () => null,
    (error: unknown) => error,
  )

it('a sign-in code is an authentication template that names the code twice', async () => {
  const { origin, received } = await startServer(() => TAKEN)
  await openMeta(account(origin)).deliver(CODE)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ method: 'POST', url: '/v21.0/105954558954427/messages' })
  expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer EAAJB', 'content-type': 'application/json' })
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '77015550001',
    type: 'template',
    template: {
      name: 'gatehouse_sign_in_code',
      language: { code: 'ru' },
      components: [
        { type: 'body', parameters: [{ type: 'text', text: '123456' }] },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '123456' }] },
      ],
    },
    biz_opaque_callback_data: CODE.id,
  })
})

it('any other message is the one parameter of the notice template, without what a parameter may not hold', async () => {
  const { origin, received } = await startServer(() => TAKEN)
  await openMeta(account(origin)).deliver({
    ...NOTICE,
    text: ' 您好，\r\n\r\n\r\n请打开\t此链接：\nhttps://a.example/     x\n',
  })
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    template: {
      name: 'gatehouse_notice',
      language: { code: 'zh_CN' },
      components: [
        { type: 'body', parameters: [{ type: 'text', text: '您好， · 请打开 此链接： https://a.example/ x' }] },
      ],
    },
  })
})

it('a template is asked for by the provider’s code of the language, or in English where none is known', async () => {
  const { origin, received } = await startServer(() => TAKEN)
  const { language: _, ...unknown } = NOTICE
  const gateway = openMeta(account(origin))
  for (const language of ['en', 'zh', 'ru', 'kk'] as const) await gateway.deliver({ ...NOTICE, language })
  await gateway.deliver(unknown)
  const asked = received.map(({ body }) => /"language":\{"code":"(\w+)"\}/.exec(body)?.[1])
  expect(asked).toEqual(['en', 'zh_CN', 'ru', 'kk', 'en'])
})

it.each([
  [400, 131026, true, 'a number without WhatsApp'],
  [400, 131030, true, 'a number outside the allowed list'],
  [400, 131047, true, 'a window of 24 hours that is over'],
  [400, 131049, true, 'a message that the provider holds back for the recipient’s sake'],
  [400, 100, true, 'a parameter that is wrong'],
  [404, 132000, false, 'a template that was made for other parameters'],
  [400, 33, false, 'a number that was deleted'],
  [400, 131008, true, 'a parameter that is missing'],
  [404, 132001, false, 'a template that is not approved yet in this language'],
  [401, 190, false, 'a token that has expired'],
  [403, 10, false, 'a right that is missing'],
  [403, 200, false, 'a right of the interface that is missing'],
  [400, 200, false, 'the first of the rights'],
  [400, 299, false, 'the last of the rights'],
  [400, 300, true, 'what is no right'],
  [400, 131042, false, 'an unpaid account'],
  [400, 368, false, 'an account that is blocked for a while'],
  [500, 131000, false, 'something that went wrong'],
  [503, 131016, false, 'a service that is away'],
  [500, 2, false, 'a service that is overloaded'],
])('status %d, code %d: final is %s (%s)', async (status, code, isFinal) => {
  const { origin } = await startServer(() => refusal(status, code))
  const failure = await failureOf(openMeta(account(origin)).deliver(CODE))
  expect(failure).toBeInstanceOf(DeliveryFailure)
  expect(failure).toMatchObject({ isFinal, message: `WhatsApp refused with status ${status}, code ${code}` })
})

it.each([
  ['the service is away or broken', [1, 2, 131000, 131016, 131057, 133004]],
  ['too much came at once', [4, 80007, 130429, 131048, 131056, 133016]],
  ['the token or a right is missing', [0, 3, 10, 190, 131005]],
  ['the account is not in order', [33, 368, 131031, 131037, 131042, 131045, 133010]],
  ['the template is not there or another', [132000, 132001, 132007, 132012, 132015, 132016, 132068, 132069]],
])('another try is made where %s, whatever the status', (_what, codes) => {
  expect(codes.filter((code) => !isTransient(400, code))).toEqual([])
})

it.each([
  '{"error":{"message":"Object with ID \'1\' does not exist","type":"GraphMethodException","code":100,"error_subcode":33}}',
  '{"error": {"type": "OAuthException", "code": 100, "error_subcode": 33, "fbtrace_id": "Az8"}}',
  '{"error":{"type":"GraphMethodException","code":100}}',
])('a sender that is missing, or hidden from the token, is not a final failure: %s', async (body) => {
  const { origin } = await startServer(() => ({ status: 400, body }))
  expect(await failureOf(openMeta(account(origin)).deliver(CODE))).toMatchObject({ isFinal: false })
})

it('an error without a code is judged by its status', () => {
  const passing = [400, 401, 402, 403, 404, 428, 429, 499, 500, 503].filter((status) => isTransient(status, NaN))
  expect(passing).toEqual([401, 403, 429, 500, 503])
})

it('a sender whose messages look like spam pauses for ten minutes', () => expect(pauseOf(131048)).toBe(600_000))

it.each([
  [429, 130429, {}, 60_000],
  [400, 130429, {}, 60_000],
  [400, 131056, {}, 60_000],
  [429, 80007, {}, 600_000],
  [400, 4, {}, 600_000],
  [429, 130429, { 'retry-after': '5' }, 5000],
])(
  'a rate limit (status %d, code %d, %j) sets the time of the next try',
  async (status, code, headers, retryAfterMs) => {
    const { origin } = await startServer(() => refusal(status, code, headers))
    expect(await failureOf(openMeta(account(origin)).deliver(CODE))).toMatchObject({ isFinal: false, retryAfterMs })
  },
)

it.each([
  [502, '<html>Bad gateway</html>', false],
  [400, 'nothing', true],
  [302, '', false],
])('an answer that is not the provider’s (status %d) is judged by its status', async (status, body, isFinal) => {
  const { origin } = await startServer(() => ({ status, body, headers: { location: 'http://127.0.0.1:9/' } }))
  expect(await failureOf(openMeta(account(origin)).deliver(CODE))).toMatchObject({ isFinal })
})

it('a redirect to another host is not followed', async () => {
  const other = await startServer(() => TAKEN)
  const { origin } = await startServer(() => ({ status: 307, body: '', headers: { location: other.origin } }))
  expect(await failureOf(openMeta(account(origin)).deliver(CODE))).toMatchObject({ isFinal: false })
  expect(other.received).toEqual([])
})

it('a delivery fails when the provider does not answer within the limit', async () => {
  const { origin } = await startServer(() => null)
  expect(String(await failureOf(openMeta(account(origin), 100).deliver(CODE)))).toBe(
    'DeliveryFailure: WhatsApp did not answer in 100 ms',
  )
})

it('the provider has longer to answer than the outbox waits for it', async () => {
  const { origin } = await startServer(() => TAKEN)
  const limit = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => limit.mockRestore())
  await openMeta(account(origin)).deliver(NOTICE)
  expect(limit.mock.lastCall?.[0]).toBeGreaterThan(ATTEMPT_LIMIT_MS.whatsapp)
})
