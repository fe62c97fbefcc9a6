import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/check'
import { languageContext, servicesContext, requestInfoContext } from '../../../context'
import { requiredReason, seenDocument } from '../../../domain/organizations/change-input'
import { checkDocument, findDocumentToCheck, type Judgement } from '../../../domain/organizations/check-document.server'
import { pageUnder } from '../../../domain/organizations/organization-address'
import { restore } from '../../../http/drafts.server'
import { failure } from '../../../http/failures.server'
import { readForm } from '../../../http/form.server'
import { permit } from '../../../http/permit.server'
import { respond } from '../../../http/respond.server'
import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import { TextArea } from '../../../ui/text-field'
import { ChangeDialog } from '../../../ui/change-dialog'
import { useWritten } from '../../../ui/written-form'

const isRejection = (url: URL): boolean => /\/reject\/?$/.test(url.pathname)

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const editing = permit(context, 'organizations.edit')
  const place = { organizationId: params.id, documentId: params.documentId }
  const document = await findDocumentToCheck(context.get(servicesContext), editing, place)
  if (!document) throw failure(context, 404)
  const { type, fileName, status } = document
  const closeTo = pageUnder(url, params.id, 'documents')
  const restored = isRejection(url)
    ? await restore({ context, url }, (form) => ({
        typed: String(form.get('reason') ?? ''),
        seen: status,
        error: undefined,
        conflict: form.get('seen') === status ? null : { because: 'stale' as const, status },
      }))
    : undefined
  return { type, fileName, status, isRejection: isRejection(url), restored, closeTo }
}

/** 302 to the documents, 422 without a reason, 409 when somebody judged it meanwhile; the reason is kept. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const editing = permit(context, 'organizations.edit')
  const form = await readForm(request, context)
  const typed = String(form.get('reason') ?? '')
  const seen = seenDocument.safeParse(form.get('seen'))
  if (!seen.success) throw failure(context, 400)
  let judgement: Judgement = { status: 'verified' }
  if (isRejection(url)) {
    const input = requiredReason.safeParse(typed)
    if (!input.success) {
      const key = (input.error.issues[0]?.message ?? 'common:error.required') as TextKey
      return data(
        { typed, seen: seen.data, error: translate(context.get(languageContext), { key }), conflict: null },
        422,
      )
    }
    judgement = { status: 'rejected', reason: input.data }
  }
  const { requestId } = context.get(requestInfoContext)
  const place = { organizationId: params.id, documentId: params.documentId, seen: seen.data, requestId }
  const outcome = await checkDocument(context.get(servicesContext), editing, place, judgement)
  if (outcome.kind === 'conflict')
    return data({ typed, seen: outcome.now.status, error: undefined, conflict: outcome.now }, 409)
  const to = pageUnder(url, params.id, 'documents')
  const toast = judgement.status === 'verified' ? 'documentVerified' : 'documentRejected'
  return respond(context, outcome, { done: to, toast: `organizations:toast.${toast}`, unchanged: to })
}

export default function Document({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('organizations')
  const written = useWritten(loaderData, actionData && 'typed' in actionData ? actionData : null, loaderData.restored)
  const { drawn, refusal } = written
  const { type, fileName, closeTo, isRejection: isRejecting } = drawn
  const conflict = refusal?.conflict ?? null
  const words = { type: t(`document.type.${type}`), name: fileName }
  return (
    <ChangeDialog
      title={t(isRejecting ? 'document.rejectTitle' : 'document.verifyTitle')}
      text={t(isRejecting ? 'document.rejectText' : 'document.verifyText', words)}
      submit={t(isRejecting ? 'document.reject' : 'document.verify')}
      isDanger={isRejecting}
      closeTo={closeTo}
      written={written}
      seen={{ seen: refusal?.seen ?? drawn.status }}
      isPossible={conflict === null || conflict.because === 'stale'}
      conflict={
        conflict && {
          title: t(conflict.because === 'stale' ? 'conflict.stale' : 'conflict.state'),
          text:
            conflict.because === 'approved'
              ? t('conflict.approvedText')
              : conflict.because === 'infected'
                ? t('document.becauseInfected')
                : t('conflict.documentText', { status: t(`document.status.${conflict.status}`) }),
        }
      }
      kept={refusal?.typed}
    >
      {isRejecting ? (
        <TextArea
          name="reason"
          label={t('change.reason')}
          help={t('document.reasonHelp')}
          defaultValue={refusal?.typed}
          error={refusal?.error}
        />
      ) : null}
    </ChangeDialog>
  )
}
