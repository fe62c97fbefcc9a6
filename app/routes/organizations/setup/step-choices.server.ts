import { SETUP_TIME_ZONES } from '../../../domain/setup/time-zones'
import { formatCountry } from '../../../i18n/format'
import { COUNTRIES, type Language } from '../../../vocabulary'

/** Options whose words are formatted on the server. */
export const stepChoices = (language: Language, now: Date) => ({
  countries: COUNTRIES.map((value) => ({ value, label: formatCountry(value, language) })),
  timeZones: SETUP_TIME_ZONES.map((value) => ({
    value,
    label: `${value.replace('_', ' ')} (${offsetOf(value, now)})`,
  })),
})

export type StepChoices = ReturnType<typeof stepChoices>

const offsetOf = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
