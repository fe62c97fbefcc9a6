import { describe, expect, it } from 'vitest'
import { isUnavailable } from '../../app/domain/unavailable.server'
import { isDatabaseUnavailable } from '../../app/db/engine/unavailable'

const withCode = (code: string) => Object.assign(new Error('refused'), { code })

describe('a failure counts as an unavailable database', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENETDOWN',
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '08001',
    '53300',
    '57014',
    '55P03',
    '25P03',
    '25006',
    '53100',
    '53200',
  ])('with the code %s', (code) => expect(isDatabaseUnavailable(withCode(code))).toBe(true))
  it.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly', 'PGlite is closed'])(
    'with the message %s',
    (message) => expect(isDatabaseUnavailable(new Error(message))).toBe(true),
  )
  it('when the socket to it is gone, but not when a file is missing', () => {
    const missing = (syscall: string) => Object.assign(new Error(`${syscall} ENOENT`), { code: 'ENOENT', syscall })
    expect([isDatabaseUnavailable(missing('connect')), isDatabaseUnavailable(missing('open'))]).toEqual([true, false])
  })
  it('when it is the cause of other errors', () => {
    const wrapped = new Error('Failed query', { cause: new Error('again', { cause: withCode('ECONNRESET') }) })
    expect(isDatabaseUnavailable(wrapped)).toBe(true)
    expect(isDatabaseUnavailable(new AggregateError([new Error('other'), withCode('ECONNREFUSED')]))).toBe(true)
  })
})

it.each([
  'CERT_HAS_EXPIRED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  '28000',
  '28P01',
])('the code %s means unavailable while serving, but ends a start', (code) => {
  expect([isUnavailable(withCode(code)), isDatabaseUnavailable(withCode(code))]).toEqual([true, false])
})

it.each([
  withCode('23505'),
  withCode('42703'),
  withCode('53000'),
  withCode('53400'),
  withCode('25001'),
  new Error('the timeout exceeded'),
  'ECONNREFUSED',
  null,
])('another failure does not count as an unavailable database: %s', (failure) =>
  expect(isDatabaseUnavailable(failure)).toBe(false),
)

it('errors that cause each other in a circle are judged without hanging', () => {
  const first = new Error('first')
  first.cause = new Error('second', { cause: first })
  expect(isDatabaseUnavailable(first)).toBe(false)
})
