import { expect, it } from 'vitest'
import { withoutPhones } from '../../../app/domain/audit/without-phones'

it.each([
  ['+7 701 000 00 01', '***'],
  ['8 (701) 000-00-01', '***'],
  ['Aset 7010000', 'Aset ***'],
  ['７０１０００', '701000'],
  ['７０１００００', '***'],
  ['2026-03-02', '2026-03-02'],
  ['12345678-1234-4234-8234-123456789012', '12345678-1234-4234-8234-123456789012'],
  ['Depot 701000', 'Depot 701000'],
])('a list search for %j is recorded as %j: seven digits are a phone, a day and an id are not', (typed, noted) => {
  expect(withoutPhones(`?${new URLSearchParams({ q: typed })}`)).toBe(`?${new URLSearchParams({ q: noted })}`)
})

it('a list without a search is recorded with an empty search', () => expect(withoutPhones('')).toBe(''))
