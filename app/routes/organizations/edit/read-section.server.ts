import type { RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import type { OrganizationTab } from '../../../domain/organizations/input'
import { pageUnder } from '../../../domain/organizations/organization-address'
import { isEditable } from '../../../domain/organizations/status-change'
import { findSection } from '../../../domain/setup/edit-section.server'
import { readTypedStep, type FormStep } from '../../../domain/setup/step-fields'
import { storedForm, type StepForm } from '../../../domain/setup/step-form.server'
import { versionOf } from '../../../domain/form-fields'
import { restore } from '../../../http/drafts.server'
import { failure } from '../../../http/failures.server'
import { stepChoices } from '../setup/step-choices.server'
import { conflictView } from './conflict-view.server'

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
  const language = context.get(languageContext)
  const reader = { language, timeZone: editing.actor.timeZone, now: services.now() }
  const restored = await restore({ context, url }, (posted) => {
    const form = { step, typed: readTypedStep(step, posted) } as StepForm
    const isOlder = versionOf(posted) !== version
    return {
      form,
      version,
      errors: {} as Partial<Record<string, string>>,
      conflict: isOlder ? conflictView({ because: 'stale', stored, latest: null }, form, reader) : null,
      isRowChange: false,
    }
  })
  return {
    version,
    restored,
    organizationName: name,
    isOpen: isEditable(status),
    form: storedForm(step, stored),
    choices: stepChoices(language, services.now()),
    closeTo: pageUnder(url, params.id, tabOf(step)),
  }
}

export type SectionView = Awaited<ReturnType<typeof readSection>>
