import { z } from 'zod'
import type { Route } from './+types/document'
import { servicesContext } from '../../../context'
import { removeDocument } from '../../../domain/setup/change-documents.server'
import type { DocumentPlace } from '../../../domain/setup/document-place.server'
import { sentNumber } from '../../../domain/drafts/draft'
import { keepDraft } from '../../../domain/drafts/drafts.server'
import { readOwnDocument } from '../../../domain/documents/documents.server'
import { documentAnswer } from '../../../http/answers/document-answer.server'
import { readForm } from '../../../http/forms/form.server'
import { formAction } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { fileMiddleware } from '../../../http/answers/file-middleware.server'
import { redirectWithReason } from '../../../http/answers/toast.server'
import { FORM_FIELDS } from '../../../form-protocol'
import { statusPath, stepPath, uploadedAtPath } from '../addresses'

export const middleware: Route.MiddlewareFunction[] = [fileMiddleware]

/** The file itself, for the organization that it belongs to. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const own = permit(context, 'setup.own')
  const found = await readOwnDocument(context.get(servicesContext), own, params)
  return documentAnswer(context, found, url)
}

/** Removes the document and redirects to where it was added: to the answers, whose text is kept, or to a page of documents. */
export async function action(args: Route.ActionArgs) {
  const own = permit(args.context, 'setup.own')
  const { context, params } = args
  const { organizationId } = params
  const services = context.get(servicesContext)
  const typed = await readForm(args.request, context)
  const isAmongAnswers = typed.has(FORM_FIELDS.keep)
  if (isAmongAnswers) await keepDraft(services, own.actor, statusPath(organizationId), typed, sentNumber(typed))
  const answered = typed.get('application')
  const pageIn = (place: DocumentPlace | { kind: 'unchanged' }) => {
    if (place.kind === 'setup') return stepPath(organizationId, 'documents')
    const seen = typeof answered === 'string' ? answered : null
    const application = place.kind === 'answer' ? place.verificationId : seen
    if (place.kind === 'closed') return statusPath(organizationId, application)
    // It leads on to the others.
    return uploadedAtPath(organizationId, application, isAmongAnswers)
  }
  return formAction(args, {
    schema: z.object({}),
    command: (_input, { requestId }) => removeDocument(services, own, { ...params, requestId }),
    async conflict(place) {
      throw await redirectWithReason(context, pageIn(place), 'info', { key: 'setup:toast.notRemoved' })
    },
    done: (outcome) => ({
      to: pageIn(outcome.kind === 'done' ? outcome.value : outcome),
      toast: 'setup:toast.removed',
    }),
  })
}
