import { isAct } from '../../domain/audit/acts'
import type { AuditFound } from '../../domain/audit/list-audit.server'
import { formatDateTime, formatExactTime, formatList } from '../../i18n/format'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'
import {
  INVITE_TYPES,
  OPERATION_MODES,
  ORGANIZATION_STATUSES,
  ROLES,
  USER_STATUSES,
  VERIFICATION_STATUSES,
  type Language,
} from '../../vocabulary'
import { FIELD_WORDS } from './field-words'

type Spoken = { language: Language; timeZone: string }

/** A row of the log in words: who, what, on what, and each field before and after. */
export function describeAudit(row: AuditFound, spoken: Spoken) {
  const { language, timeZone } = spoken
  return {
    id: row.id,
    at: {
      at: row.at.toISOString(),
      text: formatDateTime(row.at, language, timeZone),
      exact: formatExactTime(row.at, language, timeZone),
    },
    actorName: row.actorName,
    role: row.role,
    act: isAct(row.act) ? translate(language, { key: `audit:act.${row.act}` }) : row.act,
    object: describeObject(row),
    changes: changesOf(row, spoken),
    reason: row.reason,
    requestId: row.requestId,
  }
}
export type AuditRowInWords = ReturnType<typeof describeAudit>

function describeObject({ objectType, objectId, organizationName, inviteCode, objectUser }: AuditFound) {
  if (objectType === 'verification') return { name: organizationName ?? objectId, href: `/verifications/${objectId}` }
  if (objectType === 'organization') return { name: organizationName ?? objectId, href: `/organizations/${objectId}` }
  if (objectType === 'invite') return { name: inviteCode ?? objectId, href: `/invites/${objectId}` }
  if (objectType === 'user') return { name: objectUser ?? objectId, href: `/users/${objectId}` }
  return { name: objectId, href: null }
}

function changesOf({ objectType, before, after }: AuditFound, spoken: Spoken) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => {
    const words = FIELD_WORDS[name]
    const say = (value: unknown) => speakValue(objectType, name, value, spoken)
    return {
      name: words ? translate(spoken.language, { key: words }) : name,
      before: before && name in before ? say(before[name]) : null,
      after: after && name in after ? say(after[name]) : null,
    }
  })
}

type Members = { names: string[]; of?: string; all: readonly string[]; key: string }

/** The closed lists whose members stand in before and after, and where their words are. */
const MEMBERS: Members[] = [
  { names: ['role'], all: ROLES, key: 'common:role' },
  { names: ['status'], of: 'verification', all: VERIFICATION_STATUSES, key: 'verifications:status' },
  { names: ['status'], of: 'user', all: USER_STATUSES, key: 'users:status' },
  { names: ['status'], of: 'organization', all: ORGANIZATION_STATUSES, key: 'organizations:status' },
  { names: ['organizationStatus'], all: ORGANIZATION_STATUSES, key: 'organizations:status' },
  { names: ['operationMode'], all: OPERATION_MODES, key: 'organizations:mode' },
  { names: ['type'], of: 'invite', all: INVITE_TYPES, key: 'invites:type' },
]

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function speakValue(objectType: string, name: string, value: unknown, spoken: Spoken): string {
  const { language, timeZone } = spoken
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return translate(language, { key: value ? 'organizations:yes' : 'organizations:no' })
  if (Array.isArray(value))
    return formatList(
      value.map((one) => speakValue(objectType, name, one, spoken)),
      language,
    )
  if (typeof value !== 'string') return JSON.stringify(value)
  if (INSTANT.test(value)) return formatDateTime(new Date(value), language, timeZone)
  return speakMember(objectType, name, value, language) ?? value
}

function speakMember(objectType: string, name: string, value: string, language: Language): string | null {
  const words = MEMBERS.find((member) => member.names.includes(name) && (member.of ?? objectType) === objectType)
  return words?.all.includes(value) ? translate(language, { key: `${words.key}.${value}` as TextKey }) : null
}
