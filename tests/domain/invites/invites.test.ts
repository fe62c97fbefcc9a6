import { describe, expect, it } from 'vitest'
import { inviteStatus, lastUsableInstant, usedPercent } from '../../../app/domain/invites/invite'

const now = new Date('2026-03-02T09:00:00Z')
const earlier = new Date('2026-03-02T08:59:59.999Z')
const later = new Date('2026-03-02T09:00:00.001Z')

describe('the status of an invite code', () => {
  it.each([
    ['without expiry and with uses left it is active', 0, 1, null, 'active'],
    ['before its expiry it is active', 1, 2, later, 'active'],
    ['at its expiry it is expired', 1, 2, now, 'expired'],
    ['after its expiry it is expired', 0, 2, earlier, 'expired'],
    ['with no uses left it is used', 2, 2, null, 'used'],
    ['with no uses left it is used, also after its expiry', 2, 2, earlier, 'used'],
  ] as const)('%s', (_, usedCount, maximumUses, expiresAt, status) => {
    expect(inviteStatus({ usedCount, maximumUses, expiresAt }, now)).toBe(status)
  })
})

it('only a used-up code shows a full usage bar', () => {
  expect([0, 1, 998, 999, 1000].map((usedCount) => usedPercent({ usedCount, maximumUses: 1000 }))).toEqual([
    0, 0, 99, 99, 100,
  ])
})

it('a code that expires at the end of a day shows that day as its last one', () => {
  const endOfSecondOfMarchInAlmaty = new Date('2026-03-02T19:00:00Z')
  const day = new Intl.DateTimeFormat('en', { day: 'numeric', timeZone: 'Asia/Almaty' })
  expect(day.format(endOfSecondOfMarchInAlmaty)).toBe('3')
  expect(day.format(lastUsableInstant(endOfSecondOfMarchInAlmaty))).toBe('2')
})
