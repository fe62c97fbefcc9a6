import { href, type RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../../../context'
import { can, type Permit } from '../../../domain/access'
import { findStatusForStaff } from '../../../domain/setup/verification-status.server'
import { failure } from '../../../http/answers/failures.server'
import { applicationIn } from '../addresses'
import { statusView } from './status-view.server'

type RouteArgs = { context: Readonly<RouterContextProvider>; params: { organizationId: string }; url: URL }

/** Where an application stands as its partner sees it, for staff: nothing of the form, and documents as staff open them. */
export async function readForStaff({ context, params, url }: RouteArgs, reading: Permit<'setup.read'>) {
  const services = context.get(servicesContext)
  const found = await findStatusForStaff(services, reading, params.organizationId, applicationIn(url))
  if (!found) throw failure(context, 404)
  const { actor } = reading
  const { values: _, ...view } = statusView(found, {
    language: context.get(languageContext),
    timeZone: actor.timeZone,
    now: services.now(),
  })
  const documents = view.application?.documents.map((document) => ({
    ...document,
    href: href('/organizations/:id/documents/:documentId/file', { id: view.id, documentId: document.id }),
  }))
  return {
    ...view,
    application: view.application && { ...view.application, documents: documents ?? [] },
    readsDocuments: can(actor, 'documents.read'),
  }
}

export type StatusForStaff = Awaited<ReturnType<typeof readForStaff>>
