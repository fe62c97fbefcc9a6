import { data } from 'react-router'
import type { Route } from './+types/rail'
import { servicesContext } from '../../context'
import { readerOf } from '../../http/reader.server'
import { verificationList, verificationPath } from '../../domain/verifications/queue/verification-list'
import { readRail } from '../../domain/verifications/queue/verification-rail.server'
import { permit } from '../../http/sign-in/permit.server'
import { readPage } from '../../lists/paging'
import { dueView } from './due.server'
import { reservationSentence } from './reservation.server'

/** The rail itself decides when to reload, and for which application. */
export const shouldRevalidate = () => false

/** Returns the queue beside the desk. `id`: applications already shown there; `at`: the position to load around; `here`: the application in view. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const reading = permit(context, 'verifications.read')
  const { actor } = reading
  const services = context.get(servicesContext)
  const state = verificationList.read(url, actor.pageSize)
  const rows = await readRail(services, reading, state, {
    ids: url.searchParams.getAll('id'),
    here: url.searchParams.get('here'),
    position: readPage(url.searchParams.getAll('at')),
  })
  const reader = readerOf(context, actor)
  const search = verificationList.search(state)
  return data({
    queue: search,
    rows: rows.map(({ id, type, status, organizationName, holder, reserved, ...row }) => ({
      id,
      href: verificationPath({ id, type }) + search,
      status,
      organizationName,
      holder,
      keptFor: reservationSentence(reserved, reader.language),
      due: dueView(row, reader),
    })),
  })
}

export type Rail = Awaited<ReturnType<typeof loader>>['data']
export type RailRow = Rail['rows'][number]
