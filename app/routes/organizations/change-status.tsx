import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/change-status'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import { optionalReason, requiredReason } from '../../domain/organizations/change-input'
import { changeStatus, prepareStatusChange } from '../../domain/organizations/change-status.server'
import { pageUnder } from '../../domain/organizations/organization-address'
import { ruleOfChange, STATUS_CHANGES, type StatusChange } from '../../domain/organizations/status-change'
import { versionOf } from '../../domain/setup/version-input'
import { restore } from '../../http/drafts.server'
import { failure } from '../../http/failures.server'
import { readForm } from '../../http/form.server'
import { permit } from '../../http/permit.server'
import { respond } from '../../http/respond.server'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'
import { TextArea } from '../../ui/text-field'
import { ChangeDialog } from '../../ui/change-dialog'
import { useWritten } from '../../ui/written-form'

const isChange = (word: string | undefined): word is StatusChange => word !== undefined && word in STATUS_CHANGES

/** The last word of the address says which change it is. */
function changeAt(url: URL): StatusChange {
  const word = url.pathname.split('/').findLast((part) => part !== '')
  return isChange(word) ? word : 'activate'
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const editing = permit(context, 'organizations.edit')
  const change = changeAt(url)
  const prepared = await prepareStatusChange(context.get(servicesContext), editing, change, params.id)
  if (prepared.kind === 'forbidden') throw failure(context, 403)
  if (prepared.kind === 'missing') throw failure(context, 404)
  const { isOpen, status, version } = prepared.value
  const { reason } = ruleOfChange(change)
  const restored =
    reason === 'none'
      ? undefined
      : await restore({ context, url }, (form) => ({
          typed: String(form.get('reason') ?? ''),
          version,
          error: undefined,
          conflict: isOpen && versionOf(form) !== version ? { because: 'stale' as const, status, version } : null,
        }))
  const view = { ...prepared.value, change, reason, restored, closeTo: pageUnder(url, params.id) }
  return data(view, isOpen ? 200 : 409)
}

/** 302 to the page, 422 without a needed reason, 409 when it is not possible; the reason is kept. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const editing = permit(context, 'organizations.edit')
  const change = changeAt(url)
  const services = context.get(servicesContext)
  const prepared = await prepareStatusChange(services, editing, change, params.id)
  if (prepared.kind === 'forbidden') throw failure(context, 403)
  const form = await readForm(request, context)
  const typed = String(form.get('reason') ?? '')
  const version = versionOf(form)
  const { reason } = ruleOfChange(change)
  const input = (reason === 'required' ? requiredReason : optionalReason).safeParse(typed)
  if (!input.success) {
    const key = (input.error.issues[0]?.message ?? 'common:error.required') as TextKey
    return data({ typed, version, error: translate(context.get(languageContext), { key }), conflict: null }, 422)
  }
  const { requestId } = context.get(requestInfoContext)
  const place = { id: params.id, version, requestId }
  const words = reason === 'none' ? null : input.data
  const outcome = await changeStatus(services, editing, change, place, words)
  if (outcome.kind === 'conflict')
    return data({ typed, version: outcome.now.version, error: undefined, conflict: outcome.now }, 409)
  const to = pageUnder(url, params.id)
  return respond(context, outcome, { done: to, toast: `organizations:toast.${change}`, unchanged: to })
}

export default function Status({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('organizations')
  const written = useWritten(loaderData, actionData && 'typed' in actionData ? actionData : null, loaderData.restored)
  const { drawn, refusal } = written
  const { change, name, reason, closeTo } = drawn
  const now = refusal?.conflict ?? drawn
  const isPossible = refusal?.conflict ? refusal.conflict.because === 'stale' : drawn.isOpen
  return (
    <ChangeDialog
      title={t(`change.${change}.title`)}
      text={t(`change.${change}.text`, { name })}
      submit={t(`change.${change}.submit`)}
      isDanger={change === 'suspend' || change === 'archive'}
      closeTo={closeTo}
      written={written}
      seen={{ version: refusal?.version ?? drawn.version }}
      isPossible={isPossible}
      conflict={
        refusal?.conflict || !isPossible
          ? {
              title: isPossible ? t('conflict.stale') : t('conflict.state'),
              text: isPossible
                ? t('conflict.staleText')
                : t('conflict.stateText', { status: t(`status.${now.status}`) }),
            }
          : null
      }
      kept={refusal?.typed}
    >
      {reason === 'none' ? null : (
        <TextArea
          name="reason"
          label={t('change.reason')}
          help={t('change.reasonHelp')}
          optional={reason === 'optional'}
          defaultValue={refusal?.typed}
          error={refusal?.error}
        />
      )}
    </ChangeDialog>
  )
}
