import { expect, test } from '../support/journey'
import { codeSentTo, outboxPosition } from '../support/outbox'
import { ADMIN } from '../support/sign-in'
import { openW3m } from './w3m'

const QUEUE = '/verifications/?status=pending&sort=oldest'

/** Empty where `npm test` found no w3m, and said so. */
if (process.env.W3M !== '')
  test('in w3m a reviewer signs in, rejects the oldest application and reaches the next in under 200 keys', async ({
    baseURL,
  }) => {
    const w3m = openW3m(`${baseURL}/sign-in?redirect=${encodeURIComponent(QUEUE)}`)
    try {
      const mark = outboxPosition()
      await w3m.write(/Phone number.*?\[(\d+)\]\[ /, ADMIN)
      await w3m.push('Send code$')
      await w3m.write(/Verification code\s*\[(\d+)\]/, await codeSentTo(ADMIN, mark))
      await w3m.push('Verify and sign in')
      // Column heads that sort are links too, in an order that depends on their widths.
      await w3m.follow(/Reset filters Applications .*?\[(\d+)\](?!Due|Submitted)\S/)
      await w3m.sees(/ 1 of \d+ in the list /)
      await w3m.push('Claim$')
      await w3m.sees(/You are reviewing it · now/)
      await w3m.follow(/Approve \[(\d+)\]Reject \[/)
      await w3m.writeText('Rejection reason', 'The license has expired')
      await w3m.push('Reject and open the next')

      // Up to a screen apart when many messages were sent.
      await w3m.sees(/Rejected .* Undo .* 1 of \d+ in the list /)
      await w3m.sees(/Nobody is reviewing it yet/)
      expect(w3m.keys()).toBeLessThan(200)
    } finally {
      w3m.close()
    }
  })
