import type { Route } from './+types/file'
import { servicesContext, requestInfoContext } from '../../../context'
import { readDocumentOf } from '../../../domain/documents/documents.server'
import { documentAnswer } from '../../../http/answers/document-answer.server'
import { permit } from '../../../http/sign-in/permit.server'
import { fileMiddleware } from '../../../http/answers/file-middleware.server'

export const middleware: Route.MiddlewareFunction[] = [fileMiddleware]

/** The file itself: shown in the browser, or downloaded with `?download`. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'documents.read')
  const { requestId, isHead = false } = context.get(requestInfoContext)
  const target = { organizationId: params.id, documentId: params.documentId, requestId, isHead }
  const found = await readDocumentOf(context.get(servicesContext), reading, target)
  return documentAnswer(context, found, url)
}
