import { redirect } from 'react-router'
import type { Route } from './+types/export'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import { userList } from '../../domain/users/input'
import { exportUsers } from '../../domain/users/users.server'
import { dateProof, isFresh } from '../../domain/fresh-proof'
import { csvAnswer } from '../../http/csv.server'
import { permit } from '../../http/permit.server'
import { notAheadMiddleware } from '../../http/prefetch'
import { formatSheetTime } from '../../i18n/format'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'

export const middleware: Route.MiddlewareFunction[] = [notAheadMiddleware]

const HEADER = [
  'users:column.username',
  'users:column.role',
  'users:field.organization',
  'users:column.status',
  'users:column.phone',
  'users:column.lastSignIn',
  'users:column.created',
  'users:field.id',
] as const satisfies readonly TextKey[]

/** The list as filtered, as a file, phones masked as in the list. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = dateProof(permit(context, 'users.read'), context.get(servicesContext).now())
  if (!isFresh(allowed)) throw redirect(`/users/export/confirm${url.search}`)
  const language = context.get(languageContext)
  const { requestId } = context.get(requestInfoContext)
  const translateKey = (key: TextKey) => translate(language, { key })
  const { timeZone } = allowed.actor
  const state = userList.read(url)
  const noted = { search: userList.search({ ...state, page: 1 }), requestId }
  const blocks = await exportUsers(context.get(servicesContext), allowed, state, noted)
  async function* cells() {
    for await (const rows of blocks)
      yield rows.map((row) => [
        row.username,
        translateKey(row.role ? `common:role.${row.role}` : 'users:partner'),
        row.organizationName,
        translateKey(`users:status.${row.status}`),
        row.phone,
        formatSheetTime(row.lastSignInAt, timeZone),
        formatSheetTime(row.createdAt, timeZone),
        row.id,
      ])
  }
  return csvAnswer('users', HEADER.map(translateKey), cells())
}
