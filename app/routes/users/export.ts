import { href } from 'react-router'
import type { Route } from './+types/export'
import { userList } from '../../domain/users/user-list'
import { exportUsers } from '../../domain/users/users.server'
import { listExport } from '../../http/answers/list-export.server'
import { permit } from '../../http/sign-in/permit.server'
import { freshOrConfirm } from '../../http/sign-in/proof.server'
import { fileMiddleware } from '../../http/answers/file-middleware.server'
import { formatSpreadsheetTime } from '../../i18n/format'

export const middleware: Route.MiddlewareFunction[] = [fileMiddleware]

/** The filtered list as a CSV file, with phones masked as in the list. */
export async function loader(args: Route.LoaderArgs) {
  const allowed = freshOrConfirm(args, permit(args.context, 'users.read'), href('/users/export/confirm'))
  return listExport(args, allowed, {
    fileName: 'users',
    list: userList,
    command: exportUsers,
    columns: [
      ['users:column.username', (row) => row.username],
      ['users:column.role', (row, { t }) => t(row.role ? `common:role.${row.role}` : 'users:partner')],
      ['users:field.organization', (row) => row.organizationName],
      ['users:column.status', (row, { t }) => t(`users:status.${row.status}`)],
      ['users:column.phone', (row) => row.phone],
      ['users:column.lastSignIn', (row, { timeZone }) => formatSpreadsheetTime(row.lastSignInAt, timeZone)],
      ['users:column.created', (row, { timeZone }) => formatSpreadsheetTime(row.createdAt, timeZone)],
      ['users:field.id', (row) => row.id],
    ],
  })
}
