import type { RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import { findForReview } from '../../../domain/verifications/verification-detail.server'
import { verificationList } from '../../../domain/verifications/verification-list'
import { failure } from '../../../http/failures.server'
import { reviewView } from './review-view.server'

/** The review page of a verification, in the queue that the address tells of; 404 when there is none. */
export async function readReview(
  context: Readonly<RouterContextProvider>,
  reading: Permit<'verifications.read'>,
  id: string,
  url: URL,
) {
  const services = context.get(servicesContext)
  const state = verificationList.read(url, reading.actor.pageSize)
  const found = await findForReview(services, reading, { id, state })
  if (!found) throw failure(context, 404)
  const { actor } = reading
  return reviewView(
    found,
    { state, openDocumentId: url.searchParams.get('document'), actor },
    { language: context.get(languageContext), timeZone: actor.timeZone, now: services.now() },
  )
}
