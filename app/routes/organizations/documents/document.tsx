import type { Route } from './+types/document'
import { servicesContext, requestInfoContext } from '../../../context'
import { removeDocument } from '../../../domain/documents/change-documents.server'
import { readOwnDocument } from '../../../domain/documents/documents.server'
import { documentAnswer } from '../../../http/document-answer.server'
import { permit } from '../../../http/permit.server'
import { notAheadMiddleware } from '../../../http/prefetch'
import { respond } from '../../../http/respond.server'
import { redirectWithToast } from '../../../http/toast.server'
import { moreDocumentsPath, statusPath, stepPath } from '../addresses'

export const middleware: Route.MiddlewareFunction[] = [notAheadMiddleware]

/** The file itself, for the organization it belongs to. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const own = permit(context, 'setup.own')
  const found = await readOwnDocument(context.get(servicesContext), own, params)
  return documentAnswer(context, own.actor, found, url)
}

/** Takes the document back: 302 to the page where documents are added. */
export async function action({ context, params }: Route.ActionArgs) {
  const own = permit(context, 'setup.own')
  const services = context.get(servicesContext)
  const { organizationId } = params
  const { requestId } = context.get(requestInfoContext)
  const outcome = await removeDocument(services, own, { ...params, requestId })
  if (outcome.kind === 'conflict')
    return redirectWithToast(services, statusPath(organizationId), 'info', 'setup:error.closed')
  const isAnswer = outcome.kind === 'done' && outcome.value.kind === 'answer'
  const back = isAnswer ? moreDocumentsPath(organizationId) : stepPath(organizationId, 'documents')
  return respond(context, outcome, { done: back, toast: 'setup:toast.removed', unchanged: back })
}
