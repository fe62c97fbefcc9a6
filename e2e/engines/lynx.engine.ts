import { expect, test } from '../support/journey'
import { codeSentTo, outboxPosition } from '../support/outbox'
import { ADMIN } from '../support/sign-in'
import { openLynx } from './lynx'

const LEAVE = '\t'
const ENTER = '\n'
const QUEUE = '/verifications/?status=pending&sort=oldest'

/** Empty where `npm test` found no Lynx, and said so. */
if (process.env.LYNX !== '')
  test('in Lynx a reviewer signs in, rejects the oldest application and reaches the next in under 120 keys', async ({
    baseURL,
  }) => {
    const lynx = openLynx(`${baseURL}/sign-in?redirect=${encodeURIComponent(QUEUE)}`)
    try {
      const mark = outboxPosition()
      await lynx.goTo(/Phone number.*?\[(\d+)\]_+/, ADMIN + LEAVE)
      expect(lynx.screen()).not.toContain('passkey')
      await lynx.goTo(/\(\[(\d+)\]BUTTON\) Send code/, ENTER)
      await lynx.sees(/Verification code/)
      await lynx.goTo(/Verification code.*?\[(\d+)\]_+/, (await codeSentTo(ADMIN, mark)) + LEAVE)
      await lynx.goTo(/\(\[(\d+)\]verify\) Verify and sign in/, ENTER)
      await lynx.goTo(/Submitted at Reviewer \[(\d+)\]/)

      await lynx.sees(/ Pending .* 1 of \d+ in the list .* Previous \[\d+\]Next /)
      await lynx.goTo(/\(\[(\d+)\]claim\) Claim/, ENTER)
      await lynx.sees(/You are reviewing it · now/)
      await lynx.goTo(/\[\d+\]Approve \[(\d+)\]Reject \[\d+\]Request more info/)
      await lynx.goTo(/Rejection reason.*?\[(\d+)\]_+/, `The license has expired${LEAVE}`)
      await lynx.goTo(/\(\[(\d+)\]on\) Reject and open the next/, ENTER)

      await lynx.sees(/\) Rejected .* Undo .* 1 of \d+ in the list .* Nobody is reviewing it yet/)
      expect(lynx.keys()).toBeLessThan(120)
    } finally {
      lynx.close()
    }
  })
