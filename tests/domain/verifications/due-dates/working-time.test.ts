import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf } from '../../../../app/domain/calendar'
import { DEFAULT_DUE_HOURS, dueOf, type DueTerms } from '../../../../app/domain/verifications/due-dates/due-date'
import {
  addWorkingMinutes,
  isWorkingDay,
  workingMinutesBetween,
  type WorkingCalendar,
} from '../../../../app/domain/verifications/due-dates/working-time'
import { VERIFICATION_TYPES } from '../../../../app/vocabulary'
import { MINUTE_MS } from '../../../../app/durations'

/** Zones with and without daylight saving, with a half-hour offset, and far ahead of UTC. */
const ZONES = [
  'Asia/Almaty',
  'Asia/Shanghai',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
]
const calendar = (timeZone: string, ...holidays: string[]): WorkingCalendar => ({
  timeZone,
  holidays: new Set(holidays),
})
const anyCalendar = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  holidays: fc
    .array(fc.integer({ min: 0, max: 60 }), { maxLength: 8 })
    .map((days) => new Set(days.map((day) => new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10)))),
})
const anyInstant = fc
  .integer({ min: 0, max: 60 * 24 * 60 })
  .map((minutes) => new Date(Date.UTC(2026, 2, 1) + minutes * MINUTE_MS))
const anyMinutes = fc.integer({ min: 0, max: 60 * 60 })

describe('working time', () => {
  it('runs Monday to Friday from 9:00 to 18:00 local time', () => {
    const friday17 = new Date('2026-03-06T12:00:00Z')
    expect(addWorkingMinutes(friday17, 60, calendar('Asia/Almaty'))).toEqual(new Date('2026-03-06T13:00:00Z'))
    expect(addWorkingMinutes(friday17, 61, calendar('Asia/Almaty'))).toEqual(new Date('2026-03-09T04:01:00Z'))
    expect(workingMinutesBetween(friday17, new Date('2026-03-09T05:00:00Z'), calendar('Asia/Almaty'))).toBe(120)
  })

  it('leaves holidays out', () => {
    const friday17 = new Date('2026-03-20T12:00:00Z')
    const withNauryz = calendar('Asia/Almaty', '2026-03-23', '2026-03-24', '2026-03-25')
    expect(addWorkingMinutes(friday17, 120, withNauryz)).toEqual(new Date('2026-03-26T05:00:00Z'))
  })

  it.each([
    ['spring forward', '2026-03-06T20:00:00Z', '2026-03-09T16:00:00Z'],
    ['fall back', '2026-10-30T20:00:00Z', '2026-11-02T17:00:00Z'],
  ])('follows the local clock across a daylight saving change: %s', (_, friday, monday) => {
    const newYork = calendar('America/New_York')
    const hours = workingMinutesBetween(new Date(friday), new Date(monday), newYork) / 60
    expect(hours).toBe(_ === 'spring forward' ? 3 + 3 : 2 + 3)
    expect(addWorkingMinutes(new Date(friday), hours * 60, newYork)).toEqual(new Date(monday))
  })

  it('of 0 minutes outside working hours ends at the next working instant', () => {
    expect(addWorkingMinutes(new Date('2026-03-07T12:00:00Z'), 0, calendar('Asia/Almaty'))).toEqual(
      new Date('2026-03-09T04:00:00Z'),
    )
  })

  it('between an instant and that instant plus some working minutes is exactly those minutes', () =>
    fc.assert(
      fc.property(anyCalendar, anyInstant, anyMinutes, (where, from, minutes) => {
        expect(workingMinutesBetween(from, addWorkingMinutes(from, minutes, where), where)).toBe(minutes)
      }),
    ))

  it('ends on a working day between 9:00 and 18:00, never before it began', () =>
    fc.assert(
      fc.property(anyCalendar, anyInstant, anyMinutes, (where, from, minutes) => {
        const end = addWorkingMinutes(from, minutes, where)
        const clock = new Intl.DateTimeFormat('sv', { timeZone: where.timeZone, timeStyle: 'short' }).format(end)
        expect(isWorkingDay(dayOf(end, where.timeZone), where)).toBe(true)
        expect(clock >= '09:00' && clock <= '18:00').toBe(true)
        expect(end.getTime()).toBeGreaterThanOrEqual(from.getTime())
      }),
    ))

  it('added in two steps ends exactly when it does in one, and the minutes of both parts add up', () =>
    fc.assert(
      fc.property(anyCalendar, anyInstant, anyMinutes, anyMinutes, (where, from, first, second) => {
        const middle = addWorkingMinutes(from, first, where)
        const end = addWorkingMinutes(from, first + second, where)
        expect(addWorkingMinutes(middle, second, where)).toEqual(end)
        expect(workingMinutesBetween(from, middle, where) + workingMinutesBetween(middle, end, where)).toBe(
          first + second,
        )
      }),
    ))

  it('between any three instants in order adds up: two adjacent spans make the whole one', () =>
    fc.assert(
      fc.property(anyCalendar, anyInstant, anyInstant, anyInstant, (where, ...instants) => {
        const [from, middle, to] = instants.toSorted((a, b) => a.getTime() - b.getTime()) as [Date, Date, Date]
        expect(workingMinutesBetween(from, middle, where) + workingMinutesBetween(middle, to, where)).toBe(
          workingMinutesBetween(from, to, where),
        )
      }),
    ))

  it('is 0 from a later instant to an earlier one', () =>
    expect(workingMinutesBetween(new Date('2026-03-09T08:00:00Z'), new Date(0), calendar('Asia/Almaty'))).toBe(0))
})

