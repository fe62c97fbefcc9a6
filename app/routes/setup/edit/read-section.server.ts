import type { RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import type { OrganizationTab } from '../../../domain/organizations/input'
import { pageUnder } from '../../../domain/organizations/organization-address'
import { isEditable } from '../../../domain/organizations/status-change'
import { findSection } from '../../../domain/setup/edit-section.server'
import type { FormStep } from '../../../domain/setup/step-fields'
import { storedForm } from '../../../domain/setup/step-form.server'
import { failure } from '../../../http/failures.server'
import { stepChoices } from '../step-choices.server'

export type Asked = {
  context: Readonly<RouterContextProvider>
  params: { id: string; section?: string; brandId?: string }
  url: URL
}

const TABS: Partial<Record<FormStep, OrganizationTab>> = { contact: 'contacts', brand: 'brands', settings: 'settings' }

/** The tab on which a section is shown. */
export const tabOf = (step: FormStep): OrganizationTab => TABS[step] ?? 'overview'

/** A section's form as it is stored, with its page under it; 404 when there is no such organization or brand. */
export async function readSection(
  { context, params, url }: Asked,
  editing: Permit<'organizations.edit'>,
  step: FormStep,
) {
  const services = context.get(servicesContext)
  const place = { organizationId: params.id, brandId: params.brandId ?? null }
  const stored = await findSection(services, editing, place)
  if (!stored) throw failure(context, 404)
  const { version, name, status } = stored.organization
  return {
    version,
    organizationName: name,
    isOpen: isEditable(status),
    form: storedForm(step, stored),
    choices: stepChoices(context.get(languageContext), services.now()),
    closeTo: pageUnder(url, params.id, tabOf(step)),
  }
}

export type SectionView = Awaited<ReturnType<typeof readSection>>
