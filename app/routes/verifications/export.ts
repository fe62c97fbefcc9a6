import type { Route } from './+types/export'
import { verificationList } from '../../domain/verifications/queue/verification-list'
import { exportVerifications } from '../../domain/verifications/queue/verification-queue.server'
import { listExport } from '../../http/answers/list-export.server'
import { permit } from '../../http/sign-in/permit.server'
import { fileMiddleware } from '../../http/answers/file-middleware.server'
import { formatCountry, formatSpreadsheetTime } from '../../i18n/format'
import { reservationText } from './reservation.server'

export const middleware: Route.MiddlewareFunction[] = [fileMiddleware]

/** The filtered queue as a CSV file. */
export async function loader(args: Route.LoaderArgs) {
  const allowed = permit(args.context, 'verifications.read')
  return listExport(args, allowed, {
    fileName: 'verifications',
    list: verificationList,
    command: exportVerifications,
    columns: [
      ['organizations:column.name', (row) => row.organizationName],
      ['organizations:column.country', (row, { language }) => formatCountry(row.country, language)],
      ['verifications:column.type', (row, { t }) => t(`verifications:type.${row.type}`)],
      ['verifications:column.status', (row, { t }) => t(`verifications:status.${row.status}`)],
      ['verifications:column.due', (row, { timeZone }) => formatSpreadsheetTime(row.dueAt, timeZone)],
      [
        'verifications:column.reviewer',
        (row, { language }) => row.reviewerName ?? reservationText(row.reserved, language),
      ],
      ['verifications:column.submitted', (row, { timeZone }) => formatSpreadsheetTime(row.submittedAt, timeZone)],
      ['verifications:field.reviewedAt', (row, { timeZone }) => formatSpreadsheetTime(row.reviewedAt, timeZone)],
      ['organizations:field.id', (row) => row.id],
    ],
  })
}
