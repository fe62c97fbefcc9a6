import { describe, expect, it } from 'vitest'
import { codeChannels, phoneChannel, usableChannel } from '../../../app/domain/messages/channels'
import { NO_ANSWER, unansweredRestMs } from '../../../app/domain/messages/failed-attempt'
import { fittingText, withStep } from '../../../app/domain/messages/fitting-text'
import { failureReason } from '../../../app/domain/messages/failure-reason'
import { channelsOf } from '../../../app/domain/messages/notification-choices'
import { ATTEMPT_LIMIT_MS, LEASE_MS, MESSAGE_LIFE_MS } from '../../../app/domain/messages/retry'
import { HOUR_MS, SECOND_MS } from '../../../app/durations'
import { MESSAGE_CHANNELS, type StaffChannel, type StaffEvent } from '../../../app/vocabulary'

describe('why a message failed', () => {
  it.each([
    ['expired', 'expired'],
    ['The gateway did not answer in time', 'unanswered'],
    ['unreadable', 'unreadable'],
    ['not-entitled', 'notEntitled'],
    ['over-budget', 'overBudget'],
    ['replaced', 'replaced'],
    ['used', 'used'],
    ['overtaken', 'overtaken'],
    ['invite replaced', 'replaced'],
    ['invite deleted', 'deleted'],
    ['sent again', 'sentAgain'],
    ['', 'unknown'],
    [null, 'unknown'],
  ])('%j is explained in a sentence', (lastError, name) =>
    expect(failureReason(lastError)).toEqual({ key: `messages:failure.${name}` }),
  )

  it('is told in the words of the provider when nothing else is known', () => {
    const reason = 'Twilio refused with status 400, code 21211'
    expect(failureReason(reason)).toEqual({ key: 'messages:failure.provider', values: { reason } })
  })
})

describe('a text longer than its channel takes', () => {
  const link = 'https://console.example.com/organizations/1/verification-status#asked'
  const words = 'Приложите договор аренды склада. '.repeat(300).trim()

  it.each([
    ['sms', 800],
    ['whatsapp', 800],
  ] as const)('is cut at a word on %s, and its link stays whole', (channel, most) => {
    const text = withStep(words, link, channel)
    expect(text.length).toBeLessThanOrEqual(most)
    expect(text.length).toBeGreaterThan(most - 40)
    const [kept = '', step] = text.split('…\n')
    expect(step).toBe(link)
    expect(words.startsWith(`${kept} `)).toBe(true)
  })

  it('goes whole by e-mail, and so does a shorter one by phone', () => {
    expect(withStep(words, link, 'email')).toBe(`${words}\n${link}`)
    expect(withStep('Одобрено', link, 'sms')).toBe(`Одобрено\n${link}`)
    expect(withStep('Одобрено', null, 'sms')).toBe('Одобрено')
    const exact = 'я'.repeat(800)
    expect([fittingText(exact, 'whatsapp'), fittingText(`${exact}я`, 'whatsapp').length]).toEqual([exact, 800])
  })

  it('is cut between two characters when it has no words, and never within one', () => {
    expect(fittingText('请补充租赁合同'.repeat(200), 'sms')).toMatch(/^(请补充租赁合同)+[请补充租赁合同]*…$/)
    const pairs = [fittingText('🚚'.repeat(600), 'sms'), fittingText(`a${'🚚'.repeat(600)}`, 'sms')]
    for (const text of pairs) expect(text).toMatch(/^a?(🚚)+…$/u)
  })

  it('is reduced to an ellipsis when its other parts take all the room', () =>
    expect(fittingText(words, 'sms', 2000)).toBe('…'))
})

it('without a WhatsApp gateway everything goes by SMS, whatever was asked for', () => {
  const [both, smsAlone] = [{ whatsappGateway: 'twilio' }, { whatsappGateway: 'none' }]
  expect([codeChannels(both).toSorted(), codeChannels(smsAlone)]).toEqual([['sms', 'whatsapp'], ['sms']])
  expect([phoneChannel(both), phoneChannel(smsAlone)]).toEqual(['whatsapp', 'sms'])
  expect([usableChannel(both, 'whatsapp'), usableChannel(both, 'sms')]).toEqual(['whatsapp', 'sms'])
  expect([usableChannel(smsAlone, 'whatsapp'), usableChannel(smsAlone, 'sms')]).toEqual(['sms', 'sms'])
})

it.each<[StaffEvent, StaffChannel[], StaffChannel[]]>([
  ['invite_redeemed', [], ['whatsapp']],
  ['invite_redeemed', ['whatsapp'], []],
  ['invite_redeemed', ['email'], ['email', 'whatsapp']],
  ['morning_digest', [], ['email']],
  ['morning_digest', ['email'], []],
  ['new_verification', [], []],
  ['new_verification', ['email', 'whatsapp'], ['email', 'whatsapp']],
])('news of %s, with the default of %j reversed, goes to %j', (event, stored, channels) =>
  expect(channelsOf(event, stored)).toEqual(channels),
)

it.each([
  ['no answer', NO_ANSWER, null],
  ['another failure', 'Busy', HOUR_MS],
])('after two hours and %s (%s), a message that may have arrived rests for %s ms', (_, lastError, rest) => {
  const createdAt = new Date(0)
  const message = { createdAt, expiresAt: new Date(MESSAGE_LIFE_MS), lastError }
  expect(unansweredRestMs(message, 2 * HOUR_MS)).toBe(rest)
  expect(unansweredRestMs(message, 2 * HOUR_MS - 1)).toBe(HOUR_MS)
})

it('a message that may have arrived rests for 15 minutes in its first 15, and then for an hour', () => {
  const message = { createdAt: new Date(0), expiresAt: new Date(MESSAGE_LIFE_MS), lastError: null }
  expect(unansweredRestMs(message, 15 * 60_000 - 1)).toBe(15 * 60_000)
  expect(unansweredRestMs(message, 15 * 60_000)).toBe(60 * 60_000)
})

it('the lease of a message outlasts its longest attempt by at least 30 seconds', () => {
  for (const channel of MESSAGE_CHANNELS)
    expect(LEASE_MS[channel] - ATTEMPT_LIMIT_MS[channel], channel).toBeGreaterThanOrEqual(30 * SECOND_MS)
})
