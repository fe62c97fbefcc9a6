import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../domain/access'
import { isAuditAction } from '../../audit-actions'
import { maskValue, isHiddenChange } from '../../domain/audit/hidden'
import type { AuditFound } from '../../domain/audit/list-audit.server'
import { auditObject } from '../../http/views/audit-object.server'
import { formatCountry, formatDateTime, formatExactTime } from '../../i18n/format'
import { keepTogether } from '../../i18n/spacing'
import { localizePseudonyms, translate } from '../../i18n/texts.server'
import { COUNTRIES, type Language } from '../../vocabulary'
import { fieldLabel, UNTOLD_FIELDS } from './field-labels'
import { translateValue } from './translate-value.server'

type Viewer = { language: Language; actor: Pick<Actor, 'id' | 'role' | 'timeZone'> }

/** Names by id of the people, organizations and documents that a row's fields refer to. */
type Names = Readonly<Record<string, string>>

/** Returns an audit row in words: who, what, on what, and each field before and after. */
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
    actorName: row.actorName && localizePseudonyms(language, row.actorName),
    role: row.role,
    action: isAuditAction(row.action) ? translate(language, { key: `audit:action.${row.action}` }) : row.action,
    object: { id: row.objectId, ...auditObject(row, { language, actor }) },
    changes: changesOf(row, { language, timeZone, zoneOfLastDay: row.inviteTimeZone ?? timeZone }, names),
    reason: row.reason,
    requestId: row.requestId,
  }
}
export type AuditRowView = ReturnType<typeof auditView>

/** Replaces ids of people, organizations and documents by their names. */
function withNames(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, names))
  return Object.hasOwn(names, String(value)) ? names[String(value)] : value
}

type BeforeAndAfter = Pick<AuditFound, 'before' | 'after'>

/** Returns `before` and `after` in today's shape, also for older rows that were written differently. */
function inCurrentShape({ objectType, objectId, before, after }: AuditFound): BeforeAndAfter {
  // A deletion by filter has the filter in place of an object id.
  if (objectType === 'invites') return { before, after: { search: objectId === 'all' ? '' : objectId, ...after } }
  if (objectType === 'organization') return withBranches(withBrand({ before, after }))
  const isOlder = [before, after].some((of) => typeof of?.email === 'boolean')
  return isOlder ? { before: withEmail(before), after: withEmail(after) } : { before, after }
}

/** Older rows have a brand in `after` only and, when its name was new, the same name as `name` too. */
function withBrand({ before, after }: BeforeAndAfter): BeforeAndAfter {
  if (!after?.brand || (before && 'brand' in before)) return { before, after }
  if (after.name !== after.brand) return { before: { brand: after.brand, ...before }, after }
  const [{ name = null, ...stood }, { name: _, ...stands }] = [before ?? {}, after]
  return { before: { brand: name, ...stood }, after: stands }
}

/** Older rows list only the names of branches, whatever changed: unchanged names mean a hidden change. */
function withBranches({ before, after }: BeforeAndAfter): BeforeAndAfter {
  const isSame = (name: string) => isDeepStrictEqual(before?.[name], after?.[name])
  if (!after?.branches || after.changedBranches || !isSame('branches') || !isSame('primaryBranch'))
    return { before, after }
  const branches = maskValue(after.branches)
  return { before: { ...before, branches }, after: { ...after, branches } }
}

/** Older rows say only whether a person had an e-mail address. */
const withEmail = (of: BeforeAndAfter['before']): BeforeAndAfter['before'] =>
  of && { ...of, email: maskValue(of.email) }

/** Fields that name what was changed, and are shown although they are the same before and after. */
const NAMES_WHAT_CHANGED = ['brand']
/** Fields that only `after` has, and that are not a value of the object. */
const SAID_ONCE = ['changedBranches']

/** Returns the fields that changed: equal values are skipped, unless the difference itself is hidden. */
function changesOf(row: AuditFound, reader: Parameters<typeof translateValue>[3], names: Names) {
  const { before, after } = inCurrentShape(row)
  const [area = ''] = row.action.split('.')
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const valueOf = (of: Record<string, unknown> | null, name: string) =>
    of && name in of ? translateValue(area, name, withNames(of[name], names), reader) : null
  return fields.flatMap((name) => {
    const isHidden = isHiddenChange(before?.[name], after?.[name])
    const isSame = !isHidden && isDeepStrictEqual([before?.[name]], [after?.[name]])
    if (UNTOLD_FIELDS.includes(name) || (isSame && !NAMES_WHAT_CHANGED.includes(name))) return []
    const now = isHidden ? translate(reader.language, { key: 'audit:changed' }) : valueOf(after, name)
    const isOnce = isHidden || SAID_ONCE.includes(name)
    return { name: labelOf(area, name, reader.language), before: isOnce ? now : valueOf(before, name), after: now }
  })
}

/** A field named by a country's code holds its holidays. */
function labelOf(area: string, name: string, language: Language): string {
  if (COUNTRIES.some((country) => country === name))
    return translate(language, {
      key: 'settings:due-dates.holidaysOf',
      values: { country: formatCountry(name, language) },
    })
  const key = fieldLabel(area, name)
  return key ? translate(language, { key }) : name
}
