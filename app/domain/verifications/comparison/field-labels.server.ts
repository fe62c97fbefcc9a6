import { formatAmount, formatCountry, formatList, formatNouns, formatNumber } from '../../../i18n/format'
import { LANGUAGE_NAMES } from '../../../i18n/languages'
import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import { COUNTRIES, LANGUAGES, OPERATION_MODES, SERVICE_TYPES, WORKING_DAYS, type Language } from '../../../vocabulary'
import { formatPhone } from '../../phones/phone.server'
import {
  fieldsOf,
  isFormStep,
  PROPOSED_FIELDS,
  type Lists,
  type OrganizationField,
  type ProposedSection,
} from '../../organizations/organization-fields'
import { keyOf } from './proposals'

/** The bank account and the representative, by the keys of what is sent. */
const PROPOSED: Readonly<Record<string, TextKey>> = Object.fromEntries(
  (Object.keys(PROPOSED_FIELDS) as ProposedSection[]).flatMap((section) =>
    fieldsOf(section).map(([name, { label }]) => [keyOf(section, name), label]),
  ),
)

export const isProposed = (key: string): boolean => key in PROPOSED

/** The field behind `step.column`; null for what is no field of a form. */
function fieldBehind(key: string): OrganizationField | null {
  const [step = '', column = ''] = key.split('.')
  if (!isFormStep(step)) return null
  return fieldsOf(step).find(([name, field]) => (field.column ?? name) === column)?.[1] ?? null
}

/** The closed list that the field behind a key chooses from; null where a person writes what they want. */
function listBehind(key: string): keyof Lists | null {
  const field = fieldBehind(key)
  return field && 'of' in field ? field.of : null
}

/** Phones and e-mails, the bank account and the representative: only for those who may read contacts. */
export const isContact = (key: string): boolean =>
  isProposed(key) || ['phone', 'email'].includes(fieldBehind(key)?.kind ?? '')

/** What a value of a submission is called. */
export function fieldLabel(key: string, language: Language): string {
  const field = fieldBehind(key)
  const own = PROPOSED[key] ?? (key.endsWith('.isPrimary') ? 'setup:field.primary' : null)
  const label = field ? (field.columnLabel ?? field.label) : own
  return label ? translate(language, { key: label }) : key
}

/** A value of a submission in words; '' for nothing. */
export function fieldValueText(key: string, value: unknown, language: Language): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    const labels = value.map((one) => fieldValueText(key, one, language))
    return listBehind(key) === 'services' ? formatNouns(labels, language) : formatList(labels, language)
  }
  if (typeof value === 'boolean') return translate(language, { key: value ? 'organizations:yes' : 'organizations:no' })
  const field = fieldBehind(key)
  if (typeof value === 'number')
    return field?.kind === 'amount' ? formatAmount(value, field.unit, language) : formatNumber(value, language)
  const text = String(value)
  if (field?.kind === 'phone') return formatPhone(text)
  const among = <Word extends string>(list: readonly Word[]) => list.find((word) => word === text)
  switch (listBehind(key)) {
    case 'modes': {
      const mode = among(OPERATION_MODES)
      return mode ? translate(language, { key: `organizations:mode.${mode}` }) : text
    }
    case 'services': {
      const service = among(SERVICE_TYPES)
      return service ? translate(language, { key: `organizations:service.${service}` }) : text
    }
    case 'days': {
      const day = among(WORKING_DAYS)
      return day ? translate(language, { key: `organizations:day.${day}` }) : text
    }
    case 'countries': {
      const country = among(COUNTRIES)
      return country ? formatCountry(country, language) : text
    }
    case 'languages': {
      const spoken = among(LANGUAGES)
      return spoken ? LANGUAGE_NAMES[spoken] : text
    }
    default:
      return text
  }
}
