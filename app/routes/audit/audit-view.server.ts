import type { Actor } from '../../domain/access'
import { isAuditAction } from '../../domain/audit/actions'
import type { AuditFound } from '../../domain/audit/list-audit.server'
import { auditObject } from '../../http/audit-object.server'
import { formatDateTime, formatExactTime } from '../../i18n/format'
import { translate } from '../../i18n/texts.server'
import type { Language } from '../../vocabulary'
import { FIELD_LABELS, UNTOLD_FIELDS } from './field-labels'
import { translateValue } from './translate-value.server'

type Reader = { language: Language; actor: Pick<Actor, 'id' | 'role' | 'timeZone'> }

/** A row of the log in words: who, what, on what, and each field before and after. */
export function auditView(row: AuditFound, { language, actor }: Reader) {
  const { timeZone } = actor
  return {
    id: row.id,
    at: {
      at: row.at.toISOString(),
      text: formatDateTime(row.at, language, timeZone),
      exact: formatExactTime(row.at, language, timeZone),
    },
    actorId: row.actorId,
    actorName: row.actorName,
    role: row.role,
    action: isAuditAction(row.action) ? translate(language, { key: `audit:action.${row.action}` }) : row.action,
    object: { id: row.objectId, organizationId: row.organizationId, ...auditObject(row, { language, actor }) },
    changes: changesOf(row, { language, timeZone }),
    reason: row.reason,
    requestId: row.requestId,
  }
}
export type AuditRowView = ReturnType<typeof auditView>

function changesOf({ action, before, after }: AuditFound, reader: Parameters<typeof translateValue>[3]) {
  const [area = ''] = action.split('.')
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const valueOf = (of: Record<string, unknown> | null, name: string) =>
    of && name in of ? translateValue(area, name, of[name], reader) : null
  return names
    .filter((name) => !UNTOLD_FIELDS.includes(name))
    .map((name) => {
      const words = FIELD_LABELS[name]
      return {
        name: words ? translate(reader.language, { key: words }) : name,
        before: valueOf(before, name),
        after: valueOf(after, name),
      }
    })
}
