import { expect, it } from 'vitest'
import { addDays, lastDays, lastWeeks, dayOf } from '../../app/domain/calendar'

it('knows the day of an instant in each zone', () => {
  const at = new Date('2026-03-05T20:30:00Z')
  expect(dayOf(at, 'Asia/Almaty')).toBe('2026-03-06')
  expect(dayOf(at, 'America/New_York')).toBe('2026-03-05')
})

it('steps over months, leap days and changed clocks', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(lastDays('2026-03-09', 3)).toEqual(['2026-03-07', '2026-03-08', '2026-03-09'])
})

it.each(['2026-03-02', '2026-03-05', '2026-03-08'])('begins weeks on Monday: %s', (today) =>
  expect(lastWeeks(today, 2)).toEqual(['2026-02-23', '2026-03-02']),
)
