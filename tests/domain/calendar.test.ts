import { describe, expect, it } from 'vitest'
import { addDays, dayOf, endOfDay, lastDays, lastWeeks, startOfDay } from '../../app/domain/calendar'
import { isDay } from '../../app/durations'

it('dayOf gives the calendar day of an instant in the given time zone', () => {
  const at = new Date('2026-03-05T20:30:00Z')
  expect(dayOf(at, 'Asia/Almaty')).toBe('2026-03-06')
  expect(dayOf(at, 'America/New_York')).toBe('2026-03-05')
})

it('addDays and lastDays step over month ends, leap days and clock changes', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(lastDays('2026-03-09', 3)).toEqual(['2026-03-07', '2026-03-08', '2026-03-09'])
})

it.each(['2026-03-02', '2026-03-05', '2026-03-08'])('lastWeeks begins weeks on Monday, with today as %s', (today) =>
  expect(lastWeeks(today, 2)).toEqual(['2026-02-23', '2026-03-02']),
)

it.each(['2026-03-05', '2028-02-29', '2000-02-29', '9999-12-31'])('%s is a valid day', (day) =>
  expect(isDay(day)).toBe(true),
)

describe.each([
  '',
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  ' 2026-03-05',
  'x',
])('%j is not a valid day', (text) => {
  it('and has neither a start nor an end', () =>
    expect([isDay(text), startOfDay(text, 'Asia/Almaty'), endOfDay(text, 'Asia/Almaty')]).toEqual([false, null, null]))
})

describe('a day begins when the one before ends', () => {
  it.each([
    ['2026-03-05', 'Asia/Almaty', '2026-03-04T19:00:00.000Z'],
    // The clocks change on the first day of each pair; the second is the day after.
    ['2026-03-08', 'America/Los_Angeles', '2026-03-08T08:00:00.000Z'],
    ['2026-03-09', 'America/Los_Angeles', '2026-03-09T07:00:00.000Z'],
    ['2026-11-01', 'America/Los_Angeles', '2026-11-01T07:00:00.000Z'],
    ['2026-11-02', 'America/Los_Angeles', '2026-11-02T08:00:00.000Z'],
    // This day has no midnight: the clocks skip it.
    ['2025-09-07', 'America/Santiago', '2025-09-07T04:00:00.000Z'],
    ['2028-03-01', 'Asia/Kathmandu', '2028-02-29T18:15:00.000Z'],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    ['1000-01-01', 'UTC', '1000-01-01T00:00:00.000Z'],
    ['9999-12-31', 'UTC', '9999-12-31T00:00:00.000Z'],
    ['9999-12-31', 'America/New_York', '9999-12-31T05:00:00.000Z'],
  ])('%s in %s', (day, zone, start) => {
    expect(startOfDay(day, zone)?.toISOString()).toBe(start)
    expect(endOfDay(addDays(day, -1), zone)?.toISOString()).toBe(start)
    expect(dayOf(new Date(start), zone)).toBe(day)
    expect(dayOf(new Date(Date.parse(start) - 1), zone)).not.toBe(day)
  })
})
