import { redirect, type RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../../context'
import type { Permit } from '../../domain/access'
import { findReplacement, readInvite } from '../../domain/invites/invite-detail.server'
import { failure } from '../../http/failures.server'
import { detailView } from './detail-view.server'

type Asked = { context: Readonly<RouterContextProvider>; params: { id: string }; url: URL }

/** A code for a page about it: 404 when it is not there, and on to the one that took its place. */
export async function readDetail({ context, params, url }: Asked, reading: Permit<'invites.read'>) {
  const services = context.get(servicesContext)
  const invite = await readInvite(services, reading, params.id)
  if (!invite) {
    const replacement = await findReplacement(services, reading, params.id)
    if (replacement) throw redirect(url.pathname.replace(params.id, replacement) + url.search)
    throw failure(context, 404)
  }
  const reader = { now: services.now(), language: context.get(languageContext), timeZone: reading.actor.timeZone }
  return { invite, view: detailView(invite, reader) }
}
