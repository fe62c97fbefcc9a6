import { describe, expect, it } from 'vitest'
import { recoveryInput, sendCodeInput, verifyInput } from '../../../app/domain/sign-in/input.server'
import {
  formatPhone,
  mayReceiveCodes,
  normalisePhone,
  normaliseWithPlus,
} from '../../../app/domain/phones/phone.server'
import { readCode, resendWaitMs, waitAfterWrongMs, type SentCode } from '../../../app/domain/sign-in/sign-in-code'

describe('a phone number', () => {
  it.each([
    '+77010000001',
    '+7 701 000 00 01',
    '+7 (701) 000-00-01',
    '8 701 000 00 01',
    '87010000001',
    '77010000001',
    '7010000001',
    '  +7-701-000-00-01  ',
    '＋７７０１０００００01',
    '+7\u00a0701\u00a0000\u00a000\u00a001',
    '\u202a+7 701 000 00 01\u202c',
    '\u2068+7\u200e701\u2060000 00 01\u2069',
    '+7 701－000−00‒01',
    '（＋7）701 000 00 01',
    '007 701 000 00 01',
    '+٧٧٠١٠٠٠٠٠٠١',
  ])('spelled %j is kept as one E.164 form', (typed) => expect(normalisePhone(typed)).toBe('+77010000001'))

  it.each([
    ['8 916 123 45 67', '+79161234567'],
    ['+86 138 0013 8000', '+8613800138000'],
    ['0086 138 0013 8000', '+8613800138000'],
    ['+1 (202) 555-0123', '+12025550123'],
  ])('%j becomes %s', (typed, phone) => expect(normalisePhone(typed)).toBe(phone))

  it.each([
    'abc',
    '+7',
    '12345',
    '+7701000000',
    '+770100000011',
    '+7701000OOO1',
    'tel:+77010000001',
    '+77010000001;ext=5',
    '+77010000001 ext 5',
    'call +77010000001 now',
    '+77010000001\u0000',
    `+7701${'0'.repeat(100)}`,
    '+'.repeat(30),
    '<b>+77010000001</b>',
    '+٠',
  ])('%j is malformed', (typed) => expect(normalisePhone(typed)).toBeNull())

  it.each([
    ['+77010000001', true, 'a Kazakh mobile'],
    ['+79161234567', true, 'a Russian mobile'],
    ['+74951234567', true, 'a Russian fixed line'],
    ['+8613800138000', true, 'a Chinese mobile'],
    ['+12025550123', true, 'an American number'],
    ['+49301234567', false, 'a German fixed line'],
    ['+447911123456', false, 'a British mobile'],
    ['+12042345678', false, 'a Canadian number, although it begins with +1'],
    ['+78005553535', false, 'toll free'],
    ['+78090000000', false, 'premium rate'],
    ['+19005550100', false, 'American premium rate'],
    ['+870773111632', false, 'a satellite phone'],
  ])('%s may receive codes: %s (%s)', (phone, may) =>
    expect(mayReceiveCodes(phone, ['KZ', 'CN', 'RU', 'US'])).toBe(may),
  )
})

describe('a phone number that needs its plus sign', () => {
  it.each(['+7 701 000 00 01', '\u202a+7 701 000 00 01\u202c', '（＋7）7010000001'])('is accepted as %j', (typed) =>
    expect(normaliseWithPlus(typed)).toBe('+77010000001'),
  )
  it.each(['8 701 000 00 01', '7010000001', '007 701 000 00 01'])('is refused as %j', (typed) =>
    expect(normaliseWithPlus(typed)).toBeNull(),
  )
})

describe('a phone number formatted for reading', () => {
  it('is right for each of 2100 numbers, more than the cache holds, and again the second time', () => {
    const numbers = Array.from({ length: 2100 }, (_, at) => `+7701000${String(at).padStart(4, '0')}`)
    const expected = numbers.map((number) => `+7 701 000 ${number.slice(-4)}`)
    expect(numbers.map(formatPhone)).toEqual(expected)
    expect(numbers.map(formatPhone)).toEqual(expected)
  })
  it.each(['+7701', 'nobody', '', `${' '.repeat(50)}nobody`])('stays as it is when it is not a number: %j', (text) =>
    expect([formatPhone(text), formatPhone(text)]).toEqual([text, text]),
  )
})

