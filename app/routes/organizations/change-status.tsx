import { data } from 'react-router'
import type { Route } from './+types/change-status'
import { servicesContext } from '../../context'
import type { Permit } from '../../domain/access'
import { statusInput } from '../../domain/organizations/change-input'
import {
  changeStatus,
  findStatusForm,
  type StatusConflict,
} from '../../domain/organizations/status/change-status.server'
import { pageUnder } from '../../domain/organizations/organization-address'
import { ruleOfChange, STATUS_CHANGE_NAMES } from '../../domain/organizations/status/status-change'
import { failure } from '../../http/answers/failures.server'
import { formAction, restoreFormDraft } from '../../http/forms/form-action.server'
import { lastSegment } from '../../http/last-segment'
import { permit } from '../../http/sign-in/permit.server'
import { isolateName } from '../../i18n/isolate-name'
import { useTranslation } from '../../i18n/use-translation'
import { ChangeDialog } from '../../ui/dialogs/change-dialog'
import { useForm } from '../../ui/forms/form'
import { TextArea } from '../../ui/forms/text-field'

const changeAt = (url: URL) => lastSegment(url, STATUS_CHANGE_NAMES)

type Extra = { conflict: StatusConflict }

async function readStatus({ context, params, url }: Route.LoaderArgs, editing: Permit<'organizations.edit'>) {
  const found = await findStatusForm(context.get(servicesContext), editing, changeAt(url), params.id)
  if (found.kind === 'forbidden') throw failure(context, 403)
  if (found.kind === 'missing') throw failure(context, 404)
  return found.value
}

export async function loader(args: Route.LoaderArgs) {
  const editing = permit(args.context, 'organizations.edit')
  const { params, url } = args
  const change = changeAt(url)
  const { reason } = ruleOfChange(change)
  const now = await readStatus(args, editing)
  const { isOpen, status, version } = now
  const stale = { conflict: { because: 'stale' as const, status, version }, seen: { version: String(version), status } }
  const restored =
    reason === 'none'
      ? undefined
      : await restoreFormDraft<Extra>(args, (kept) =>
          isOpen && kept.get('version') !== String(version) ? stale : { seen: stale.seen },
        )
  return data({ ...now, change, reason, restored, closeTo: pageUnder(url, params.id) }, isOpen ? 200 : 409)
}

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'organizations.edit')
  const { context, params, url } = args
  const change = changeAt(url)
  return formAction(args, {
    schema: statusInput(ruleOfChange(change).reason),
    checkAccess: () => readStatus(args, editing),
    command: ({ reason, ...seen }, { requestId }) =>
      changeStatus(context.get(servicesContext), editing, change, { id: params.id, ...seen, requestId }, reason),
    conflict: (now) => ({ seen: { version: now.version, status: now.status }, extra: { conflict: now } }),
    done: () => ({ to: pageUnder(url, params.id), toast: `organizations:toast.${change}` }),
  })
}

export default function Status({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('organizations')
  const form = useForm({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    labels: { reason: t('change.reason') },
  })
  const { drawn, reply } = form
  const { change, name, reason, version, closeTo } = drawn
  const conflict = reply?.conflict
  const isPossible = conflict ? conflict.because === 'stale' : drawn.isOpen
  const { status } = conflict ?? drawn
  return (
    <ChangeDialog
      title={t(`change.${change}.title`)}
      text={t(`change.${change}.text`, { name: isolateName(name) })}
      submit={t(`change.${change}.submit`)}
      isDanger={change === 'suspend' || change === 'archive'}
      closeTo={closeTo}
      back={t('back')}
      state={form}
      seen={{ version, status: drawn.status }}
      isPossible={isPossible}
      conflict={
        conflict || !isPossible
          ? {
              title: t(isPossible ? 'conflict.stale' : 'conflict.state'),
              text: isPossible ? t('conflict.staleText') : t('conflict.stateText', { status: t(`status.${status}`) }),
            }
          : null
      }
      kept={reply?.result.initialValue?.reason}
    >
      {(change === 'suspend' || change === 'archive') && drawn.openCount > 0 ? (
        <p>{t(change === 'archive' ? 'change.openArchived' : 'change.open', { count: drawn.openCount })}</p>
      ) : null}
      {reason === 'none' ? null : (
        <TextArea {...form.field('reason')} help={t('change.reasonHelp')} optional={reason === 'optional'} />
      )}
    </ChangeDialog>
  )
}
