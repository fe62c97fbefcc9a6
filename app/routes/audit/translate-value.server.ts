import type { Area } from '../../audit-actions'
import { decoded } from '../../decoded'
import { lastUsableInstant } from '../../domain/invites/invite'
import { CANCELLED_BECAUSE } from '../../domain/users/recovery/recovery-actions'
import { fieldsOf } from '../../domain/organizations/organization-fields'
import { VERIFICATION_ACTION_NAMES } from '../../domain/verifications/verification-actions'
import { formatCountry, formatDateTime, formatList, formatNouns, formatNumber } from '../../i18n/format'
import type { TextKey } from '../../i18n/keys'
import { LANGUAGE_NAMES } from '../../i18n/languages'
import { translate } from '../../i18n/texts.server'
import type { Reader } from '../../i18n/reader'
import {
  COUNTRIES,
  DENSITIES,
  DOCUMENT_STATUSES,
  DOCUMENT_TYPES,
  INVITE_CHANNELS,
  INVITE_TYPES,
  LANGUAGES,
  OPERATION_MODES,
  ORGANIZATION_STATUSES,
  ROLES,
  SERVICE_TYPES,
  SETUP_STEPS,
  START_PAGES,
  TEMPLATE_USES,
  USER_STATUSES,
  VERIFICATION_STATUSES,
  VERIFICATION_TYPES,
  WORKING_DAYS,
  type Language,
} from '../../vocabulary'

type Members = { names: string[]; area?: Area; all: readonly string[]; key: string }

/** Fields that hold members of closed lists, and the keys of the members' words. */
const MEMBERS: Members[] = [
  { names: ['role', 'sharedWith'], all: ROLES, key: 'common:role' },
  { names: ['status'], area: 'verification', all: VERIFICATION_STATUSES, key: 'verifications:status' },
  { names: ['status'], area: 'document', all: DOCUMENT_STATUSES, key: 'organizations:document.status' },
  { names: ['status'], area: 'user', all: USER_STATUSES, key: 'users:status' },
  { names: ['status', 'organizationStatus'], all: ORGANIZATION_STATUSES, key: 'organizations:status' },
  { names: ['access'], all: ['trial', 'official'], key: 'organizations:access' },
  { names: ['decision'], all: VERIFICATION_ACTION_NAMES, key: 'verifications:action' },
  { names: ['operationMode'], all: OPERATION_MODES, key: 'organizations:mode' },
  { names: ['type'], area: 'invite', all: INVITE_TYPES, key: 'invites:type' },
  { names: ['type'], area: 'document', all: DOCUMENT_TYPES, key: 'organizations:document.type' },
  { names: ['channel'], all: INVITE_CHANNELS, key: 'settings:notifications.channel' },
  { names: ['proof'], all: ['code', 'passkey'], key: 'audit:proof' },
  { names: ['step'], all: SETUP_STEPS, key: 'setup:step' },
  { names: ['serviceTypes'], all: SERVICE_TYPES, key: 'organizations:service' },
  { names: ['workingDays'], all: WORKING_DAYS, key: 'organizations:day' },
  { names: ['way'], all: ['code', 'passkey'], key: 'audit:way' },
  { names: ['density'], all: DENSITIES, key: 'settings:display.densities' },
  { names: ['use'], all: TEMPLATE_USES, key: 'templates:use' },
  { names: ['types', 'mustOpen'], all: VERIFICATION_TYPES, key: 'verifications:type' },
  { names: ['documentTypes'], all: DOCUMENT_TYPES, key: 'organizations:document.type' },
  { names: ['because'], area: 'recovery', all: CANCELLED_BECAUSE, key: 'users:recovery.because' },
  { names: ['startPage'], all: START_PAGES, key: 'settings:display.starts' },
]

/** All fields that hold an instant; text in other fields may look like one. */
const INSTANTS = ['expiresAt', 'changesAt', 'createdUpTo', 'olderThan']
const NOUNS = ['serviceTypes', 'types', 'mustOpen', 'documentTypes']
/** Fields with one or several countries: `country`, `pickupCountries`. */
const COUNTRY_NAMES = /countr(y|ies)$/i
const NOTHING = '—'
/** The settings address the reader as “you” in these; the log is about somebody else. */
const OF_THE_READER = ['invite_redeemed', 'mention', 'morning_digest']
const NOTICE = /^(\w+)\.(email|whatsapp)$/

/** `zoneOfLastDay`: the zone in which a code's last day ends, whoever reads. */
type LogReader = Omit<Reader, 'now'> & { zoneOfLastDay?: string }

/** Returns a value of `before` or `after` in words. */
export function translateValue(area: string, name: string, value: unknown, reader: LogReader): string {
  const { language, timeZone, zoneOfLastDay = timeZone } = reader
  if (name === 'sharedWith' && value === null) return translate(language, { key: 'views:nobody' })
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return translate(language, { key: value ? 'organizations:yes' : 'organizations:no' })
  if (typeof value === 'number') return formatNumber(value, language)
  if (Array.isArray(value)) {
    if (value.length === 0) return NOTHING
    if (name === 'changedBranches') return branchesInWords(value, language)
    const texts = value.map((one) => translateValue(area, name, one, reader))
    return NOUNS.includes(name) ? formatNouns(texts, language) : formatList(texts, language)
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  const at = new Date(INSTANTS.includes(name) ? value : NaN)
  if (!Number.isNaN(at.getTime()))
    return name === 'expiresAt'
      ? formatDateTime(lastUsableInstant(at), language, zoneOfLastDay)
      : formatDateTime(at, language, timeZone)
  if (name === 'search') return decoded(value.replaceAll('+', ' ')) ?? value
  return translateMember(area, name, value, language)
}

/** "Head office: Phone and address; Depot: Email": each branch with its changed fields. */
const branchesInWords = (changed: { name: string; fields: string[] }[], language: Language): string =>
  changed
    .map(({ name, fields }) => {
      const labels = fieldsOf('contact').flatMap(([field, { label }]) =>
        fields.includes(field) ? [translate(language, { key: label })] : [],
      )
      return translate(language, {
        key: 'common:labelled',
        values: { label: name, value: formatNouns(labels, language) },
      })
    })
    .reduce((before, next) => translate(language, { key: 'audit:sheet.changes', values: { before, next } }))

function translateMember(area: string, name: string, value: string, language: Language): string {
  const translateKey = (key: string) => translate(language, { key: key as TextKey })
  const list = MEMBERS.find((member) => member.names.includes(name) && (member.area ?? area) === area)
  if (list?.all.includes(value)) return translateKey(`${list.key}.${value}`)
  const spokenLanguage = LANGUAGES.find((one) => one === value)
  if ((name === 'language' || name === 'defaultLocale') && spokenLanguage) return LANGUAGE_NAMES[spokenLanguage]
  if (COUNTRY_NAMES.test(name) && COUNTRIES.some((country) => country === value)) return formatCountry(value, language)
  const [, event, channel] = (name === 'notifications' && NOTICE.exec(value)) || []
  if (event && channel)
    return translate(language, {
      key: 'audit:notice',
      values: {
        event: translateKey(
          `${OF_THE_READER.includes(event) ? 'audit:event' : 'settings:notifications.events'}.${event}`,
        ),
        channel: translateKey(`settings:notifications.channel.${channel}`),
      },
    })
  return value
}
