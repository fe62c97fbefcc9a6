import { beforeEach, describe, expect, it } from 'vitest'
import { redirectQueued, withdrawQueued } from '../../../app/db/messages/messages'
import { messages } from '../../../app/db/schema/messages'
import { users } from '../../../app/db/schema/users'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { handleDeliveryCallback } from '../../../app/domain/messages/delivery-callback.server'
import { enqueueMessage, type NewMessage } from '../../../app/domain/messages/enqueue.server'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { DAY_MS, MINUTE_MS } from '../../../app/durations'
import { DeliveryFailure } from '../../../app/gateways/messages/delivery-failure'
import { openMessageGateways } from '../../../app/gateways/messages/messages.server'
import type { DeliveryNotice, Observation } from '../../../app/gateways/ports'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { send } from '../../support/sign-in'
import { organization, partner } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})

const TEXT = 'Your application was approved.'
const enqueue = (message: Partial<NewMessage> = {}) =>
  enqueueMessage(db, services, {
    channel: 'whatsapp',
    kind: 'verification_approve',
    to: '+77010000005',
    text: TEXT,
    ...message,
  })
const stored = async () => {
  const [row] = await db.select().from(messages)
  if (!row) throw new Error('no message is stored')
  return row
}

const REFUSAL = 'WhatsApp refused with code 131026'
const refused = () => Promise.reject(new DeliveryFailure(REFUSAL, { isFinal: true }))
const failed: DeliveryNotice = { state: 'failed', reason: 'Twilio undelivered, code 63024' }

/** WhatsApp takes everything and tells later what became of it. */
function takeOnWhatsApp() {
  const { deliver } = services.messages.whatsapp
  let notice: DeliveryNotice = failed
  services.messages.whatsapp = { deliver, readNotice: () => notice }
  return async (told: DeliveryNotice, channel = 'whatsapp') => {
    notice = told
    const posted = { path: '', form: [], headers: new Headers() }
    return handleDeliveryCallback(services, { channel, messageId: (await stored()).id }, posted)
  }
}
const channels = () => services.delivered.map(({ channel }) => channel)

describe('news that WhatsApp does not take', () => {
  it('goes by SMS', async () => {
    services.messages.whatsapp = { deliver: refused }
    await enqueue()
    await deliverDue(services)
    expect(await stored()).toMatchObject({ channel: 'sms', status: 'queued', lastError: null })
    await deliverDue(services)
    expect(services.delivered).toMatchObject([{ channel: 'sms', to: '+77010000005', text: TEXT }])
    expect(await stored()).toMatchObject({ status: 'sent', text: '', attempts: 2 })
  })

  it('goes by SMS when WhatsApp is no longer set up', async () => {
    services.messages.whatsapp = (await openMessageGateways(testEnv({ WHATSAPP_GATEWAY: 'none' }))).whatsapp
    await enqueue()
    await deliverDue(services)
    await deliverDue(services)
    expect(channels()).toEqual(['sms'])
  })

  it('fails when the SMS is refused as well', async () => {
    services.messages.whatsapp = { deliver: refused }
    services.messages.sms = { deliver: refused }
    await enqueue()
    for (let round = 0; round < 3; round++) await deliverDue(services)
    expect(await stored()).toMatchObject({ channel: 'sms', status: 'failed', attempts: 2 })
  })

  it('goes by SMS even when the provider reports the failure after taking it', async () => {
    const tell = takeOnWhatsApp()
    await enqueue()
    await deliverDue(services)
    expect(await stored()).toMatchObject({ status: 'sent' })
    expect((await stored()).text).not.toBe('')
    const observed: Observation[] = []
    services.meter.on((one) => observed.push(one))
    expect(await tell(failed)).toBe('noted')
    expect(observed).toEqual([{ of: 'message', channel: 'whatsapp', outcome: 'returned' }])
    await deliverDue(services)
    expect(services.delivered).toMatchObject([{ channel: 'whatsapp' }, { channel: 'sms', text: TEXT }])
    expect(await stored()).toMatchObject({ status: 'sent', text: '' })
  })

  it('goes by SMS when the provider reports the failure before it answers', async () => {
    const tell = takeOnWhatsApp()
    services.messages.whatsapp.deliver = async () => void (await tell(failed))
    await enqueue()
    await deliverDue(services)
    await deliverDue(services)
    expect(channels()).toEqual(['sms'])
  })

  it('stays sent by SMS when the provider reports on the WhatsApp message once more', async () => {
    const tell = takeOnWhatsApp()
    await enqueue()
    await deliverDue(services)
    await tell(failed)
    await deliverDue(services)
    await tell(failed)
    await tell({ state: 'delivered' })
    expect(await stored()).toMatchObject({ channel: 'sms', status: 'sent', deliveredAt: null })
    expect(channels()).toEqual(['whatsapp', 'sms'])
  })
})

