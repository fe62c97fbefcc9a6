import type { Route } from './+types/export'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import { inviteList } from '../../domain/invites/input'
import { lastUsableInstant } from '../../domain/invites/invite'
import { exportInvites } from '../../domain/invites/invites.server'
import { csvAnswer } from '../../http/csv.server'
import { permit } from '../../http/permit.server'
import { notAheadMiddleware } from '../../http/prefetch'
import { formatSheetTime } from '../../i18n/format'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'

export const middleware: Route.MiddlewareFunction[] = [notAheadMiddleware]

const HEADER = [
  'invites:column.code',
  'invites:column.type',
  'invites:column.status',
  'audit:field.usedCount',
  'audit:field.maximumUses',
  'invites:column.expires',
  'audit:field.organizationId',
  'audit:field.role',
  'invites:column.recipient',
  'invites:column.notes',
  'invites:column.created',
] as const satisfies readonly TextKey[]

/** The list as filtered, as a file, recipients as the list shows them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const allowed = permit(context, 'invites.read')
  const language = context.get(languageContext)
  const { requestId } = context.get(requestInfoContext)
  const translateKey = (key: TextKey) => translate(language, { key })
  const { timeZone } = allowed.actor
  const state = inviteList.read(url)
  const noted = { search: inviteList.search({ ...state, page: 1 }), requestId }
  const blocks = await exportInvites(context.get(servicesContext), allowed, state, noted)
  async function* cells() {
    for await (const rows of blocks)
      yield rows.map((row) => [
        row.code,
        translateKey(`invites:type.${row.type}`),
        translateKey(`invites:status.${row.status}`),
        row.usedCount,
        row.maximumUses,
        formatSheetTime(row.expiresAt && lastUsableInstant(row.expiresAt), row.timeZone ?? timeZone),
        row.organizationName,
        row.role && translateKey(`common:role.${row.role}`),
        row.recipient,
        row.notes,
        formatSheetTime(row.createdAt, timeZone),
      ])
  }
  return csvAnswer('invite-codes', HEADER.map(translateKey), cells())
}
