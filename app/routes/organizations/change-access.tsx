import { data } from 'react-router'
import type { Route } from './+types/change-access'
import { servicesContext } from '../../context'
import type { Permit } from '../../domain/access'
import { changeAccess, findTrialForm } from '../../domain/organizations/status/change-access.server'
import { accessInput } from '../../domain/organizations/change-input'
import { pageUnder } from '../../domain/organizations/organization-address'
import { failure } from '../../http/answers/failures.server'
import { formAction } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { isolateName } from '../../i18n/isolate-name'
import { useTranslation } from '../../i18n/use-translation'
import { ChangeDialog } from '../../ui/dialogs/change-dialog'
import { useForm } from '../../ui/forms/form'

type Extra = { isArchived: true }

async function readAccess({ context, params }: Route.LoaderArgs, editing: Permit<'organizations.edit'>) {
  const found = await findTrialForm(context.get(servicesContext), editing, params.id)
  if (!found) throw failure(context, 404)
  return found
}

export async function loader(args: Route.LoaderArgs) {
  const editing = permit(args.context, 'organizations.edit')
  const now = await readAccess(args, editing)
  return data({ ...now, closeTo: pageUnder(args.url, args.params.id) }, now.isOpen ? 200 : 409)
}

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'organizations.edit')
  const { context, params, url } = args
  return formAction<typeof accessInput, void, 'archived', Extra>(args, {
    schema: accessInput,
    checkAccess: () => readAccess(args, editing),
    command: ({ access }, { requestId }) =>
      changeAccess(context.get(servicesContext), editing, { id: params.id, isTrial: access === 'trial', requestId }),
    conflict: () => ({ extra: { isArchived: true } }),
    done: (_, { access }) => ({ to: pageUnder(url, params.id), toast: `organizations:toast.access.${access}` }),
  })
}

/** Changes the access from trial to official, or back. */
export default function Access({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('organizations')
  const form = useForm({ drawn: loaderData, answer: actionData, labels: {} })
  const { drawn, reply } = form
  const { name, isTrial, closeTo, isOpen } = drawn
  const access = isTrial ? 'official' : 'trial'
  const isPossible = isOpen && !reply?.isArchived
  return (
    <ChangeDialog
      title={t(`access.change.${access}.title`)}
      text={t(`access.change.${access}.text`, { name: isolateName(name) })}
      submit={t(`access.change.${access}.submit`)}
      closeTo={closeTo}
      back={t('back')}
      state={form}
      seen={{ access }}
      isPossible={isPossible}
      conflict={isPossible ? null : { title: t('conflict.state'), text: t('archivedNote') }}
    />
  )
}
