import { randomUUID } from 'node:crypto'
import { useTranslation } from 'react-i18next'
import type { Route } from './+types/edit'
import { permit } from '../../../http/permit.server'
import { readSection } from '../edit/read-section.server'
import { saveSection } from '../edit/save-section.server'
import { SectionDialog } from '../edit/section-dialog'

export const handle = { texts: ['setup', 'organizations'] }

/** One brand, or a new one where the address names none. */
export async function loader(args: Route.LoaderArgs) {
  const editing = permit(args.context, 'organizations.edit')
  const isNew = !('brandId' in args.params)
  return { ...(await readSection(args, editing, 'brand')), isNew, formId: isNew ? randomUUID() : null }
}

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'organizations.edit')
  return saveSection(args, editing, 'brand')
}

export default function Brand({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['organizations', 'setup'])
  const title = loaderData.isNew ? t('brand.add') : t('editNamed', { section: t('setup:step.brand') })
  return <SectionDialog view={loaderData} answer={actionData} title={title} />
}
