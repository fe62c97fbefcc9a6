import type { Language } from '../vocabulary'
import { formatDayAhead, formatTime } from './format'
import { translate } from './texts.server'

/** "tomorrow at 10:00 AM", in the reader's zone; a past day is written as its date. */
export const soonText = (at: Date, now: Date, language: Language, timeZone: string): string =>
  translate(language, {
    key: 'common:dayAndTime',
    values: { day: formatDayAhead(at, now, language, timeZone), time: formatTime(at, language, timeZone) },
  })
