import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../domain/access'
import { isAuditAction } from '../../audit-actions'
import type { AuditFound } from '../../domain/audit/list-audit.server'
import { auditObject } from '../../http/views/audit-object.server'
import { formatCountry, formatDateTime, formatExactTime } from '../../i18n/format'
import { keepTogether } from '../../i18n/spacing'
import { readIn, translate } from '../../i18n/texts.server'
import { COUNTRIES, type Language } from '../../vocabulary'
import { fieldLabel, UNTOLD_FIELDS } from './field-labels'
import { translateValue } from './translate-value.server'

type Viewer = { language: Language; actor: Pick<Actor, 'id' | 'role' | 'timeZone'> }

/** By id: whom the fields of a row name. */
type Names = Readonly<Record<string, string>>

/** A row of the log in words: who, what, on what, and each field before and after. */
export function auditView(row: AuditFound, { language, actor }: Viewer, names: Names) {
  const { timeZone } = actor
  return {
    id: row.id,
    at: {
      at: row.at.toISOString(),
      text: keepTogether(formatDateTime(row.at, language, timeZone), language),
      exact: formatExactTime(row.at, language, timeZone),
    },
    actorId: row.actorId,
    actorName: row.actorName && readIn(language, row.actorName),
    role: row.role,
    action: isAuditAction(row.action) ? translate(language, { key: `audit:action.${row.action}` }) : row.action,
    object: { id: row.objectId, ...auditObject(row, { language, actor }) },
    changes: changesOf(row, { language, timeZone, zoneOfLastDay: row.inviteTimeZone ?? timeZone }, names),
    reason: row.reason,
    requestId: row.requestId,
  }
}
export type AuditRowView = ReturnType<typeof auditView>

/** People, organizations and documents in the place of their ids. */
function withNames(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, names))
  return Object.hasOwn(names, String(value)) ? names[String(value)] : value
}

/** What was written before and after, also in rows that had it otherwise once. */
function writtenIn(row: AuditFound): Pick<AuditFound, 'before' | 'after'> {
  const { objectType, objectId, before, after } = row
  // What is deleted by filter has the filter in the place of an id.
  if (objectType === 'invites') return { before, after: { search: objectId === 'all' ? '' : objectId, ...after } }
  if (objectType !== 'organization' || !after?.brand || (before && 'brand' in before)) return { before, after }
  // A brand was named after alone, and where its name was new, as `name` too.
  if (after.name !== after.brand) return { before: { brand: after.brand, ...before }, after }
  const [{ name = null, ...stood }, { name: _, ...stands }] = [before ?? {}, after]
  return { before: { brand: name, ...stood }, after: stands }
}

/** What an entry tells beside what changed: the brand that it changed of. */
const NAMES_WHAT_CHANGED = ['brand']

/** What is the same before and after is no change. */
function changesOf(row: AuditFound, reader: Parameters<typeof translateValue>[3], names: Names) {
  const { before, after } = writtenIn(row)
  const [area = ''] = row.action.split('.')
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const valueOf = (of: Record<string, unknown> | null, name: string) =>
    of && name in of ? translateValue(area, name, withNames(of[name], names), reader) : null
  return fields
    .filter((name) => !UNTOLD_FIELDS.includes(name))
    .filter((name) => NAMES_WHAT_CHANGED.includes(name) || !isDeepStrictEqual([before?.[name]], [after?.[name]]))
    .map((name) => ({
      name: labelOf(area, name, reader.language),
      before: valueOf(before, name),
      after: valueOf(after, name),
    }))
}

/** The holidays of a country stand under its code. */
function labelOf(area: string, name: string, language: Language): string {
  if (COUNTRIES.some((country) => country === name))
    return translate(language, {
      key: 'settings:due-dates.holidaysOf',
      values: { country: formatCountry(name, language) },
    })
  const key = fieldLabel(area, name)
  return key ? translate(language, { key }) : name
}
