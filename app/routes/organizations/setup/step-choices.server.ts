import { SETUP_TIME_ZONES } from '../../../domain/setup/time-zones'
import { formatCountry, formatUtcOffset } from '../../../i18n/format'
import { COUNTRIES, type Language } from '../../../vocabulary'

/** Options whose words are formatted on the server. */
export const stepChoices = (language: Language, now: Date) => ({
  countries: COUNTRIES.map((value) => ({ value, label: formatCountry(value, language) })),
  timeZones: SETUP_TIME_ZONES.map((value) => ({
    value,
    label: `${value.replace('_', ' ')} (${formatUtcOffset(now, value)})`,
  })),
})

export type StepChoices = ReturnType<typeof stepChoices>
