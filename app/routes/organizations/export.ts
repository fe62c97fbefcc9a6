import type { Route } from './+types/export'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import { organizationList } from '../../domain/organizations/input'
import { exportOrganizations } from '../../domain/organizations/organizations.server'
import { csvAnswer } from '../../http/csv.server'
import { permit } from '../../http/permit.server'
import { notAheadMiddleware } from '../../http/prefetch'
import { formatCountry, formatSheetTime } from '../../i18n/format'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'

export const middleware: Route.MiddlewareFunction[] = [notAheadMiddleware]

const HEADER = [
  'organizations:column.name',
  'organizations:field.legalName',
  'organizations:field.registrationNumber',
  'organizations:column.country',
  'organizations:column.mode',
  'organizations:column.status',
  'organizations:column.access',
  'organizations:column.created',
  'organizations:field.id',
] as const satisfies readonly TextKey[]

/** The list as filtered, as a file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = permit(context, 'organizations.read')
  const language = context.get(languageContext)
  const { requestId } = context.get(requestInfoContext)
  const translateKey = (key: TextKey) => translate(language, { key })
  const state = organizationList.read(url)
  const noted = { search: organizationList.search({ ...state, page: 1 }), requestId }
  const blocks = await exportOrganizations(context.get(servicesContext), allowed, state, noted)
  async function* cells() {
    for await (const rows of blocks)
      yield rows.map((row) => [
        row.name,
        row.legalName,
        row.registrationNumber,
        formatCountry(row.country, language),
        translateKey(`organizations:mode.${row.operationMode}`),
        translateKey(`organizations:status.${row.status}`),
        translateKey(row.isTrial ? 'organizations:access.trial' : 'organizations:access.official'),
        formatSheetTime(row.createdAt, allowed.actor.timeZone),
        row.id,
      ])
  }
  return csvAnswer('organizations', HEADER.map(translateKey), cells())
}