describe('the due date', () => {
  const fresh = (where: WorkingCalendar, submittedAt: Date, hours = 8): DueTerms => ({
    status: 'pending',
    submittedAt,
    waitedForApplicantMs: 0,
    waitingSince: null,
    dueAt: null,
    dueLeftMinutes: null,
    hours,
    calendar: where,
  })

  const HOURS = {
    initial_registration: 16,
    business_license_renewal: 24,
    tax_registration_renewal: 24,
    bank_account_update: 8,
    address_change: 8,
    legal_representative_change: 8,
    operation_mode_change: 16,
  }

  it.each(VERIFICATION_TYPES.flatMap((type) => ZONES.map((timeZone) => [type, HOURS[type], timeZone] as const)))(
    'of a %s is its %i working hours after the submission in %s',
    (type, hours, timeZone) => {
      const submittedAt = new Date('2026-03-05T06:30:00Z')
      const where = calendar(timeZone)
      const { dueAt } = dueOf(fresh(where, submittedAt, DEFAULT_DUE_HOURS[type]), submittedAt)
      expect(workingMinutesBetween(submittedAt, dueAt ?? submittedAt, where)).toBe(hours * 60)
    },
  )

  it('that is set only later leaves out the time that the applicant took', () => {
    const submittedAt = new Date('2026-03-02T09:00:00Z')
    const terms = { ...fresh(calendar('Asia/Almaty'), submittedAt), waitedForApplicantMs: 24 * 60 * MINUTE_MS }
    expect(dueOf(terms, submittedAt).dueAt).toEqual(new Date('2026-03-04T08:00:00Z'))
  })

  it('moves by exactly the time that the applicant took, however often they were asked', () =>
    fc.assert(
      fc.property(
        anyCalendar,
        anyInstant,
        fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 9000 })), { maxLength: 4 }),
        (where, submittedAt, pauses) => {
          let terms = { ...fresh(where, submittedAt, 24), ...dueOf(fresh(where, submittedAt, 24), submittedAt) }
          let at = submittedAt
          let worked = 0
          for (const [workMinutes, waitMinutes] of pauses) {
            const asked = addWorkingMinutes(at, workMinutes, where)
            worked += workMinutes
            terms = { ...terms, status: 'need_more_info' }
            terms = { ...terms, ...dueOf(terms, asked) }
            expect(terms).toMatchObject({ dueAt: null, dueLeftMinutes: Math.max(0, 24 * 60 - worked) })
            at = new Date(asked.getTime() + waitMinutes * MINUTE_MS)
            terms = { ...terms, status: 'pending' }
            terms = { ...terms, ...dueOf(terms, at) }
          }
          const left = Math.max(0, 24 * 60 - worked)
          expect(workingMinutesBetween(at, terms.dueAt ?? at, where)).toBe(left)
        },
      ),
    ))

  it('stays the same when computed again under review, and is removed by a decision', () => {
    const where = calendar('Asia/Almaty')
    const at = new Date('2026-03-05T06:30:00Z')
    const set = { ...fresh(where, at), ...dueOf(fresh(where, at), at) }
    expect(dueOf({ ...set, status: 'under_review' }, new Date('2026-03-09T06:30:00Z')).dueAt).toEqual(set.dueAt)
    expect(dueOf({ ...set, status: 'approved' }, at)).toEqual({ dueAt: null, dueLeftMinutes: null })
  })

  it('leaves 0 minutes, not fewer, to an older application that was asked about after its hours', () => {
    const submittedAt = new Date('2026-03-02T06:30:00Z')
    const waiting = { ...fresh(calendar('Asia/Almaty'), submittedAt), status: 'need_more_info' as const }
    const waitingSince = new Date('2026-03-12T06:30:00Z')
    expect(dueOf({ ...waiting, waitingSince }, waitingSince)).toEqual({ dueAt: null, dueLeftMinutes: 0 })
  })
})
