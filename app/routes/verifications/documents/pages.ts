import type { Route } from './+types/pages'
import { requestInfoContext, servicesContext } from '../../../context'
import { drawDocument } from '../../../domain/verifications/verification-detail.server'
import { failure } from '../../../http/answers/failures.server'
import { permit } from '../../../http/sign-in/permit.server'
import { pictureAnswer } from '../../../http/answers/document-answer.server'
import { fileMiddleware } from '../../../http/answers/file-middleware.server'

export const middleware: Route.MiddlewareFunction[] = [fileMiddleware]

/**
 * The pages of a PDF as one picture, as many as fit; `?from=` skips that many pages. With `?count` only how many would fit; with
 * `?thumbnail` the first page, small.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'documents.read')
  const { requestId, isHead = false } = context.get(requestInfoContext)
  const asked = url.searchParams
  const wanted = asked.has('count') ? 'count' : asked.has('thumbnail') ? 'thumbnail' : 'pages'
  const drawn = await drawDocument(context.get(servicesContext), reading, {
    verificationId: params.id,
    documentId: params.documentId,
    requestId,
    isHead,
    wanted,
    from: Math.max(0, Math.trunc(Number(asked.get('from'))) || 0),
  })
  if (drawn === null) throw failure(context, 404)
  return pictureAnswer(context, drawn, wanted === 'count')
}
