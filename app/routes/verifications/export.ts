import type { Route } from './+types/export'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import { verificationList } from '../../domain/verifications/verification-list'
import { exportVerifications } from '../../domain/verifications/verification-queue.server'
import { csvAnswer } from '../../http/csv.server'
import { permit } from '../../http/permit.server'
import { notAheadMiddleware } from '../../http/prefetch'
import { formatCountry, formatSheetTime } from '../../i18n/format'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'

export const middleware: Route.MiddlewareFunction[] = [notAheadMiddleware]

const HEADER = [
  'organizations:column.name',
  'organizations:column.country',
  'verifications:column.type',
  'verifications:column.status',
  'verifications:column.reviewer',
  'verifications:column.submitted',
  'verifications:field.reviewedAt',
  'organizations:field.id',
] as const satisfies readonly TextKey[]

/** The queue as filtered, as a file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = permit(context, 'verifications.read')
  const language = context.get(languageContext)
  const { requestId } = context.get(requestInfoContext)
  const translateKey = (key: TextKey) => translate(language, { key })
  const { timeZone } = allowed.actor
  const state = verificationList.read(url)
  const noted = { search: verificationList.search({ ...state, page: 1 }), requestId }
  const blocks = await exportVerifications(context.get(servicesContext), allowed, state, noted)
  async function* cells() {
    for await (const rows of blocks)
      yield rows.map((row) => [
        row.organizationName,
        formatCountry(row.country, language),
        translateKey(`verifications:type.${row.type}`),
        translateKey(`verifications:status.${row.status}`),
        row.reviewerName,
        formatSheetTime(row.submittedAt, timeZone),
        formatSheetTime(row.reviewedAt, timeZone),
        row.id,
      ])
  }
  return csvAnswer('verifications', HEADER.map(translateKey), cells())
}
