import { expect, it } from 'vitest'
import { msUntilRoom, networkOf, type Limit } from '../../../app/domain/limits/limit'
import { HOUR_MS } from '../../../app/durations'

it('where nothing is allowed the whole window has to pass', () => {
  const limit: Limit = { name: 'none', max: 0, windowMs: HOUR_MS, grainMs: 1000 }
  expect(msUntilRoom(limit, 0, [], 0)).toBe(HOUR_MS)
  expect(msUntilRoom(limit, 0, [{ atMs: HOUR_MS - 1000, count: 1 }], HOUR_MS)).toBe(HOUR_MS)
})

it('an IPv6 network is the same whatever interface its address names', () => {
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::1'))
  expect(networkOf('fe80:0:0:0:1:2:3:4%en1')).toBe('fe80:0:0:0::/64')
})
