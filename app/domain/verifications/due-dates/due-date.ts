import { WAITS_FOR, type VerificationStatus, type VerificationType } from '../../../vocabulary'
import { addWorkingMinutes, workingMinutesBetween, type WorkingCalendar } from './working-time'

/** Working hours until an application is due, unless a superadmin has set others (decisions, Due). */
export const DEFAULT_DUE_HOURS = {
  initial_registration: 16,
  business_license_renewal: 24,
  tax_registration_renewal: 24,
  bank_account_update: 8,
  address_change: 8,
  legal_representative_change: 8,
  operation_mode_change: 16,
} as const satisfies Record<VerificationType, number>

export const DUE_HOURS_MAX = 400

/** When an application is due, or the minutes left while the applicant has it; both null when it waits for nobody. */
export type Due = { dueAt: Date | null; dueLeftMinutes: number | null }

export type DueTerms = Due & {
  status: VerificationStatus
  submittedAt: Date
  waitedForApplicantMs: number
  waitingSince: Date | null
  /** The working hours for its type. */
  hours: number
  calendar: WorkingCalendar
}

/**
 * The due date that fits the status: the clock runs while the application waits for us and stops while the applicant has it. A due date
 * that was never set counts from the submission, plus the time that the applicant has had it.
 */
export function dueOf(terms: DueTerms, at: Date): Due {
  const { status, dueAt, dueLeftMinutes, calendar } = terms
  const startedAt = new Date(terms.submittedAt.getTime() + terms.waitedForApplicantMs)
  const minutes = terms.hours * 60
  if (WAITS_FOR[status] === 'nobody') return { dueAt: null, dueLeftMinutes: null }
  if (WAITS_FOR[status] === 'us') {
    const restartedAt = () => addWorkingMinutes(at, dueLeftMinutes ?? 0, calendar)
    const resumed = dueLeftMinutes === null ? addWorkingMinutes(startedAt, minutes, calendar) : restartedAt()
    return { dueAt: dueAt ?? resumed, dueLeftMinutes: null }
  }
  const left = () =>
    dueAt
      ? workingMinutesBetween(at, dueAt, calendar)
      : minutes - workingMinutesBetween(startedAt, terms.waitingSince ?? at, calendar)
  return { dueAt: null, dueLeftMinutes: dueLeftMinutes ?? Math.max(0, left()) }
}

type Terms = Pick<DueTerms, 'hours' | 'calendar'>

/**
 * The due date under other hours or holidays, counted from when the clock last started: at the submission, or when the application came
 * back from the applicant with what was left of its hours.
 */
export function recomputeDue(
  is: Terms,
  was: Terms,
  { dueAt, dueLeftMinutes, submittedAt, cameBackAt }: Due & { submittedAt: Date; cameBackAt: Date | null },
): Due {
  const moreMinutes = (is.hours - was.hours) * 60
  if (!dueAt)
    return { dueAt, dueLeftMinutes: dueLeftMinutes === null ? null : Math.max(0, dueLeftMinutes + moreMinutes) }
  const minutes = cameBackAt ? workingMinutesBetween(cameBackAt, dueAt, was.calendar) + moreMinutes : is.hours * 60
  return { dueAt: addWorkingMinutes(cameBackAt ?? submittedAt, minutes, is.calendar), dueLeftMinutes: null }
}
