import { href } from 'react-router'
import type { Route } from './+types/export'
import { auditList } from '../../domain/audit/audit-list'
import { exportAudit } from '../../domain/audit/list-audit.server'
import { listExport } from '../../http/answers/list-export.server'
import { permit } from '../../http/sign-in/permit.server'
import { freshOrConfirm } from '../../http/sign-in/proof.server'
import { fileMiddleware } from '../../http/answers/file-middleware.server'
import { formatSpreadsheetTime } from '../../i18n/format'
import { translate } from '../../i18n/texts.server'
import type { Language } from '../../vocabulary'
import { auditView, type AuditRowView } from './audit-view.server'

export const middleware: Route.MiddlewareFunction[] = [fileMiddleware]

/** The filtered log as a CSV file. */
export async function loader(args: Route.LoaderArgs) {
  const allowed = freshOrConfirm(args, permit(args.context, 'audit.read'), href('/audit/export/confirm'))
  return listExport(args, allowed, {
    fileName: 'audit-log',
    list: auditList,
    command: exportAudit,
    columns: [
      ['audit:column.at', (row, { timeZone }) => formatSpreadsheetTime(row.at, timeZone)],
      ['audit:column.who', (row, { t }) => row.actorName ?? t('audit:nobody')],
      ['audit:filter.role', (row, { t }) => row.role && t(`common:role.${row.role}`)],
      ['audit:column.action', (row, reader) => auditView(row, reader, row.names).action],
      ['audit:column.object', (row, reader) => auditView(row, reader, row.names).object.name],
      ['organizations:field.id', (row) => row.objectId],
      ['audit:column.details', (row, reader) => changesInWords(auditView(row, reader, row.names), reader.language)],
      ['audit:reason', (row) => row.reason],
      ['audit:reference', (row) => row.requestId],
      ['audit:sheet.address', (row) => row.address],
      ['audit:sheet.position', (row) => row.position],
      ['audit:sheet.hash', (row) => row.hash],
    ],
  })
}

/** Each changed field with its values before and after in one cell; a value that is the same in both appears once. */
const changesInWords = ({ changes }: AuditRowView, language: Language): string =>
  changes
    .map(({ name, before, after }) =>
      translate(language, {
        key: 'common:labelled',
        values: { label: name, value: before === after ? (after ?? '') : `${before ?? ''} → ${after ?? ''}` },
      }),
    )
    .reduce(
      (before, next) => (before ? translate(language, { key: 'audit:sheet.changes', values: { before, next } }) : next),
      '',
    )
