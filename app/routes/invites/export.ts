import type { Route } from './+types/export'
import { inviteList } from '../../domain/invites/invite-list'
import { lastUsableInstant, expiryTimeZone } from '../../domain/invites/invite'
import { exportInvites } from '../../domain/invites/invites.server'
import { listExport } from '../../http/answers/list-export.server'
import { permit } from '../../http/sign-in/permit.server'
import { fileMiddleware } from '../../http/answers/file-middleware.server'
import { formatSpreadsheetDay, formatSpreadsheetTime } from '../../i18n/format'

export const middleware: Route.MiddlewareFunction[] = [fileMiddleware]

/** The filtered list as a CSV file, with recipients as the list shows them. */
export async function loader(args: Route.LoaderArgs) {
  const allowed = permit(args.context, 'invites.read')
  return listExport(args, allowed, {
    fileName: 'invite-codes',
    list: inviteList,
    command: exportInvites,
    columns: [
      ['invites:column.code', (row) => row.code],
      ['invites:column.type', (row, { t }) => t(`invites:type.${row.type}`)],
      ['invites:column.status', (row, { t }) => t(`invites:status.${row.status}`)],
      ['audit:field.usedCount', (row) => row.usedCount],
      ['audit:field.maximumUses', (row) => row.maximumUses],
      // The day is in the code's zone, as in the list; the exact end is in the reader's zone, like all other times in the file.
      [
        'invites:column.expires',
        (row, { timeZone }) =>
          formatSpreadsheetDay(row.expiresAt && lastUsableInstant(row.expiresAt), expiryTimeZone(row, timeZone)),
      ],
      [
        'invites:column.expiresHere',
        (row, { timeZone }) => formatSpreadsheetTime(row.expiresAt && lastUsableInstant(row.expiresAt), timeZone),
      ],
      ['audit:field.organizationId', (row) => row.organizationName],
      ['audit:field.role', (row, { t }) => row.role && t(`common:role.${row.role}`)],
      ['invites:column.recipient', (row, { t }) => row.recipient ?? (row.channel && t('common:erased'))],
      ['invites:column.notes', (row) => row.notes],
      ['invites:column.created', (row, { timeZone }) => formatSpreadsheetTime(row.createdAt, timeZone)],
    ],
  })
}
