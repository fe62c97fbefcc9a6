import type { Route } from './+types/document'
import { servicesContext, requestInfoContext } from '../../../context'
import { readDocument } from '../../../domain/verifications/verification-detail.server'
import { permit } from '../../../http/sign-in/permit.server'
import { fileMiddleware } from '../../../http/answers/file-middleware.server'
import { documentAnswer } from '../../../http/answers/document-answer.server'

export const middleware: Route.MiddlewareFunction[] = [fileMiddleware]

/** The file itself: shown in the browser, or downloaded with `?download`; either counts as opening the document. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'documents.read')
  const { requestId, isHead = false } = context.get(requestInfoContext)
  const found = await readDocument(context.get(servicesContext), reading, {
    verificationId: params.id,
    documentId: params.documentId,
    requestId,
    isHead,
  })
  return documentAnswer(context, found, url)
}
