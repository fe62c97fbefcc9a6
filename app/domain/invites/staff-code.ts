import { dayOf } from '../calendar'

const STAFF_CODE_DAYS = 7
const DAY_MS = 24 * 3_600_000

/** The last day of a code for staff, unless somebody says otherwise: it opens the console. */
export const lastDayForStaff = (now: Date, timeZone: string): string =>
  dayOf(new Date(now.getTime() + STAFF_CODE_DAYS * DAY_MS), timeZone)
