import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/remove'
import { servicesContext, requestInfoContext } from '../../../context'
import { pageUnder } from '../../../domain/organizations/organization-address'
import { isEditable } from '../../../domain/organizations/status-change'
import { editSection, findSection } from '../../../domain/setup/edit-section.server'
import { versionOf } from '../../../domain/setup/version-input'
import { failure } from '../../../http/failures.server'
import { readForm } from '../../../http/form.server'
import { permit } from '../../../http/permit.server'
import { respond } from '../../../http/respond.server'
import { ChangeDialog } from '../../../ui/change-dialog'
import { useWritten } from '../../../ui/written-form'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const editing = permit(context, 'organizations.edit')
  const place = { organizationId: params.id, brandId: params.brandId }
  const found = await findSection(context.get(servicesContext), editing, place)
  if (!found?.brand) throw failure(context, 404)
  const { version, status } = found.organization
  return { version, isOpen: isEditable(status), name: found.brand.name, closeTo: pageUnder(url, params.id, 'brands') }
}

/** 302 to the brands, 409 when somebody changed the organization meanwhile. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const editing = permit(context, 'organizations.edit')
  const version = versionOf(await readForm(request, context))
  const { requestId } = context.get(requestInfoContext)
  const place = { organizationId: params.id, brandId: params.brandId, version, requestId }
  const outcome = await editSection(context.get(servicesContext), editing, place, { step: 'removeBrand' })
  if (outcome.kind === 'conflict') {
    const now = outcome.now.stored.organization
    return data({ stale: { version: now.version, isOpen: isEditable(now.status) } }, 409)
  }
  const to = pageUnder(url, params.id, 'brands')
  return respond(context, outcome, { done: to, toast: 'organizations:toast.brandRemoved', unchanged: to })
}

export default function RemoveBrand({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('organizations')
  const written = useWritten(loaderData, actionData && 'stale' in actionData ? actionData.stale : null)
  const { drawn, refusal: stale } = written
  const { name, closeTo } = drawn
  const { version, isOpen } = stale ?? drawn
  const conflict = isOpen
    ? stale && { title: t('conflict.stale'), text: t('conflict.staleText') }
    : { title: t('conflict.state'), text: t('archivedNote') }
  return (
    <ChangeDialog
      title={t('brand.removeTitle')}
      text={t('brand.removeText', { name })}
      submit={t('brand.remove')}
      isDanger
      closeTo={closeTo}
      written={written}
      seen={{ version }}
      isPossible={isOpen}
      conflict={conflict}
    />
  )
}
