import type { Route } from './+types/export'
import { organizationList } from '../../domain/organizations/organization-list'
import { exportOrganizations } from '../../domain/organizations/organizations.server'
import { listExport } from '../../http/answers/list-export.server'
import { permit } from '../../http/sign-in/permit.server'
import { fileMiddleware } from '../../http/answers/file-middleware.server'
import { formatCountry, formatSpreadsheetTime } from '../../i18n/format'

export const middleware: Route.MiddlewareFunction[] = [fileMiddleware]

/** The filtered list as a CSV file. */
export async function loader(args: Route.LoaderArgs) {
  const allowed = permit(args.context, 'organizations.read')
  return listExport(args, allowed, {
    fileName: 'organizations',
    list: organizationList,
    command: exportOrganizations,
    columns: [
      ['organizations:column.name', (row) => row.name],
      ['organizations:field.legalName', (row) => row.legalName],
      ['organizations:field.registrationNumber', (row) => row.registrationNumber],
      ['organizations:column.country', (row, { language }) => formatCountry(row.country, language)],
      ['organizations:column.mode', (row, { t }) => t(`organizations:mode.${row.operationMode}`)],
      ['organizations:column.status', (row, { t }) => t(`organizations:status.${row.status}`)],
      ['organizations:column.waitsFor', (row, { t }) => row.waitsFor && t(`organizations:waitsFor.${row.waitsFor}`)],
      [
        'organizations:column.access',
        (row, { t }) => t(row.isTrial ? 'organizations:access.trial' : 'organizations:access.official'),
      ],
      ['organizations:column.created', (row, { timeZone }) => formatSpreadsheetTime(row.createdAt, timeZone)],
      ['organizations:field.id', (row) => row.id],
    ],
  })
}
