import { useTranslation } from 'react-i18next'
import type { Route } from './+types/section'
import { permit } from '../../../http/permit.server'
import { failure } from '../../../http/failures.server'
import { isSetupStep } from '../../../domain/setup/setup-steps'
import type { FormStep } from '../../../domain/setup/step-fields'
import { readSection, type Asked } from './read-section.server'
import { saveSection } from './save-section.server'
import { SectionDialog } from './section-dialog'

export const handle = { texts: ['setup', 'organizations'] }

/** The sections of an organization's page; brands are edited one by one. */
function sectionOf({ context, params }: Asked): FormStep {
  const { section } = params
  if (!isSetupStep(section) || section === 'documents' || section === 'brand') throw failure(context, 404)
  return section
}

export async function loader(args: Route.LoaderArgs) {
  const editing = permit(args.context, 'organizations.edit')
  return readSection(args, editing, sectionOf(args))
}

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'organizations.edit')
  return saveSection(args, editing, sectionOf(args))
}

export default function Section({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['organizations', 'setup'])
  const title = t('editNamed', { section: t(`setup:step.${loaderData.form.step}`) })
  return <SectionDialog key={loaderData.form.step} view={loaderData} answer={actionData} title={title} />
}
