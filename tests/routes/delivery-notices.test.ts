import { createHmac } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { messages } from '../../app/db/schema/messages'
import { enqueueMessage } from '../../app/domain/messages/enqueue.server'
import { deliverDue } from '../../app/domain/messages/outbox.server'
import { openTwilio } from '../../app/gateways/messages/twilio.server'
import * as notice from '../../app/routes/resources/notice'
import { DAY_MS } from '../../app/durations'
import type { Observation } from '../../app/gateways/ports'
import { emptyTables, openTestDatabase } from '../support/database'
import { startServer } from '../support/http-server'
import { answerOf, visit } from '../support/requests'
import { testServices, type TestServices } from '../support/services'

const ORIGIN = 'https://console.example.com'
const TOKEN = 'token of the test'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})

const stored = async () => {
  const [row] = await db.select().from(messages)
  if (!row) throw new Error('no message is stored')
  return row
}

/** Sends a message through Twilio and returns the address where Twilio posts its notices. */
async function sendBySms() {
  const { origin, received } = await startServer(() => ({ status: 201, body: '{"sid":"SM1"}' }))
  const account = {
    accountSid: 'AC0',
    authToken: TOKEN,
    smsFrom: '+12125550100',
    whatsappFrom: '',
    codeContentSids: {},
    noticeContentSids: {},
    apiOrigin: origin,
  }
  services.messages.sms = openTwilio(account, { noticesAt: ORIGIN })
  await enqueueMessage(db, services, { channel: 'sms', kind: 'approved', to: '+77010000005', text: 'approved' })
  await deliverDue(services)
  return new URL(new URLSearchParams(received[0]?.body).get('StatusCallback') ?? '')
}

async function post(path: string, form: Record<string, string>, signature?: string) {
  const fields = Object.keys(form)
    .toSorted()
    .map((name) => name + form[name])
  const signed = createHmac('sha1', TOKEN)
    .update(`${ORIGIN}${path}${fields.join('')}`)
    .digest('base64')
  const [channel = '', messageId = ''] = path.split('/').slice(2)
  const arrived = visit(services, path, { form, params: { channel, messageId } })
  arrived.request.headers.set('X-Twilio-Signature', signature ?? signed)
  return (await answerOf(() => notice.action(arrived as never))).status
}

it('a delivered notice marks the message delivered at that time, a sent notice does not', async () => {
  const { pathname } = await sendBySms()
  expect(await stored()).toMatchObject({ status: 'sent', deliveredAt: null })
  services.clock.advance(1000)
  expect(await post(pathname, { MessageSid: 'SM1', MessageStatus: 'sent' })).toBe(204)
  expect((await stored()).status).toBe('sent')
  expect(await post(pathname, { MessageSid: 'SM1', MessageStatus: 'delivered' })).toBe(204)
  expect(await stored()).toMatchObject({ status: 'delivered', deliveredAt: services.now(), lastError: null })
})

it('an undelivered notice marks the message failed with the provider’s error code', async () => {
  const { pathname } = await sendBySms()
  expect(await post(pathname, { MessageStatus: 'undelivered', ErrorCode: '30003' })).toBe(204)
  expect(await stored()).toMatchObject({ status: 'failed', lastError: 'Twilio undelivered, code 30003' })
})

it('a failure that the provider reports later counts once in the metrics, even when reported twice', async () => {
  const { pathname } = await sendBySms()
  const observed: Observation[] = []
  services.meter.on((one) => observed.push(one))
  for (let time = 0; time < 2; time++) await post(pathname, { MessageStatus: 'failed', ErrorCode: '30007' })
  expect(observed).toEqual([{ of: 'message', channel: 'sms', outcome: 'returned' }])
})

it.each(['queued', 'sending', 'sent'])(
  'a message whose send got no answer counts as sent once the provider reports %s, and is not sent again',
  async (state) => {
    const { pathname } = await sendBySms()
    await db.update(messages).set({ status: 'queued', sentAt: null, lastError: 'The gateway did not answer in time' })
    expect(await post(pathname, { MessageStatus: state })).toBe(204)
    expect(await stored()).toMatchObject({ status: 'sent', sentAt: services.now(), lastError: null, text: '' })
    services.clock.advance(DAY_MS / 2)
    expect(await deliverDue(services)).toBe(0)
  },
)

it('the first final notice counts, and repeated or contradicting ones change nothing', async () => {
  const { pathname } = await sendBySms()
  await post(pathname, { MessageStatus: 'delivered' })
  const before = await stored()
  services.clock.advance(60_000)
  expect(await post(pathname, { MessageStatus: 'delivered' })).toBe(204)
  expect(await post(pathname, { MessageStatus: 'failed', ErrorCode: '30008' })).toBe(204)
  expect(await stored()).toEqual(before)
})

it('a delivered notice that arrives before the answer to the send is kept, and the message is not sent again', async () => {
  const { pathname } = await sendBySms()
  await db.update(messages).set({ status: 'queued', sentAt: null })
  await post(pathname, { MessageStatus: 'delivered' })
  services.clock.advance(60_000)
  await deliverDue(services)
  expect(await stored()).toMatchObject({ status: 'delivered', attempts: 1 })
})

it('a notice with a wrong signature is refused with 403 and changes nothing', async () => {
  const { pathname } = await sendBySms()
  expect(await post(pathname, { MessageStatus: 'delivered' }, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=')).toBe(403)
  expect((await stored()).status).toBe('sent')
})

it('a notice about a message that was never attempted changes nothing', async () => {
  const { pathname } = await sendBySms()
  await db.update(messages).set({ status: 'queued', attempts: 0 })
  expect(await post(pathname, { MessageStatus: 'delivered' })).toBe(204)
  expect((await stored()).status).toBe('queued')
})

it.each([
  '/notices/whatsapp/b7d6c1f0-0000-4000-8000-000000000001',
  '/notices/pigeon/b7d6c1f0-0000-4000-8000-000000000001',
  '/notices/sms/1',
])('a notice to %s answers 404', async (path) => {
  await sendBySms()
  expect(await post(path, { MessageStatus: 'delivered' })).toBe(404)
})