describe('the text of a message that WhatsApp may still refuse', () => {
  it.each([
    ['it arrived', async (tell: ReturnType<typeof takeOnWhatsApp>) => void (await tell({ state: 'delivered' }))],
    [
      'a day has passed',
      async () => {
        services.clock.advance(DAY_MS + MINUTE_MS)
        await tidyUp(services)
      },
    ],
  ])('is wiped once %s', async (_what, happen) => {
    const tell = takeOnWhatsApp()
    await enqueue()
    await deliverDue(services)
    await happen(tell)
    expect((await stored()).text).toBe('')
    await tell(failed)
    await deliverDue(services)
    expect(channels()).toEqual(['whatsapp'])
  })
})

describe('a message that WhatsApp took and later reports as failed', () => {
  const TO = '+77010000005'

  it.each([
    ['its number was moved', () => redirectQueued(db, { from: TO, to: '+77010000006', except: [] })],
    ['it was taken back', () => withdrawQueued(db, { kind: 'verification_approve', to: TO, because: 'sent again' })],
    ['its day ended', () => Promise.resolve(services.clock.advance(DAY_MS))],
  ])('does not go by SMS when %s meanwhile', async (_what, happen) => {
    const tell = takeOnWhatsApp()
    await enqueue()
    await deliverDue(services)
    await happen()
    await tell(failed)
    await deliverDue(services)
    expect(channels()).toEqual(['whatsapp'])
    expect(await stored()).toMatchObject({ status: 'failed', channel: 'whatsapp', to: TO })
  })

  it.each([
    ['moved to another number', { phone: '+77010000006' }],
    ['left', { status: 'inactive' }],
  ] as const)(
    'does not go by SMS when the partner it was for %s meanwhile, but can be sent again',
    async (_what, change) => {
      const tell = takeOnWhatsApp()
      const { id: organizationId } = await organization(db)
      await partner(db, organizationId, { phone: TO })
      await enqueue({ organizationId })
      await deliverDue(services)
      await db.update(users).set(change)
      await tell(failed)
      await deliverDue(services)
      expect(channels()).toEqual(['whatsapp'])
      expect(await stored()).toMatchObject({ status: 'failed', channel: 'whatsapp' })
      expect((await stored()).text).not.toBe('')
    },
  )
})

it.each(['a partner', 'an organization that nobody can sign in for'])(
  '%s is told by SMS when WhatsApp reports a failure',
  async (whom) => {
    const tell = takeOnWhatsApp()
    const { id: organizationId } = await organization(db, {
      phone: whom === 'a partner' ? '+77010000007' : '+77010000005',
    })
    if (whom === 'a partner') await partner(db, organizationId, { phone: '+77010000005' })
    await enqueue({ organizationId })
    await deliverDue(services)
    await tell(failed)
    await deliverDue(services)
    expect(channels()).toEqual(['whatsapp', 'sms'])
  },
)

it('an invite that WhatsApp refuses fails instead of going by SMS', async () => {
  services.messages.whatsapp = { deliver: refused }
  await enqueue({ kind: 'invite_whatsapp', inviteId: await addInvite(db) })
  for (let round = 0; round < 2; round++) await deliverDue(services)
  expect(await stored()).toMatchObject({ channel: 'whatsapp', status: 'failed' })
})

describe('a code that WhatsApp does not take', () => {
  beforeEach(async () => {
    await addUser(db)
  })

  it('goes by no other channel', async () => {
    services.messages.whatsapp = { deliver: refused }
    await send(services, { channel: 'whatsapp' })
    for (let round = 0; round < 2; round++) await deliverDue(services)
    expect(await stored()).toMatchObject({ channel: 'whatsapp', status: 'failed', lastError: REFUSAL })
  })

  it('keeps no text that could go by another channel when the provider reports a failure later', async () => {
    const tell = takeOnWhatsApp()
    await send(services, { channel: 'whatsapp' })
    await deliverDue(services)
    expect(await stored()).toMatchObject({ status: 'sent', text: '' })
    await tell(failed)
    await deliverDue(services)
    expect(channels()).toEqual(['whatsapp'])
    expect(await stored()).toMatchObject({ channel: 'whatsapp', status: 'failed' })
  })
})
