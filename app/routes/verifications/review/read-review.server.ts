import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '../../../context'
import { readerOf } from '../../../http/reader.server'
import type { Permit } from '../../../domain/access'
import { findForReview } from '../../../domain/verifications/verification-detail.server'
import { readNotes } from '../../../http/views/notes.server'
import { undoView } from '../decisions/undo-view.server'
import { failure } from '../../../http/answers/failures.server'
import { readDecisionInPage } from '../decisions/decision.server'
import { queueStateAt } from '../queue-state.server'
import { readRejectionInPage } from '../documents/verdict.server'
import { reviewView, type ReviewView } from './review-view.server'

type RouteArgs = { context: Readonly<RouterContextProvider>; params: { id: string }; url: URL }

/** Returns the desk of one application, in the queue that the address names, with the open form; 404 when there is no such application. */
export async function readReview(asked: RouteArgs, reading: Permit<'verifications.read'>) {
  const { context, params, url } = asked
  const services = context.get(servicesContext)
  const { actor } = reading
  const state = queueStateAt(url, actor)
  const found = await findForReview(services, reading, { id: params.id, state })
  if (!found) throw failure(context, 404)
  const reader = readerOf(context, actor)
  const view = reviewView(found, { state, actor }, reader)
  const [openForm, notes, rejection, undo] = await Promise.all([
    readDecisionInPage(asked),
    readNotes(context, {
      organizationId: found.organization.id,
      verificationId: params.id,
      from: url.pathname + url.search,
      atMost: 20,
    }),
    view.mayJudge ? readRejectionInPage(asked, documentToJudge(view, url)) : null,
    undoView(services, actor, reader, params.id),
  ])
  return { ...view, openForm, notes, rejection, undo }
}

/** The id of the document that the address opens; null when it may not be judged. */
const documentToJudge = (
  { documents, firstDocumentId }: Pick<ReviewView, 'documents' | 'firstDocumentId'>,
  url: URL,
) => {
  const asked = url.searchParams.get('document')
  const find = (wanted: string | null) => documents?.find(({ id }) => id === wanted)
  const shown = find(asked) ?? find(firstDocumentId)
  return shown?.mayJudge ? shown.id : null
}

export type Desk = Awaited<ReturnType<typeof readReview>>

/** The desk with its form's status: 409 for a form that cannot be sent now. */
export const withStatus = (desk: Desk) => data(desk, { status: desk.openForm?.obstacle ? 409 : 200 })
