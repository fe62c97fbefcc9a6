import { describe, expect, it } from 'vitest'
import { codeChannels, phoneChannel, usableChannel } from '../../app/domain/messages/channels'
import { failureReason } from '../../app/domain/messages/failure-reason'
import { channelsOf } from '../../app/domain/messages/notification-choices'
import type { StaffChannel, StaffEvent } from '../../app/vocabulary'

describe('why a message failed', () => {
  it.each([
    ['expired', 'expired'],
    ['unreadable', 'unreadable'],
    ['not-entitled', 'notEntitled'],
    ['over-budget', 'overBudget'],
    ['replaced', 'replaced'],
    ['invite replaced', 'replaced'],
    ['invite deleted', 'deleted'],
    ['sent again', 'sentAgain'],
    ['', 'unknown'],
    [null, 'unknown'],
  ])('%j is said in a sentence', (lastError, name) =>
    expect(failureReason(lastError)).toEqual({ key: `messages:failure.${name}` }),
  )

  it('stands in the words of the provider where those are all that is known', () => {
    const reason = 'Twilio refused with status 400, code 21211'
    expect(failureReason(reason)).toEqual({ key: 'messages:failure.provider', values: { reason } })
  })
})

it('without a gateway for WhatsApp everything goes as an SMS, whatever was asked for', () => {
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
])('news of %s with %j turned round goes to %j', (event, stored, channels) =>
  expect(channelsOf(event, stored)).toEqual(channels),
)