describe('a verification code', () => {
  it.each([
    ['012345', '012345'],
    [' 012 345 ', '012345'],
    ['012-345', '012345'],
    ['012‐345', '012345'],
    ['012‑345', '012345'],
    ['012–345', '012345'],
    ['012—345', '012345'],
    ['012−345', '012345'],
    ['\u2068012\u200b345\u2069', '012345'],
    ['０１２３４５', '012345'],
    ['12345', null],
    ['1234567', null],
    ['12345a', null],
    ['', null],
    ['1e5000', null],
    ['-12345', null],
    ['٠١٢٣٤٥', null],
  ])('%j reads as %s', (typed, code) => expect(readCode(typed)).toBe(code))
})

describe('form messages of sign-in and recovery', () => {
  const messages = (result: { error?: { issues: { message: string }[] } }) =>
    result.error?.issues.map((issue) => issue.message) ?? []

  it('an empty phone is asked for', () => {
    expect(messages(sendCodeInput.safeParse({ phone: '  ' }))).toEqual(['access:error.phoneRequired'])
    expect(messages(sendCodeInput.safeParse({}))).toEqual(['access:error.phoneRequired'])
  })
  it('an unknown channel falls back to WhatsApp', () =>
    expect(sendCodeInput.parse({ phone: '+77010000001', channel: 'pigeon' }).channel).toBe('whatsapp'))
  it('a code without six digits is invalid', () =>
    expect(messages(verifyInput.safeParse({ code: '12 34' }))).toEqual(['access:error.codeInvalid']))
  it('a recovery request needs all four fields', () =>
    expect(messages(recoveryInput(['KZ']).safeParse({ name: ' ', message: '\0' })).sort()).toEqual([
      ...Array<string>(4).fill('common:error.required'),
    ]))
})

describe('the resend countdown', () => {
  const nowMs = Date.UTC(2026, 2, 2, 9)
  const sent = (secondsAgo: number, isUsed = false): SentCode => ({
    createdAt: new Date(nowMs - secondsAgo * 1000),
    usedAt: isUsed ? new Date(nowMs - secondsAgo * 1000 + 500) : null,
  })

  it.each<[string, SentCode[], number]>([
    ['nothing was sent', [], 0],
    ['one code 0 s ago', [sent(0)], 60],
    ['one code 59 s ago', [sent(59)], 1],
    ['one code 60 s ago', [sent(60)], 0],
    ['a second code 119 s ago', [sent(119), sent(200)], 1],
    ['a second code 120 s ago', [sent(120), sent(200)], 0],
    ['a third code just now', [sent(0), sent(130), sent(200)], 240],
    ['a fourth code just now', [sent(0), sent(300), sent(500), sent(700)], 240],
    ['codes of more than an hour ago are forgotten', [sent(0), sent(3600), sent(3700)], 60],
    ['a code that a clock a minute ahead has sent counts', [sent(-60)], 120],
    ['a code of the future, from before the clock was put back, holds up nobody', [sent(-61)], 0],
    ['an entered code ends the countdown', [sent(5, true), sent(70)], 0],
    ['it starts anew after an entered code', [sent(5), sent(70, true), sent(200)], 55],
  ])('%s', (_, codes, seconds) => expect(resendWaitMs(codes, nowMs)).toBe(seconds * 1000))
})

describe('the wait after wrong codes of one phone', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 30],
    [6, 60],
    [7, 120],
    [11, 1920],
    [12, 3600],
    [49, 3600],
    [50, 86_400],
    [500, 86_400],
  ])('after %d wrong codes of a day: %d s', (wrong, seconds) => expect(waitAfterWrongMs(wrong)).toBe(seconds * 1000))
})
