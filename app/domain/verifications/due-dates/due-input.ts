import { z } from 'zod'
import { isDay } from '../../../durations'
import type { TextKey } from '../../../i18n/keys'
import { COUNTRIES, VERIFICATION_TYPES, type Country, type VerificationType } from '../../../vocabulary'
import { key, seenVersion, wholeNumber } from '../../form-fields'
import { hasNul } from '../../written-text'
import { DUE_HOURS_MAX } from './due-date'

const HOLIDAYS_MAX = 200
const NAME_MAX = 80
const LINE = /^(\d{4}-\d{2}-\d{2})\s+(\S.*)$/
/** A date in full-width characters, as in Chinese text. */
const WIDE_DATE = /^[\d０-９]{4}[-－][\d０-９]{2}[-－][\d０-９]{2}/

export type Holiday = { day: string; name: string }

/** One holiday, such as '2026-03-22 Nauryz'; null for any other line. */
function holidayOf(line: string): Holiday | null {
  const [, day = '', name = ''] = LINE.exec(line) ?? []
  return isDay(day) && name.length <= NAME_MAX && !hasNul(name) ? { day, name } : null
}

const plainDate = (line: string) => line.replace(WIDE_DATE, (date) => date.normalize('NFKC'))

const hours = wholeNumber({ min: 1, max: DUE_HOURS_MAX }, key('settings:due-dates.error.hours'))

const QUOTED_MAX = 60
const quoted = (line: string) => (line.length > QUOTED_MAX ? `${line.slice(0, QUOTED_MAX)}…` : line)

/** Says what is wrong with a line of holidays, quoting it. */
type SayOfLine = (key: TextKey, line: string) => string

const holidays = (say: SayOfLine) =>
  z.preprocess(
    (value) => value ?? '',
    z.string().transform((text, context): Holiday[] => {
      const lines = text.split('\n').flatMap((line) => plainDate(line.trim()) || [])
      const days = lines.flatMap((line) => holidayOf(line) ?? [])
      const unread = lines.find((line) => !holidayOf(line))
      const twice = days.find(({ day }, index) => days.findIndex((one) => one.day === day) < index)
      const wrong =
        lines.length > HOLIDAYS_MAX
          ? key('settings:due-dates.error.tooMany')
          : unread !== undefined
            ? say('settings:due-dates.error.line', quoted(unread))
            : twice && say('settings:due-dates.error.twice', twice.day)
      if (wrong) context.addIssue(wrong)
      return days.toSorted((a, b) => (a.day < b.day ? -1 : 1))
    }),
  )

const each = <Name extends string, Value>(names: readonly Name[], value: Value) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>

/** Working hours by type, and the holidays of each country, one per line. */
export const dueDatesInput = (say: SayOfLine) =>
  z.object({
    ...each<VerificationType, typeof hours>(VERIFICATION_TYPES, hours),
    ...each<Country, ReturnType<typeof holidays>>(COUNTRIES, holidays(say)),
    version: seenVersion,
  })
export type DueDatesInput = z.output<ReturnType<typeof dueDatesInput>>
