import type { Route } from './+types/document'
import { servicesContext, visitContext } from '../../context'
import { readDocument } from '../../domain/verifications/verification-detail.server'
import { failure } from '../../http/failures.server'
import { permit } from '../../http/permit.server'
import { documentAnswer } from '../../http/document-answer'

/** The file itself: shown in place, or with `?download` kept as a file. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'documents.read')
  const found = await readDocument(context.get(servicesContext), reading, {
    verificationId: params.id,
    documentId: params.documentId,
    requestId: context.get(visitContext).requestId,
  })
  if (!found) throw failure(context, 404)
  return documentAnswer(found, url)
}
