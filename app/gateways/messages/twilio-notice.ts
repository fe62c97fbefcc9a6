import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeliveryNotice, PostedNotice } from '../ports'

/**
 * Appended to the address for notices: Twilio repeats a notice up to five times also when the console answers that it is away, not only
 * when it cannot be reached. Twilio does not say whether it signs this part too.
 */
export const NOTICE_RETRIES = '#rc=5&rp=all'

/**
 * A status callback of Twilio: `X-Twilio-Signature` is the HMAC-SHA1 of the address and the sorted fields with the
 * account's token. It carries no time, so whoever replays one can only repeat what was said.
 */
export function readTwilioNotice(
  authToken: string,
  origin: string,
  { path, form, headers }: PostedNotice,
): DeliveryNotice | 'forged' {
  const fields = sorted(form).flat().join('')
  const given = Buffer.from(headers.get('x-twilio-signature') ?? '', 'base64')
  const isSigned = ['', NOTICE_RETRIES].some((end) => {
    const expected = createHmac('sha1', authToken).update(`${origin}${path}${end}${fields}`, 'utf8').digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) return 'forged'

  const status = valueOf(form, 'MessageStatus')
  if (status === 'delivered' || status === 'read') return { state: 'delivered' }
  if (status !== 'undelivered' && status !== 'failed') return { state: 'under-way' }
  const code = valueOf(form, 'ErrorCode')
  return { state: 'failed', reason: /^\d{1,6}$/.test(code) ? `Twilio ${status}, code ${code}` : `Twilio ${status}` }
}

const valueOf = (form: PostedNotice['form'], field: string) => form.find(([name]) => name === field)?.[1] ?? ''

const sorted = (form: PostedNotice['form']) => form.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
