import type { Route } from './+types/remove-brand'
import { servicesContext } from '../../../context'
import { removeBrandInput } from '../../../domain/organizations/change-input'
import { pageUnder } from '../../../domain/organizations/organization-address'
import { isEditable } from '../../../domain/organizations/status/status-change'
import { editSection, findSection } from '../../../domain/setup/edit-section.server'
import { failure } from '../../../http/answers/failures.server'
import { formAction, type FormReply } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { ChangeDialog } from '../../../ui/dialogs/change-dialog'
import { useForm } from '../../../ui/forms/form'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const editing = permit(context, 'organizations.edit')
  const ids = { organizationId: params.id, brandId: params.brandId }
  const found = await findSection(context.get(servicesContext), editing, ids)
  if (!found?.brand) throw failure(context, 404)
  const { version, status } = found.organization
  return { version, isOpen: isEditable(status), name: found.brand.name, closeTo: pageUnder(url, params.id, 'brands') }
}

type View = Route.ComponentProps['loaderData']
type Extra = { isOpen: boolean }

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'organizations.edit')
  const { context, params, url } = args
  return formAction(args, {
    schema: removeBrandInput,
    command({ version }, { requestId }) {
      const target = { organizationId: params.id, brandId: params.brandId, version, requestId }
      return editSection(context.get(servicesContext), editing, target, { step: 'removeBrand' })
    },
    conflict({ stored: { organization } }) {
      return { seen: { version: organization.version }, extra: { isOpen: isEditable(organization.status) } }
    },
    done: () => ({ to: pageUnder(url, params.id, 'brands'), toast: 'organizations:toast.brandRemoved' }),
  })
}

export default function RemoveBrand({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('organizations')
  const form = useForm<Record<string, unknown>, View, FormReply<Extra>>({
    drawn: loaderData,
    answer: actionData,
    labels: {},
  })
  const { name, version, closeTo } = form.drawn
  const { isOpen } = { ...form.drawn, ...form.reply }
  const conflict = isOpen
    ? form.reply?.isOpen && { title: t('conflict.stale'), text: t('conflict.staleText') }
    : { title: t('conflict.state'), text: t('archivedNote') }
  return (
    <ChangeDialog
      title={t('brand.removeTitle')}
      text={t('brand.removeText', { name: isolateName(name) })}
      submit={t('brand.remove')}
      isDanger
      closeTo={closeTo}
      back={t('back')}
      state={form}
      seen={{ version }}
      isPossible={isOpen}
      conflict={conflict || null}
    />
  )
}
