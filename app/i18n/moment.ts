import type { Language } from '../vocabulary'
import { formatDate, formatExactTime, formatRelative } from './format'
import { keepTogether } from './spacing'

/** A moment: ISO 8601, the text to show, and the exact time with its zone for the tooltip. */
export type Moment = { at: string; text: string; exact: string }

/** "3 hours ago". */
export const relativeMoment = (at: Date, now: Date, language: Language, timeZone: string): Moment => ({
  at: at.toISOString(),
  text: formatRelative(at, now, language),
  exact: formatExactTime(at, language, timeZone),
})

/** "Mar 5, 2026": the day in `zoneOfDay`. */
export const dayMoment = (at: Date, language: Language, timeZone: string, zoneOfDay = timeZone): Moment => ({
  at: at.toISOString(),
  text: keepTogether(formatDate(at, language, zoneOfDay), language),
  exact: formatExactTime(at, language, timeZone),
})
