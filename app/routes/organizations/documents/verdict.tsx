import type { Route } from './+types/verdict'
import { languageContext, servicesContext } from '../../../context'
import { hasConflictOfInterest, type Permit } from '../../../domain/access'
import {
  findOrganizationDocumentToJudge,
  type VerdictConflict,
} from '../../../domain/organizations/judge-document.server'
import { pageUnder } from '../../../domain/organizations/organization-address'
import { findOrganizationDocumentTemplates } from '../../../domain/verifications/decisions/decision-templates.server'
import { verdictInputs } from '../../../domain/verifications/input'
import { judgeOrganizationDocument } from '../../../domain/verifications/documents/judge-document.server'
import {
  INSERT,
  insertFault,
  insertPosted,
  type PickFault,
} from '../../../domain/verifications/templates/insert-template'
import { failure } from '../../../http/answers/failures.server'
import { formAction, restoreFormDraft } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { ChangeDialog } from '../../../ui/dialogs/change-dialog'
import { useForm } from '../../../ui/forms/form'
import { RejectionReasonField, type RejectionFields, type RejectionReply } from './rejection-reason-field'

const isRejection = (url: URL): boolean => /\/reject\/?$/.test(url.pathname)

type Extra = { conflict: VerdictConflict; pickFault: PickFault }

async function readDocument({ context, params }: Route.LoaderArgs, editing: Permit<'organizations.edit'>) {
  const ids = { organizationId: params.id, documentId: params.documentId }
  const document = await findOrganizationDocumentToJudge(context.get(servicesContext), editing, ids)
  if (!document) throw failure(context, 404)
  if (hasConflictOfInterest(editing.actor, document)) throw failure(context, 403)
  return document
}

const findOffer = ({ context, params }: Route.LoaderArgs, editing: Permit<'organizations.edit'>) =>
  findOrganizationDocumentTemplates(context.get(servicesContext), editing, {
    organizationId: params.id,
    documentId: params.documentId,
    language: context.get(languageContext),
  })

export async function loader(args: Route.LoaderArgs) {
  const editing = permit(args.context, 'organizations.edit')
  const { params, url } = args
  const { type, fileName, status } = await readDocument(args, editing)
  const stale = { conflict: { because: 'stale' as const, status }, seen: { seen: status } }
  const restored = isRejection(url)
    ? await restoreFormDraft<Extra>(args, (kept) => (kept.get('seen') === status ? {} : stale))
    : undefined
  const closeTo = pageUnder(url, params.id, 'documents')
  const offer = isRejection(url) ? await findOffer(args, editing) : null
  return { type, fileName, status, isRejection: isRejection(url), offer, restored, closeTo }
}

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'organizations.edit')
  const { context, params, url } = args
  const isRejecting = isRejection(url)
  return formAction<(typeof verdictInputs)['verify' | 'reject'], void, VerdictConflict, Extra>(args, {
    readFields: async (posted) =>
      isRejecting && posted.get('intent') === INSERT ? insertPosted(await findOffer(args, editing), posted) : posted,
    schema: isRejecting ? verdictInputs.reject : verdictInputs.verify,
    lookUps: { [INSERT]: insertFault },
    checkAccess: () => readDocument(args, editing),
    command({ seen, stay: _stay, ...judgement }, { requestId }) {
      const target = { organizationId: params.id, documentId: params.documentId, seen, requestId }
      return judgeOrganizationDocument(context.get(servicesContext), editing, target, judgement)
    },
    conflict: (now) => ({ seen: { seen: now.status }, extra: { conflict: now } }),
    done: () => ({
      to: pageUnder(url, params.id, 'documents'),
      toast: isRejecting ? 'organizations:toast.documentRejected' : 'organizations:toast.documentVerified',
    }),
  })
}

export const handle = { texts: ['organizations', 'verifications'] }

export default function Document({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['organizations', 'verifications'])
  const form = useForm<RejectionFields, typeof loaderData, RejectionReply>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    labels: { reason: t('change.reason'), pick: t('verifications:words.template') },
  })
  const { drawn, reply } = form
  const { type, fileName, status, closeTo, isRejection: isRejecting } = drawn
  const conflict = reply?.conflict ?? null
  const values = { type: t(`document.type.${type}`), name: isolateName(fileName) }
  return (
    <ChangeDialog
      title={t(isRejecting ? 'document.rejectTitle' : 'document.verifyTitle')}
      text={t(isRejecting ? 'document.rejectText' : 'document.verifyText', values)}
      submit={t(isRejecting ? 'document.reject' : 'document.verify')}
      isDanger={isRejecting}
      closeTo={closeTo}
      back={t('back')}
      state={form}
      seen={{ seen: status }}
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
      kept={reply?.result.initialValue?.reason}
    >
      {isRejecting ? <RejectionReasonField form={form} offer={drawn.offer} /> : null}
    </ChangeDialog>
  )
}
