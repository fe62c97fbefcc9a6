import { redirect } from 'react-router'
import type { Route } from './+types/export'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import { auditList } from '../../domain/audit/audit-list'
import { exportAudit } from '../../domain/audit/list-audit.server'
import { dateProof, isFresh } from '../../domain/fresh-proof'
import { csvAnswer } from '../../http/csv.server'
import { permit } from '../../http/permit.server'
import { notAheadMiddleware } from '../../http/prefetch'
import { formatSheetTime } from '../../i18n/format'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'
import { auditView } from './audit-view.server'

export const middleware: Route.MiddlewareFunction[] = [notAheadMiddleware]

const HEADER = [
  'audit:column.at',
  'audit:column.who',
  'audit:filter.role',
  'audit:column.action',
  'audit:column.object',
  'organizations:field.id',
  'audit:column.details',
  'audit:reason',
  'audit:reference',
  'audit:sheet.address',
  'audit:sheet.position',
  'audit:sheet.hash',
] as const satisfies readonly TextKey[]

/** The log as filtered, as a file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = dateProof(permit(context, 'audit.read'), context.get(servicesContext).now())
  if (!isFresh(allowed)) throw redirect(`/audit/export/confirm${url.search}`)
  const language = context.get(languageContext)
  const { requestId } = context.get(requestInfoContext)
  const translateKey = (key: TextKey) => translate(language, { key })
  const { actor } = allowed
  const state = auditList.read(url)
  const noted = { search: auditList.search({ ...state, page: 1 }), requestId }
  const blocks = await exportAudit(context.get(servicesContext), allowed, state, noted)
  async function* cells() {
    for await (const rows of blocks)
      yield rows.map((row) => {
        const { action, object, changes } = auditView(row, { language, actor })
        return [
          formatSheetTime(row.at, actor.timeZone),
          row.actorName ?? translateKey('audit:nobody'),
          row.role && translateKey(`common:role.${row.role}`),
          action,
          object.name,
          row.objectId,
          changes.map(({ name, before, after }) => `${name}: ${before ?? ''} → ${after ?? ''}`).join('; '),
          row.reason,
          row.requestId,
          row.address,
          row.position,
          row.hash,
        ]
      })
  }
  return csvAnswer('audit-log', HEADER.map(translateKey), cells())
}
