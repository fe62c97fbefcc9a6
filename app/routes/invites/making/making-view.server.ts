import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import { rolesToGive, typesToCreate } from '../../../domain/invite-codes/invite-rules'
import { dayOf } from '../../../domain/calendar'
import { lastDayForStaff } from '../../../domain/invites/staff-code'
import { formatZone } from '../../../i18n/format'
import { listUnder } from '../addresses'

type Asked = { context: Readonly<RouterContextProvider>; url: URL }

/** What the form of a new code needs before it is drawn. */
export function makingView({ context, url }: Asked, { actor }: Permit<'invites.create'>) {
  const now = context.get(servicesContext).now()
  return {
    /** Makes a form that is sent twice one code. */
    id: randomUUID(),
    types: typesToCreate(actor),
    roles: rolesToGive(actor),
    today: dayOf(now, actor.timeZone),
    lastDayForStaff: lastDayForStaff(now, actor.timeZone),
    zone: formatZone(now, actor.timeZone),
    language: context.get(languageContext),
    closeTo: listUnder(url),
  }
}

export type MakingView = ReturnType<typeof makingView>
